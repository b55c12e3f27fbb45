import { shownValue } from '../../input/documents/check-shape.ts';
import { didYouMean } from '../../input/documents/did-you-mean.ts';
import { type Figure, figureRows } from '../../report/comparison/figure-rows.ts';
import { QuestionError } from '../questions/question-error.ts';

const byWords: ReadonlyMap<string, Figure> = new Map(
  figureRows.flatMap((figure) => [figure.name, ...(figure.also ?? [])].map((name) => [wordsOf(name), figure] as const)),
);

/**
 * Returns the figure of that name, whatever the order of its words and however they are joined: `p99 timeToRunning` is `time to running p99`.
 * A sentence if there is none.
 */
export function findFigure(name: string): Figure | string {
  const found = byWords.get(wordsOf(name));
  if (found !== undefined) return found;
  const meant = byWords.get(didYouMean(wordsOf(name), [...byWords.keys()]) ?? '')?.name;
  const names = figureRows.map((figure) => figure.name).join(', ');
  return `there is no figure ${shownValue(name)}${meant === undefined ? '' : `; did you mean ${shownValue(meant)}?`}\n  the figures are: ${names}`;
}

/** Returns the figure that `--figure` names. Throws a `QuestionError` if there is none. */
export function figureNamed(name: string): Figure {
  const figure = findFigure(name);
  if (typeof figure === 'string') throw new QuestionError(`--figure: ${figure}`);
  return figure;
}

/** Returns the words of a name in one spelling and order. */
function wordsOf(name: string): string {
  return name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'ms')
    .sort()
    .join(' ');
}
