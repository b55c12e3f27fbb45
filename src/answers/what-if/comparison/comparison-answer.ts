import { type Answer, type AnswerTable, columnsLike } from '../../../reports/answer/answer.ts';
import type { AnswerChart, Interval } from '../../../reports/answer/answer-chart.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { changesText } from '../variants/variant.ts';
import type { VariantDifference, VariantsCompared } from './compare-variants.ts';
import { differenceCells, differenceSentences, unmovedPods } from './comparison-text.ts';
import type { FigureDifference } from './figure-difference.ts';

/**
 * Returns a comparison as a page: what each variant changes, with intervals, and the pods that gain and lose.
 */
export function comparisonAnswer(compared: VariantsCompared, commands: readonly string[]): Answer {
  const { variants, differences, seeds } = compared;
  return {
    title: variants.map(({ name }) => name).join(' and '),
    conditions: [
      ...variants.flatMap((variant) =>
        variant.name === changesText(variant) ? [] : [`${variant.name}: ${changesText(variant)}`],
      ),
      `${countText(seeds.length, 'seed')}, ${seeds[0] ?? '–'} to ${seeds.at(-1) ?? '–'}; under each seed all variants have the same random draws`,
    ],
    sentences: [
      ...differences.flatMap((difference) => differenceSentences(difference, seeds.length)),
      ...commands.flatMap((command, index) => [`One run of ${variants[index]?.name ?? ''}:`, `  ${command}`]),
    ],
    charts: () => differences.flatMap((difference) => differenceChart(difference) ?? []),
    tables: differences.flatMap((difference) => [
      figuresTable(difference),
      podsTable(difference, seeds.length),
    ]),
  };
}

/** Returns the differences of a variant in percent, with their intervals; undefined if there is none. */
export function differenceChart({ variant, against, figures }: VariantDifference): AnswerChart | undefined {
  const rows = figures.flatMap(intervalOf);
  if (rows.length === 0) return undefined;
  const title = `${variant.name} instead of ${against.name}: differences with their 95 % intervals`;
  const says = rows.map(({ name, mid }) => `${name}: ${mid.toFixed(0)} %`).join(', ');
  return { kind: 'intervals', title, says, rows };
}

function intervalOf({ figure, before, difference, interval, verdict }: FigureDifference): Interval[] {
  if (before === null || before === 0 || difference === null || interval === null || verdict === 'same')
    return [];
  const percent = (value: number) => (100 * value) / before;
  const judged = verdict === 'better' || verdict === 'worse' ? verdict : 'neither';
  return [
    {
      name: figure.name,
      mid: percent(difference),
      low: percent(interval.low),
      high: percent(interval.high),
      verdict: judged,
    },
  ];
}

/** Returns all figures of a difference. */
export function figuresTable({ variant, against, figures }: VariantDifference): AnswerTable {
  const columns = ['figure', against.name, variant.name, 'difference', '95 % interval', 'what it shows'].map(
    (title, index) => ({
      title,
      look: index === 0 ? ('name' as const) : ('number' as const),
    }),
  );
  return {
    caption: `${variant.name} instead of ${against.name}`,
    columns,
    rows: figures.map(differenceCells),
  };
}

function podsTable({ variant, pods }: VariantDifference, runs: number): AnswerTable {
  const { sooner, later, onlyAfter, onlyBefore } = pods;
  const signed = (ms: number) => `${ms < 0 ? '−' : '+'}${durationText(Math.abs(ms))}`;
  const rows = [
    ...[...later, ...sooner].map(({ pod, differenceMs, interval }) => [
      pod,
      differenceMs === null ? '' : signed(differenceMs),
      interval === null ? '' : `${signed(interval.low)} to ${signed(interval.high)}`,
    ]),
    ...onlyAfter.map(({ pod }) => [pod, `runs only with ${variant.name}`, '']),
    ...onlyBefore.map(({ pod }) => [pod, 'does not run any more', '']),
  ];
  const columns = columnsLike({
    pod: 'name',
    'runs sooner (−) or later (+)': 'number',
    '95 % interval': 'number',
  });
  const caption = [`Pods that ${variant.name} moves`, ...unmovedPods(pods, runs)].join('; ');
  return { caption, columns, rows };
}
