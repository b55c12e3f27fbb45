import { selectProfile } from '../../kubelet/profiles/select-profile.ts';
import { isReleaseAtLeast } from '../../kubelet/release-order.ts';
import { comparedBeforeRaces } from '../compared-before-races.ts';
import type { ScriptKind } from '../script-kind.ts';
import { problemsOf } from './problems-of.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type CredentialsScript, scriptSchema } from './script-schema.ts';
import { simplerScripts } from './simpler-scripts.ts';

/** Calls of EnsureImageExists with pull secrets, over records on a disk: pkg/kubelet/images/pullmanager and what is around it. */
export const credentialsKind: ScriptKind<CredentialsScript> = {
  kind: 'imagemanager-credentials',
  recorded: ['1.36.3'],
  unit: 'call',
  schema: scriptSchema,
  problemsOf,
  runnerOf(version) {
    const selection = selectProfile(version);
    if ('error' in selection) return selection;
    const { profile, note } = selection;
    if (!isReleaseAtLeast(profile.release, '1.33'))
      return { error: `kubelet ${version} keeps no pull records; scripts of this kind are of 1.35 and later` };
    if (!isReleaseAtLeast(profile.release, '1.35'))
      return { error: `kubelet ${version} keeps pull records in other files; scripts of this kind are of 1.35 and later` };
    return { version: profile.version, note, run: (script) => runScript(script, profile) };
  },
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  simpler: simplerScripts,
};
