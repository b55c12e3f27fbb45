export type Verdict = 'better' | 'worse' | 'same' | 'different';

/** Whether less or more of a figure is good. */
export type GoodWay = 'less' | 'more' | 'neither';

/**
 * The change of a figure; null if there is none to tell. The sign says whether it is more or less, the verdict whether that is good: `−2 m
 * 3 s` and `better`. Empty if the texts are equal.
 */
export interface FigureChange {
  readonly change: string;
  readonly verdict: Verdict;
}

/** Returns the change between two figures whose texts are given by `text`. */
export function figureChange(before: number | null, after: number | null, text: (value: number) => string, good: GoodWay): FigureChange {
  const verdict = verdictOf(before, after, good);
  if (before === null || after === null || text(before) === text(after)) return { change: '', verdict };
  return { change: `${after < before ? '−' : '+'}${text(Math.abs(after - before))}`, verdict };
}

function verdictOf(before: number | null, after: number | null, good: GoodWay): Verdict {
  if (before === after) return 'same';
  if (good === 'neither') return 'different';
  // A missing time belongs to something that never happened.
  if (before === null) return 'better';
  if (after === null) return 'worse';
  return after < before === (good === 'less') ? 'better' : 'worse';
}
