import { type Answer, type AnswerTable, columnsLike } from '../../../reports/answer/answer.ts';
import type { AnswerChart, Interval } from '../../../reports/answer/answer-chart.ts';
import { columnsOf } from '../../../reports/text/fitted-text.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { changesText } from '../variants/variant.ts';
import type { VariantDifference, VariantsCompared } from './compare-variants.ts';
import { differenceCells, differenceSentences } from './comparison-text.ts';
import type { FigureDifference } from './figure-difference.ts';
import type { PodDifference } from './pod-differences.ts';

/** Longer names of variants leave no room for figures below them. */
const nameColumnsMax = 12;
/** The pods of each group that a terminal shows: those that win or lose most. */
const podsOnScreen = 5;

/** Returns a comparison: what each variant changes, with intervals, and the pods that gain and lose. */
export function comparisonAnswer(compared: VariantsCompared, commands: readonly string[]): Answer {
  const { variants, differences, seeds } = compared;
  return {
    title: variants.map(({ name }) => name).join(' and '),
    conditions: [
      ...variants.map((variant) =>
        variant.name === changesText(variant) ? variant.name : `${variant.name}: ${changesText(variant)}`,
      ),
      `${countText(seeds.length, 'seed')}, ${seeds[0] ?? '–'} to ${seeds.at(-1) ?? '–'}; under each seed all variants have the same random draws`,
    ],
    sentences: differences.flatMap((difference) => [
      ...(differences.length > 1 ? [`${differenceTitle(difference)}:`] : []),
      ...differenceSentences(difference, seeds.length),
    ]),
    charts: () => differences.flatMap((difference) => differenceChart(difference) ?? []),
    tables: differences.flatMap(differenceTables),
    again: [
      differences.some(({ sizes }) => sizes !== undefined)
        ? 'One run of each, with the likeliest sizes:'
        : 'One run of each, with a seed whose difference is in the middle:',
      ...commands.flatMap((command, index) => [`${variants[index]?.name ?? ''}:`, `  ${command}`]),
    ],
  };
}
/** Returns the differences of a variant in percent, with their intervals; undefined if there is none. */
export function differenceChart({ variant, against, figures }: VariantDifference): AnswerChart | undefined {
  const rows = figures.flatMap(intervalOf);
  if (rows.length === 0) return undefined;
  const title = `${differenceTitle({ variant, against })}: differences with their 95 % intervals`;
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

/** Returns the figures of a difference, and the pods that it moves. */
export function differenceTables({ variant, against, figures, pods }: VariantDifference): AnswerTable[] {
  const names = [against.name, variant.name];
  const sides = names.some((name) => columnsOf(name) > nameColumnsMax)
    ? columnsLike({ before: 'number', after: 'number' })
    : names.map((title) => ({ title, look: 'number', isName: true }) as const);
  const hasIntervals = figures.some(({ interval }) => interval !== null);
  return [
    {
      caption: differenceTitle({ variant, against }),
      columns: [
        { title: 'figure', look: 'name' },
        ...sides,
        { title: 'difference', look: 'number', ...(hasIntervals && { spare: 1 }) },
        { title: '95 % interval', look: 'number' },
        { title: 'verdict', look: 'text' },
      ],
      rows: figures.map(differenceCells),
    },
    podsTable(`Pods that run sooner with ${variant.name}`, pods.sooner),
    podsTable(`Pods that run later with ${variant.name}`, pods.later),
    podsTable(`Pods that run only with ${variant.name}`, pods.onlyAfter),
    podsTable(`Pods that do not run any more with ${variant.name}`, pods.onlyBefore),
  ];
}

function podsTable(caption: string, pods: readonly PodDifference[]): AnswerTable {
  const signed = (ms: number) => `${ms < 0 ? '−' : '+'}${durationText(Math.abs(ms))}`;
  return {
    caption,
    columns: columnsLike({ pod: 'name', 'runs by': 'number', '95 % interval': 'number' }),
    rows: pods.map(({ pod, differenceMs, interval }) => [
      pod,
      differenceMs === null ? '' : signed(differenceMs),
      interval === null ? '' : rangeText(signed(interval.low), signed(interval.high)),
    ]),
    onScreen: podsOnScreen,
  };
}

function differenceTitle({ variant, against }: Pick<VariantDifference, 'variant' | 'against'>): string {
  return `${variant.name} instead of ${against.name}`;
}
