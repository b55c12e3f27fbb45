import { shownValue } from '../../input/documents/check-shape.ts';
import { type Figure, figureText } from '../../report/comparison/figure-rows.ts';
import { visibleText } from '../../report/text/visible-text.ts';
import { QuestionError } from '../questions/question-error.ts';
import { expectedAmount, parseAmount } from './amount.ts';
import { findFigure } from './find-figure.ts';

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

/** Reads `p99 timeToRunning <= 60s`. Returns undefined if it is not of that form, and a sentence if something in it is not known. */
export function parseBound(text: string): Bound | string | undefined {
  const [, name, operator, limit] = /^\s*([^<>=]+?)\s*(<=|>=|<|>)\s*(\S(?:.*\S)?)\s*$/.exec(text) ?? [];
  if (name === undefined || operator === undefined || limit === undefined) return undefined;
  const figure = findFigure(name);
  if (typeof figure === 'string') return figure;
  const value = parseAmount(limit, figure.unit);
  if (value === undefined) return `${shownValue(limit)} is not an amount of ${figure.name}: expected ${expectedAmount(figure.unit)}`;
  return { figure, operator: operator as Bound['operator'], limit: value };
}

/** Returns the bounds that an option such as `--target` has. Throws a `QuestionError` with an example of one. */
export function boundsOf(option: string, texts: readonly string[], example: string): readonly Bound[] {
  return texts.map((text) => {
    const bound = parseBound(text);
    const expected = `a figure and a bound, such as '${example}'`;
    if (bound === undefined) throw new QuestionError(`${option} ${visibleText(text)}: cannot be read: expected ${expected}`);
    if (typeof bound === 'string') throw new QuestionError(`${option}: ${bound}`);
    return bound;
  });
}

/** Whether a value keeps to the bound. A time that is missing belongs to something that never happened: it is longer than any other. */
export function keepsTo({ figure, operator, limit }: Bound, value: number | null): boolean {
  return operators[operator](value ?? (figure.good === 'more' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY), limit);
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
