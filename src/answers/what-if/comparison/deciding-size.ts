import type { DrawnSizes } from '../runs/drawn-sizes.ts';

/** The image whose size separates the runs, and the size at which it does. */
export interface DecidingSize {
  readonly image: string;
  readonly bytes: number;
  /** Whether the runs of the first kind are those with the smaller sizes. */
  readonly isBelow: boolean;
}

/** A size that leaves more runs than this share on the wrong side separates nothing. */
const wrongShareMax = 0.1;
/** Fewer different sizes of one kind of run could be separated by chance. */
const sizesMin = 3;

/**
 * Returns the image whose size best separates the runs of two kinds; undefined if no size separates nearly all
 * of them. `sizes` has the sizes of each draw, and draws come in turn. `kinds` has true or false for each run,
 * and undefined for runs that are neither.
 */
export function decidingSize(
  sizes: DrawnSizes,
  kinds: readonly (boolean | undefined)[],
): DecidingSize | undefined {
  let best: { readonly found: DecidingSize; readonly wrong: number } | undefined;
  for (const [image, ofDraws] of sizes) {
    const runs = kinds.flatMap((kind, run) => {
      const size = ofDraws[run % ofDraws.length];
      return kind === undefined || size === undefined ? [] : [{ kind, size }];
    });
    const sizesOf = (wanted: boolean) =>
      new Set(runs.flatMap(({ kind, size }) => (kind === wanted ? [size] : []))).size;
    if (sizesOf(true) < sizesMin || sizesOf(false) < sizesMin) continue;
    const allSizes = [...new Set(runs.map(({ size }) => size))].sort((a, b) => a - b);
    for (const [at, low] of allSizes.entries()) {
      const high = allSizes[at + 1];
      if (high === undefined) break;
      const bytes = Math.round(Math.sqrt(low * high));
      for (const isBelow of [true, false]) {
        const wrong = runs.filter(({ kind, size }) => (kind !== size <= low) === isBelow).length;
        if (wrong <= wrongShareMax * runs.length && wrong < (best?.wrong ?? Infinity))
          best = { found: { image, bytes, isBelow }, wrong };
      }
    }
  }
  return best?.found;
}
