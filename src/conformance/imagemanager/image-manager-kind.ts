import { comparedBeforeRaces } from '../compared-before-races.ts';
import { kubeletRunner } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import type { Script } from './script.ts';
import { scriptSchema } from './script-schema.ts';
import { simplerScripts } from './simpler-scripts.ts';

/** Calls of the image manager's EnsureImageExists over a scripted runtime: pkg/kubelet/images. */
export const imageManagerKind: ScriptKind<Script> = {
  kind: 'imagemanager',
  recorded: ['1.36.3', '1.35.4', '1.31.14', '1.27.16'],
  unit: 'call',
  schema: scriptSchema,
  problemsOf: ({ calls }) => repeatedCalls(calls),
  runnerOf: kubeletRunner((script, profile) => runScript(script, profile)),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ calls }) => calls.length,
  random: randomScript,
  simpler: simplerScripts,
};

/** Entries name their call by its id, so two calls of one id could not be told apart. */
function repeatedCalls(calls: Script['calls']): string[] {
  const first = new Map<string, number>();
  return calls.flatMap(({ id }, index) => {
    const before = first.get(id);
    if (before !== undefined) return `calls[${index}].id: expected an id of its own, not ${JSON.stringify(id)}, which calls[${before}] has`;
    first.set(id, index);
    return [];
  });
}
