import type { Parsed } from '../../trace/record.ts';
import type { restsOn as restsOnShape, runFigure } from '../json/run-summary.ts';
import { countText } from '../text/quantity-text.ts';
import { type FigureMark, figureMarks } from './figure-marks.ts';

/** One figure that the times of a run rest on, and who says so. */
export type RunFigure = Parsed<typeof runFigure>;

/** The figures that a run rests on, and one sentence about those that matter most. */
type RestsOn = Parsed<typeof restsOnShape>;

/** What the sentence calls the figures that it is about, in its order; of the others `-o json` tells. */
const subjects: readonly (readonly [name: string, words: string])[] = [
  ['cpus', 'cpus'],
  ['link', 'link'],
  ['diskBandwidth', 'disk'],
  ['unpack', 'unpacking'],
  ['roundTrip', 'round trips'],
  ['perResponse', 'rates of registries'],
];

/**
 * One sentence, the least sure first:
 * `drawn: sizes of 3 of 7 images; assumed: cpus, round trips; published: link, disk; measured: unpacking`.
 * Where nodes or registries differ the least sure of them counts; what the user gave is left out.
 */
export function restsOn(figures: readonly RunFigure[]): RestsOn {
  const sizes = figures.filter(({ name }) => name === 'size');
  const parts = figureMarks.toReversed().flatMap((mark) => {
    if (mark === 'given') return [];
    const count = sizes.filter((size) => size.mark === mark).length;
    const ofImages =
      count === sizes.length ? countText(count, 'image') : `${count} of ${countText(sizes.length, 'image')}`;
    const words = [
      ...(count === 0 ? [] : [`sizes of ${ofImages}`]),
      ...subjects.flatMap(([name, text]) =>
        leastSure(figures.filter((figure) => figure.name === name)) === mark ? [text] : [],
      ),
    ];
    return words.length === 0 ? [] : [`${mark}: ${words.join(', ')}`];
  });
  return { sentence: parts.join('; ') || 'given by you', figures };
}

/** Undefined of none. */
export function leastSure(figures: readonly RunFigure[]): FigureMark | undefined {
  return figureMarks.findLast((mark) => figures.some((figure) => figure.mark === mark));
}
