import { type Answer, columnsLike } from '../../../reports/answer/answer.ts';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import type { PartEffect, Worst } from './search-worst.ts';
import { savedText, valueText, worstSentences } from './worst-text.ts';

/** More parts are in the table only. */
const partsMax = 20;

/**
 * Returns the worst luck: the plain seeds, the worst run, and what each part of its luck makes of it. `again`
 * says how to see the run.
 */
export function worstAnswer(
  answer: Worst,
  figure: Figure,
  partWords: (part: PartEffect['part']) => string,
  again: readonly string[],
): Answer {
  const { worst, plain, effects } = answer;
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
    conditions: [],
    sentences: worstSentences(answer, figure),
    charts: () => [
      { kind: 'dots', title: `${figure.name} of each run`, says, figure, settings: rows, limit },
    ],
    tables: [
      {
        caption: 'What makes it so: each part of this luck put back by itself',
        columns: [
          { title: 'then', look: 'text' },
          ...columnsLike({ 'better by': 'text', 'put back': 'long' }),
        ],
        rows: effects.map(({ part, value }) => [
          valueText(figure, value),
          savedText(figure, worst.value, value),
          partWords(part),
        ]),
      },
      {
        caption: 'Runs by seed alone',
        columns: ['seed', figure.name].map((title) => ({ title, look: 'text' as const })),
        rows: plain.map(({ luck, value }) => [`${luck.seed}`, valueText(figure, value)]),
        onScreen: 0,
      },
    ],
    again,
  };
}
