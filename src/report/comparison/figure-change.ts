export type Verdict = 'better' | 'worse' | 'same' | 'different';

/** Which way of a figure is the good one. */
export type GoodWay = 'less' | 'more' | 'neither';

/**
 * What became of a figure; null: there is nothing to tell. The sign says whether it is more or less, the verdict whether that is good:
 * `−2 m 3 s` and `better`. Empty where the figure reads the same.
 */
export interface FigureChange {
  readonly change: string;
  readonly verdict: Verdict;
}

/** Returns the change between two figures that people read as `text` has them. */
export function figureChange(before: number | null, after: number | null, text: (value: number) => string, good: GoodWay): FigureChange {
  const verdict = verdictOf(before, after, good);
  if (before === null || after === null || text(before) === text(after)) return { change: '', verdict };
  return { change: `${after < before ? '−' : '+'}${text(Math.abs(after - before))}`, verdict };
}

function verdictOf(before: number | null, after: number | null, good: GoodWay): Verdict {
  if (before === after) return 'same';
  if (good === 'neither') return 'different';
  // A time that is not told is that of something which never came.
  if (before === null) return 'better';
  if (after === null) return 'worse';
  return after < before === (good === 'less') ? 'better' : 'worse';
}
