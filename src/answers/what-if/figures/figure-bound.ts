import { shownValue } from '../../../inputs/documents/check-shape.ts';
import { didYouMean } from '../../../inputs/documents/did-you-mean.ts';
import { parseByteSize, parseDuration } from '../../../inputs/scenario/quantities.ts';
import {
  type Figure,
  type FigureUnit,
  figureRows,
  figureText,
} from '../../../reports/comparison/figure-rows.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { QuestionError } from '../questions/question-error.ts';

const byWords: ReadonlyMap<string, Figure> = new Map(
  figureRows.flatMap((figure) =>
    [figure.name, ...(figure.also ?? [])].map((name) => [wordsOf(name), figure] as const),
  ),
);

/**
 * Returns the figure of that name, whatever the order of its words and however they are joined:
 * `p99 timeToRunning` is `time to running p99`. A sentence if there is none.
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

const examples: Readonly<Record<FigureUnit, string>> = {
  ms: 'a duration such as 60s',
  bytes: 'a size such as 2GB',
  count: 'a number such as 3',
};

/** Returns the value of a text in the unit of a figure; undefined if it is none. */
export function parseAmount(text: string, unit: FigureUnit): number | undefined {
  if (unit === 'count') return /^\d{1,12}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (unit === 'bytes') return /^0B?$/.test(text) ? 0 : parseByteSize(text);
  if (/^0(?:m?s)?$/.test(text)) return 0;
  const micros = parseDuration(text.replaceAll(' ', ''));
  return micros === undefined ? undefined : micros / 1000;
}

/** Returns what an amount of the unit looks like. */
export function expectedAmount(unit: FigureUnit): string {
  return examples[unit];
}

const operators = {
  '<=': (value: number, limit: number) => value <= limit,
  '>=': (value: number, limit: number) => value >= limit,
  '<': (value: number, limit: number) => value < limit,
  '>': (value: number, limit: number) => value > limit,
} as const;

/** A figure and what it should be: `time to running p99 <= 60 s`. */
export interface Bound {
  readonly figure: Figure;
  readonly operator: keyof typeof operators;
  /** In the unit of the figure. */
  readonly limit: number;
}

/**
 * Reads `p99 timeToRunning <= 60s`. Returns undefined if it is not of that form, and a sentence if something
 * in it is not known.
 */
export function parseBound(text: string): Bound | string | undefined {
  const [, name, operator, limit] = /^\s*([^<>=]+?)\s*(<=|>=|<|>)\s*(\S(?:.*\S)?)\s*$/.exec(text) ?? [];
  if (name === undefined || operator === undefined || limit === undefined) return undefined;
  const figure = findFigure(name);
  if (typeof figure === 'string') return figure;
  const value = parseAmount(limit, figure.unit);
  if (value === undefined)
    return `${shownValue(limit)} is not an amount of ${figure.name}: expected ${expectedAmount(figure.unit)}`;
  return { figure, operator: operator as Bound['operator'], limit: value };
}

/**
 * Returns the bounds that an option such as `--target` has. Throws a `QuestionError` with an example of one.
 */
export function boundsOf(option: string, texts: readonly string[], example: string): readonly Bound[] {
  return texts.map((text) => {
    const bound = parseBound(text);
    const expected = `a figure and a bound, such as '${example}'`;
    if (bound === undefined)
      throw new QuestionError(`${option} ${visibleText(text)}: cannot be read: expected ${expected}`);
    if (typeof bound === 'string') throw new QuestionError(`${option}: ${bound}`);
    return bound;
  });
}

/**
 * Whether a value keeps to the bound. A time that is missing belongs to something that never happened: it is
 * longer than any other.
 */
export function keepsTo({ figure, operator, limit }: Bound, value: number | null): boolean {
  return operators[operator](
    value ?? (figure.good === 'more' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY),
    limit,
  );
}

/** Returns `time to running p99 <= 60 s`. Figures are rounded, but a bound never is: 66.3 s stays that. */
export function boundText({ figure, operator, limit }: Bound): string {
  const rounded = figureText(figure, limit);
  const isExact = parseAmount(rounded.replaceAll(' ', ''), figure.unit) === limit;
  return `${figure.name} ${operator} ${isExact ? rounded : exactText(figure, limit)}`;
}

function exactText({ unit }: Figure, limit: number): string {
  if (unit === 'ms') return `${limit / 1000} s`;
  return unit === 'bytes' ? `${limit} B` : String(limit);
}
