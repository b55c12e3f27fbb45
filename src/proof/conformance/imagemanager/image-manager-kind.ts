import { comparedBeforeRaces } from '../exclusions.ts';
import { kubeletRunner, recordedKubelets } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type Script, scriptSchema } from './script.ts';
import { simplerScripts } from './simpler-scripts.ts';

/** Calls of the image manager's EnsureImageExists with a scripted runtime. Mirrors pkg/kubelet/images. */
export const imageManagerKind: ScriptKind<Script> = {
  kind: 'imagemanager',
  recorded: recordedKubelets,
  unit: 'call',
  schema: scriptSchema,
  problemsOf: ({ calls }) => repeatedCalls(calls),
  runnerOf: kubeletRunner((script, profile, { engine, order }) =>
    runScript(script, profile, { engine, order }),
  ),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  simpler: simplerScripts,
};

/** Entries name their call by its id, so two calls with one id could not be distinguished. */
function repeatedCalls(calls: Script['calls']): string[] {
  const first = new Map<string, number>();
  return calls.flatMap(({ id }, index) => {
    const before = first.get(id);
    if (before !== undefined)
      return `calls[${index}].id: expected an id of its own, not ${JSON.stringify(id)}, which calls[${before}] has`;
    first.set(id, index);
    return [];
  });
}
