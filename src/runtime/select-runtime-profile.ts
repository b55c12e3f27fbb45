import { containerd16 } from './containerd-1-6.ts';
import { containerd24 } from './containerd-2-4.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeProfile } from './runtime-profile.ts';

export interface SelectedRuntime {
  readonly profile: RuntimeProfile;
  /** A sentence for the header of every output where the profile is not what was asked for. */
  readonly note: string | undefined;
}

/**
 * Returns the profile for what `Node.status.nodeInfo.containerRuntimeVersion` or an option says (`containerd://2.1.3`):
 * measured on 1.6 for containerd 1.x, on 2.4 for 2.x and later. Others (`cri-o://1.33`) run on the figures and texts of
 * containerd 2.4, and the note says that they were not measured.
 */
export function selectRuntimeProfile(runtime: string, options: Partial<RuntimeOptions> = {}): SelectedRuntime {
  const { profile, note } = profileNamed(runtime);
  return { profile: { ...profile, options: { ...profile.options, ...options } }, note };
}

function profileNamed(runtime: string): SelectedRuntime {
  const [, name, major, minor] = /^([a-z][\w.-]*):\/\/v?(\d+)(?:\.(\d+))?/.exec(runtime) ?? [];
  if (name !== 'containerd' || major === undefined) {
    return { profile: containerd24, note: `${runtime}: not measured; it runs on the figures and error texts of containerd 2.4` };
  }
  const profile = Number(major) >= 2 ? containerd24 : containerd16;
  const measured = `${name}://${major}.${minor ?? '0'}` === profile.name;
  return { profile, note: measured ? undefined : `${runtime}: not measured; it runs on the profile ${profile.name}` };
}
