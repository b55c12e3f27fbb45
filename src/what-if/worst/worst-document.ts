import type { JsonFields } from '../../json/json-text.ts';
import type { Figure } from '../../report/comparison/figure-rows.ts';
import { faultWords } from './fault-candidate.ts';
import { medianRun, type PartEffect, type Worst } from './search-worst.ts';
import { worstSentences } from './worst-text.ts';

interface Beside extends Pick<JsonFields<'Worst'>, 'budget' | 'file' | 'command' | 'failIf'> {
  readonly partWords: (part: PartEffect['part']) => string;
}

/** Returns the answer as plain data, for programs. */
export function worstDocument(answer: Worst, figure: Figure, { partWords, ...beside }: Beside): JsonFields<'Worst'> {
  const { worst, plain, effects, runs, interrupted } = answer;
  const { seed, faults, arrivalOrder, draws } = worst.luck;
  return {
    figure: figure.name,
    unit: figure.unit,
    runs,
    interrupted,
    sentences: worstSentences(answer, figure),
    value: worst.value,
    podsNotRunning: worst.summary.pods.notRunning + worst.summary.pods.rejected,
    seeds: plain.map(({ luck, value }) => ({ seed: luck.seed, value })),
    median: medianRun(figure, plain)?.value ?? null,
    luck: {
      seed,
      faults: faults.map(faultWords),
      arrivalOrder: [...arrivalOrder],
      draws: Object.fromEntries(Object.entries(draws).map(([stream, numbers]) => [stream, { ...numbers }])),
    },
    effects: effects.map(({ part, value }) => ({ kind: part.kind, what: partWords(part), value })),
    ...beside,
  };
}
