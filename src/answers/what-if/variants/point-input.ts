import { formatInputError } from '../../../inputs/documents/input-error.ts';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { readInput } from '../../../inputs/read-input.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { QuestionError } from '../questions/question-error.ts';
import { sizedInput } from '../runs/drawn-sizes.ts';
import type { PointInput } from '../sweep/sweep.ts';
import { requestOfVariant, type Variant } from './variant.ts';

/**
 * Returns what makes the input of a variant of these files, or says in a line why it is refused. `warn` gets
 * what is said of the input, which may be that the variant changes nothing.
 */
export function pointInputs(
  sources: readonly SourceText[],
  request: RunRequest,
  warn: (sentence: string) => void,
): (variant: Variant) => PointInput {
  return (variant) => {
    const variantRequest = requestOfVariant(request, variant);
    const result = readInput(sources, variantRequest);
    if (result.ok) result.warnings.forEach(warn);
    return result.ok
      ? sizedInput(result, variantRequest)
      : { refused: result.errors.map((error) => formatInputError(error).split('\n')[0]).join('; ') };
  };
}

/** Throws a `QuestionError` with the reasons, a few lines, if each of so many is refused. */
export function failIfAllRefused(
  what: string,
  refused: readonly (string | undefined)[],
  count: number,
): void {
  if (count === 0 || refused.length < count || !refused.every((reason) => reason !== undefined)) return;
  throw new QuestionError([`every ${what} is refused`, ...new Set(refused)].slice(0, 6).join('\n'), 'input');
}
