import { summarizeRun } from '../certainty/summarize-run.ts';
import { readInput } from '../input/read-input.ts';
import type { RunRequest } from '../input/run-request.ts';
import type { Pauses } from '../simulation/simulate.ts';
import type { Harm } from './lint-rule.ts';

/** The figure of a harm's input as it is, and with the fix. */
export interface ShownHarm {
  readonly asItIs: number;
  readonly fixed: number;
}

/** Runs a rule's smallest input twice, as it is and with the fix. */
export async function runHarm(harm: Harm, pauses: Pauses): Promise<ShownHarm> {
  const { fixed, request = {}, conditions = {} } = harm;
  return {
    asItIs: await figureOf(harm, harm.files, { ...request, ...conditions }, pauses),
    fixed: await figureOf(harm, fixedFiles(harm), { ...(fixed.request ?? request), ...conditions }, pauses),
  };
}

/** The files of a harm, for `readInput`. */
export function harmSources({ runtimeFile }: Harm, files: string): readonly { readonly name: string; readonly text: string }[] {
  return [{ name: 'harm.yaml', text: files }, ...(runtimeFile === undefined ? [] : [runtimeFile])];
}

async function figureOf(harm: Harm, files: string, request: RunRequest, pauses: Pauses): Promise<number> {
  const result = readInput(harmSources(harm, files), request);
  if (!result.ok) throw new Error(`the input of a harm is wrong: ${result.errors.map(({ message }) => message).join('; ')}`);
  return harm.figure.of((await summarizeRun(result.input, {}, pauses)).summary);
}

/** The files of a harm with the fix in them. */
export function fixedFiles({ files, fixed }: Harm): string {
  return (fixed.replace ?? []).reduce((text, [from, to]) => text.replaceAll(from, to), files);
}
