import { closest, distance } from 'fastest-levenshtein';

/**
 * Returns the candidate that was probably meant by `word`; undefined if none is similar (two letters, or a
 * third of them, may differ).
 */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0 || word.length > 200) return undefined;
  const best = closest(
    word.toLowerCase(),
    candidates.map((candidate) => candidate.toLowerCase()),
  );
  const found = candidates.find((candidate) => candidate.toLowerCase() === best);
  return found !== undefined &&
    distance(word.toLowerCase(), best) <= Math.max(found.length < 4 ? 1 : 2, Math.floor(found.length / 3))
    ? found
    : undefined;
}

/** Returns `did you mean Pod?` where a candidate was probably meant. */
export function meantHint(word: string, candidates: readonly string[]): string | undefined {
  const meant = didYouMean(word, candidates);
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/** Returns the same as the end of a sentence: `; did you mean Pod?`, or nothing. */
export function meantQuestion(word: string, candidates: readonly string[]): string {
  const hint = meantHint(word, candidates);
  return hint === undefined ? '' : `; ${hint}`;
}
