import { formatInputError, wrongInputText } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import {
  type InputParts,
  type InputRequest,
  type InputResult,
  pullsNothing,
  readInput,
  readInputParts,
} from '../../../inputs/read-input.ts';
import { noPodsReasons } from '../../../reports/summary/kept-out.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { type Terminal, tellWarning } from '../terminal.ts';
import { readSources } from './read-sources.ts';

type RightInput = Extract<InputResult, { ok: true }>;

/** Reads the sources with `readInput`. Their errors become a `CommandError`. */
export function inputOrFail(sources: readonly SourceText[], request: InputRequest): RightInput {
  const result = readInput(sources, request);
  if (result.ok) return result;
  throw wrongInput(result.errors.map(formatInputError));
}

/**
 * Reads the files, and returns the input with the parts that it was built from. Errors and warnings as with
 * `inputOfFiles`.
 */
export async function inputPartsOfFiles(
  inputs: readonly string[],
  request: InputRequest,
  terminal: Terminal,
  outputs: readonly (string | undefined)[],
): Promise<RightInput & { readonly parts: InputParts }> {
  const result = readInputParts(await readSources(inputs, terminal, outputs), request);
  if (!result.ok) throw wrongInput(result.errors.map(formatInputError));
  for (const warning of result.warnings) tellWarning(terminal, warning);
  return result;
}

/** Reads the files first (see `readSources`), then the same. Warnings go to stderr. */
export async function inputOfFiles(
  inputs: readonly string[],
  request: InputRequest,
  terminal: Terminal,
  outputs: readonly (string | undefined)[],
): Promise<RightInput> {
  const result = inputOrFail(await readSources(inputs, terminal, outputs), request);
  for (const warning of result.warnings) tellWarning(terminal, warning);
  return result;
}

/** Throws a `CommandError` if nothing would happen. */
export function failWithoutPods({ input, warnings }: RightInput): void {
  if (pullsNothing(input)) throw wrongInput(noPodsReasons(input, warnings));
}

function wrongInput(reasons: readonly string[]): CommandError {
  return new CommandError(exitCode.input, wrongInputText(reasons));
}
