/** A word that may stand at the cursor; one that ends in `=` goes on with a value. */
export interface Candidate {
  readonly value: string;
  /** What it means, where a shell can show it. */
  readonly words?: string;
}

/** What may stand at the cursor. `files`: also names of files, which the shell knows best. */
export interface Candidates {
  readonly values: readonly Candidate[];
  readonly files?: true;
}

export const anyFile: Candidates = { values: [], files: true };

/** Returns the names as candidates. */
export function namesOnly(names: readonly string[]): Candidates {
  return { values: names.map((value) => ({ value })) };
}
