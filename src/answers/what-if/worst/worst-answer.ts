import type { Answer } from '../../../reports/answer/answer.ts';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import type { PartEffect, Worst } from './search-worst.ts';
import { valueText, worstSentences } from './worst-text.ts';

/** More parts are in the table only. */
const partsMax = 20;

/**
 * Returns the worst luck as a page: the plain seeds, the worst run, and what each part of its luck makes of
 * it.
 */
export function worstAnswer(
  answer: Worst,
  figure: Figure,
  partWords: (part: PartEffect['part']) => string,
): Answer {
  const { worst, plain, effects, runs } = answer;
  const columns = ['put back', figure.name].map((title) => ({ title, look: 'text' as const }));
  const rows = [
    { name: 'by seed alone', values: plain.flatMap(({ value }) => value ?? []), isGood: true },
    { name: 'the worst luck', values: worst.value === null ? [] : [worst.value], isGood: false },
    ...effects.slice(0, partsMax).map(({ part, value }) => ({
      name: `without ${partWords(part)}`,
      values: value === null ? [] : [value],
      isGood: false,
    })),
  ];
  const says = 'Each run as a dot. Where there is none, some pods do not run. The line is the worst run.';
  const limit = worst.value ?? Math.max(0, largest(rows.flatMap(({ values }) => values)));
  return {
    title: `What is the worst ${figure.name} that can happen?`,
    conditions: [countText(runs, 'run')],
    sentences: worstSentences(answer, figure),
    charts: () => [
      { kind: 'dots', title: `${figure.name} of each run`, says, figure, settings: rows, limit },
    ],
    tables: [
      {
        caption: 'Each part of the luck put back by itself',
        columns,
        rows: effects.map(({ part, value }) => [partWords(part), valueText(figure, value)]),
      },
      {
        caption: 'Runs by seed alone',
        columns: ['seed', figure.name].map((title) => ({ title, look: 'text' as const })),
        rows: plain.map(({ luck, value }) => [`${luck.seed}`, valueText(figure, value)]),
      },
    ],
  };
}
