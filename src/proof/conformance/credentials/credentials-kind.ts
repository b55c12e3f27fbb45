import { isReleaseAtLeast } from '../../../rules/kubelet/kubelet-release.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import { comparedBeforeRaces } from '../exclusions.ts';
import { kubeletRunner } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { problemsOf } from './problems-of.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type CredentialsScript, scriptSchema } from './script-schema.ts';

/**
 * Calls of EnsureImageExists with pull secrets and with pull records on a disk. Mirrors
 * pkg/kubelet/images/pullmanager and its surroundings.
 */
export const credentialsKind: ScriptKind<CredentialsScript> = {
  kind: 'imagemanager-credentials',
  recorded: ['1.38.0-beta.0', '1.37.2', '1.36.3'],
  unit: 'call',
  schema: scriptSchema,
  problemsOf,
  runnerOf: kubeletRunner(runScript, recordsRefusal),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
};

function recordsRefusal({ release }: Profile, version: string): string | undefined {
  if (isReleaseAtLeast(release, '1.35')) return undefined;
  const keeps = isReleaseAtLeast(release, '1.33') ? 'pull records in other files' : 'no pull records';
  return `kubelet ${version} keeps ${keeps}; scripts of this kind are of 1.35 and later`;
}
