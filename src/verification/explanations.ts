import { profiles } from '../kubelet/profiles/profiles.ts';

/** Another setting, or another release, with which a run might explain what was seen: as the options of a run say it. */
export interface Explanation {
  readonly says: string;
  readonly set?: readonly string[];
  readonly kubeletVersion?: string;
}

const limits = [2, 3, 4, 5, 10];

/** Returns the settings to try where no run explains what was seen, the most usual first, and then other releases with their bugs. */
export function explanations(): readonly Explanation[] {
  const settings = [
    ['serializeImagePulls=true', 'maxParallelImagePulls=1'],
    ['serializeImagePulls=false'],
    ...limits.map((limit) => ['serializeImagePulls=false', `maxParallelImagePulls=${limit}`]),
    ['registryPullQPS=0'],
    ['registryPullQPS=1', 'registryBurst=1'],
    ['syncFrequency=10s'],
  ];
  return [
    ...settings.map((set) => ({ says: set.join(', '), set })),
    ...profiles.map(({ release }) => ({ says: `kubelet ${release}`, kubeletVersion: release })),
  ];
}
