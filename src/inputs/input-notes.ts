/**
 * Sentences about an input: what it leaves open and was assumed, and what was read of it or does not count.
 * Each is there once.
 */
export interface InputNotes {
  readonly assumptions: Set<string>;
  readonly readings: Set<string>;
}

/** Returns notes without a sentence. */
export function noNotes(): InputNotes {
  return { assumptions: new Set(), readings: new Set() };
}
