import { HistogramTotals } from '../../rules/kubelet/go/go-duration.ts';
import { isReleaseAtLeast } from '../../rules/kubelet/kubelet-release.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import { selectProfile } from '../../rules/kubelet/profiles/select-profile.ts';
import type { EngineName } from '../../run/engine/engine.ts';
import type { Order } from '../../run/simulation/kernel.ts';
import type { NamedScript, ScriptKind, ScriptTrace } from './script-kind.ts';

/** The patch releases of the profiles that were held against recorded traces, the newest first. */
export const recordedKubelets = profiles
  .filter(({ evidence }) => evidence === 'traces')
  .map(({ version }) => version)
  .reverse();

/**
 * Returns the `runnerOf` for a kind whose scripts drive a kubelet: the nearest profile of a version runs
 * them. `refusal` may say why scripts of this kind have no meaning for a profile.
 */
export function kubeletRunner<S extends NamedScript>(
  runScript: (
    script: S,
    profile: Profile,
    options: {
      readonly totals: HistogramTotals;
      readonly engine: EngineName | undefined;
      readonly order: Order | undefined;
    },
  ) => ScriptTrace,
  refusal: (profile: Profile, version: string) => string | undefined = () => undefined,
): ScriptKind<S>['runnerOf'] {
  return (version) => {
    const selection = selectProfile(version);
    if ('error' in selection) return selection;
    const { profile, note } = selection;
    const error = refusal(profile, version);
    if (error !== undefined) return { error };
    return {
      version: profile.version,
      note,
      run: (script, totals, engine, order) => {
        const observed = totals !== undefined && countsOn(profile) ? totals : new HistogramTotals();
        return runScript(script, profile, { totals: observed, engine, order });
      },
    };
  };
}

/**
 * Whether traces of a release were recorded by one process that went on counting from script to script; since
 * 1.37 each counts anew.
 */
function countsOn({ release }: Profile): boolean {
  return !isReleaseAtLeast(release, '1.37');
}
