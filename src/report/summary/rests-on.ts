import { countText } from '../text/quantity-text.ts';

/** From the surest to the least sure: told by the user; from recorded runs; from a document; guessed; drawn by what a name says. */
export const figureMarks = ['given', 'measured', 'published', 'assumed', 'drawn'] as const;

export type FigureMark = (typeof figureMarks)[number];

/** One figure that the times of a run rest on, and who says so. */
export interface RunFigure {
  /** By a Scenario's name for it, such as `link` or `roundTrip`; `size` of an image. */
  readonly name: string;
  /** Whose: nodes, a registry's host, an image. */
  readonly of: string;
  /** As users write it. */
  readonly value: string;
  readonly mark: FigureMark;
  readonly source: string;
  /** How to tell another. */
  readonly where: string;
}

/** The figures that a run rests on, and one sentence about those that matter most. */
export interface RestsOn {
  readonly sentence: string;
  readonly figures: readonly RunFigure[];
}

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
 * One sentence, the least sure first: `sizes of 3 of 7 images drawn; cpus, round trips assumed; link, disk published; unpacking
 * measured`. Where nodes or registries differ the least sure of them counts; what the user told is left out.
 */
export function restsOn(figures: readonly RunFigure[]): RestsOn {
  const sizes = figures.filter(({ name }) => name === 'size');
  const parts = figureMarks.toReversed().flatMap((mark) => {
    if (mark === 'given') return [];
    const count = sizes.filter((size) => size.mark === mark).length;
    const ofImages = count === sizes.length ? countText(count, 'image') : `${count} of ${countText(sizes.length, 'image')}`;
    const words = [
      ...(count === 0 ? [] : [`sizes of ${ofImages}`]),
      ...subjects.flatMap(([name, text]) => (leastSure(figures.filter((figure) => figure.name === name)) === mark ? [text] : [])),
    ];
    return words.length === 0 ? [] : [`${words.join(', ')} ${mark}`];
  });
  return { sentence: parts.join('; ') || 'figures that you gave', figures };
}

/** Undefined of none. */
export function leastSure(figures: readonly RunFigure[]): FigureMark | undefined {
  return figureMarks.findLast((mark) => figures.some((figure) => figure.mark === mark));
}
