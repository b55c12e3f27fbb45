import { formatInputError } from '../../input/documents/input-error.ts';
import type { SourceText } from '../../input/documents/source-document.ts';
import { type InputRequest, type InputResult, pullsNothing, readInput } from '../../input/read-input.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { describeKeptOut } from '../run/describe-run.ts';
import { type Terminal, tellWarning } from '../terminal.ts';
import { readSources } from './read-sources.ts';

type RightInput = Extract<InputResult, { ok: true }>;

/** Reads the sources with `readInput`. Their errors become a `CommandError`. */
export function inputOrFail(sources: readonly SourceText[], request: InputRequest): RightInput {
  const result = readInput(sources, request);
  if (result.ok) return result;
  throw wrongInput(result.errors.map(formatInputError));
}

/** Reads the files first, then the same. Warnings go to stderr. */
export async function inputOfFiles(inputs: readonly string[], request: InputRequest, terminal: Terminal): Promise<RightInput> {
  const result = inputOrFail(await readSources(inputs, terminal), request);
  for (const warning of result.warnings) tellWarning(terminal, warning);
  return result;
}

/** Throws a `CommandError` if nothing would happen. */
export function failWithoutPods({ input, warnings }: RightInput): void {
  if (!pullsNothing(input)) return;
  const others = warnings.filter((warning) => !warning.startsWith('no pods in the input'));
  const hint = '  try: add the manifests of your pods, such as windlass run deployment.yaml kubelet.yaml';
  throw wrongInput(['no pods in the input: nothing would happen', hint, ...others, ...describeKeptOut(input)]);
}

function wrongInput(reasons: readonly string[]): CommandError {
  return new CommandError(exitCode.input, ['the input is wrong', ...reasons].join('\n'));
}
