import { formatInputError } from '../../input/documents/input-error.ts';
import type { SourceText } from '../../input/documents/source-document.ts';
import { readInput } from '../../input/read-input.ts';
import type { RunRequest } from '../../input/run-request.ts';
import type { PointInput } from '../sweep/sweep.ts';
import { requestOfVariant, type Variant } from './variant.ts';

/** Returns what makes the input of a variant of these files, or says in a line why it is refused. */
export function pointInputs(sources: readonly SourceText[], request: RunRequest): (variant: Variant) => PointInput {
  return (variant) => {
    const result = readInput(sources, requestOfVariant(request, variant));
    return result.ok ? result.input : { refused: result.errors.map((error) => formatInputError(error).split('\n')[0]).join('; ') };
  };
}

/** Returns why nothing can be run, in a few lines, if every one of the variants is refused; undefined if some were run. */
export function allRefusedText(what: string, refused: readonly (string | undefined)[], count: number): string | undefined {
  if (count === 0 || refused.length < count || !refused.every((reason) => reason !== undefined)) return undefined;
  return [`every ${what} is refused`, ...new Set(refused)].slice(0, 6).join('\n');
}
