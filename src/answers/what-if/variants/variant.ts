import { type RunRequest, sparseRequest } from '../../../inputs/run-request.ts';
import { changedRequest, changeKind } from './change-kinds.ts';

/** One change of a run: a field by a name that `changeKind` knows, and its value as text. */
export interface Change {
  readonly field: string;
  readonly value: string;
}

/** One of several ways to run the same input. Without changes and files it is the input as it is. */
export interface Variant {
  /** What it is called in answers: `B`, or its changes. */
  readonly name: string;
  readonly changes: readonly Change[];
  /** Files that are read beside those of all variants, as they were named. */
  readonly files?: readonly string[];
}

/** Returns `maxParallelImagePulls=5 link=1Gbit/s`; `as it is` without changes. */
export function changesText({ changes, files = [] }: Pick<Variant, 'changes' | 'files'>): string {
  const words = [...files, ...changes.map(({ field, value }) => `${field}=${value}`)];
  return words.length === 0 ? 'as it is' : words.join(' ');
}

/**
 * Returns the request of a variant: the common one with the changes, of which later ones come over earlier
 * ones.
 */
export function requestOfVariant(request: RunRequest, { changes }: Pick<Variant, 'changes'>): RunRequest {
  const changed = changes.reduce((before, { field, value }) => {
    const kind = changeKind(field);
    if ('code' in kind) throw new Error(kind.message);
    return changedRequest(before, kind, field, value);
  }, request);
  return sparseRequest(changed);
}
