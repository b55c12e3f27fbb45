import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import { outcome } from '../../../reports/summary/headline.ts';
import { wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { medianRun, type PartEffect, type Worst, worstFirst } from './search-worst.ts';

/** Says what a part of the luck is. */
type PartWords = (part: PartEffect['part']) => string;

/** Returns the answer, in full sentences. */
export function worstSentences(
  { worst, plain, effects, runs, interrupted }: Worst,
  figure: Figure,
): string[] {
  const [worstPlain = worst] = worstFirst(figure, plain);
  const median = medianRun(figure, plain) ?? worst;
  const [found, usual, most] = [worst, median, worstPlain].map(({ value }) => valueText(figure, value));
  const more =
    found === usual && worst.value !== null && median.value !== null
      ? `, ${savedText(figure, worst.value, median.value)} worse`
      : '';
  return [
    ...(interrupted ? [`Interrupted after ${countText(runs, 'run')}.`] : []),
    `The worst of ${countText(runs, 'run')}: ${figure.name}${worst.value === null ? ':' : ''} ${found} instead of ${usual}${more}. That is the median of ${countText(plain.length, 'plain seed')}; the worst of them: ${most}.`,
    ...(worst.value === null ? [outcome(worst.summary)] : []),
    ...(effects.length > 0 ? [] : ['Nothing that was tried makes it worse than its seed alone.']),
  ];
}

/** Returns the answer for people, ending in a line feed. `again` says how to see the run. */
export function worstText(
  answer: Worst,
  figure: Figure,
  partWords: PartWords,
  again: readonly string[],
  width: number,
): string {
  const { worst, effects } = answer;
  const rows = effects.map(
    ({ part, value }) =>
      [
        valueText(figure, value),
        savedText(figure, worst.value, value),
        visibleText(partWords(part)),
      ] as const,
  );
  const head = ['THEN', 'BETTER BY', 'PUT BACK'] as const;
  const columns = [0, 1].map((at) => largest([head, ...rows].map((row) => (row[at] ?? '').length)) + 3);
  const indent = columns.reduce((sum, column) => sum + column, 0);
  const lineOf = ([then, saved, what]: readonly [string, string, string]) =>
    wrapWords(what, Math.max(20, width - indent)).map((line, index) =>
      index === 0
        ? `${then.padEnd(columns[0] ?? 0)}${saved.padEnd(columns[1] ?? 0)}${line}`
        : `${' '.repeat(indent)}${line}`,
    );
  const table =
    rows.length === 0
      ? []
      : [
          '',
          'What makes it so: each part of this luck put back by itself',
          '',
          ...[head, ...rows].flatMap(lineOf),
        ];
  const lines = [
    ...worstSentences(answer, figure).flatMap((text) => wrapWords(visibleText(text), width)),
    ...table,
    '',
    ...again,
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Returns the value as people read it. */
export function valueText(figure: Figure, value: number | null): string {
  return value === null ? 'never' : figureText(figure, value);
}

function savedText(figure: Figure, worst: number | null, value: number | null): string {
  if (worst === null || value === null) return worst === value ? 'nothing' : 'all';
  const saved = figure.good === 'more' ? value - worst : worst - value;
  return saved <= 0 ? 'nothing' : figureText(figure, saved);
}
