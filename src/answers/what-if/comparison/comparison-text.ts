import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import type { FirstCause } from '../../../reports/first-cause/first-cause.ts';
import { columnsOf, foldedCommand, wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText, durationText, withUnits } from '../../../reports/text/quantity-text.ts';
import { fittedTable, kubectlTable } from '../../../reports/text/tab-writer.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { pairsMin } from '../statistics/paired-bootstrap.ts';
import { changesText } from '../variants/variant.ts';
import type { VariantDifference, VariantsCompared } from './compare-variants.ts';
import type { DifferenceVerdict, FigureDifference } from './figure-difference.ts';
import type { PodDifference, PodDifferences } from './pod-differences.ts';

/** The figures that sentences tell; the table has all of them. */
const toldFigures = [
  'all running after',
  'time to running p50',
  'time to running p99',
  'pods not running',
  'pods rejected',
  'failed pulls',
  'refused by back-off',
  'duplicate pulls',
  'downloaded',
  'NotReady',
  'disk pressure',
];

const podsMax = 5;

/**
 * Where the cells of a figure are that a narrow table may go without, and how wide the name of a variant is
 * in it.
 */
const [differenceColumn, intervalColumn, nameColumnsMax] = [3, 4, 12];

const verdictWords = {
  better: 'better',
  worse: 'worse',
  different: 'different',
  same: 'the same',
  notShown: 'none shown',
} as const;

/** Without an interval it is not known whether a difference is more than chance. */
const tooFew = 'too few runs';

/**
 * Returns the comparison for people: sentences, the table of figures, the pods that win and lose; it ends in
 * a line feed.
 */
export function comparisonText(
  compared: VariantsCompared,
  commands: readonly string[],
  options: TextOptions,
): string {
  const { variants, differences, seeds } = compared;
  const { bold } = coloursFor(options);
  const lines = [
    ...variants.map((variant) => listed(variant.name, changesText(variant))),
    `${seedsText(seeds)}; under each seed all of them have the same random draws`,
    ...differences.flatMap((difference) => [
      '',
      ...differenceLines(difference, seeds.length, options.width, bold),
    ]),
    '',
    `One run of each, with a seed whose difference is in the middle:`,
    ...commands.flatMap((command, index) =>
      namedCommand(variants[index]?.name ?? '', visibleText(command), options.width),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A variant that is named after its changes needs no list of them. */
function listed(name: string, text: string): string {
  return name === text ? name : `${name}  ${visibleText(text)}`;
}

/** A name that leaves too little room stands above its command. */
function namedCommand(name: string, command: string, width: number): string[] {
  const [line = '', ...rest] = foldedCommand(command, width, `  ${name}  `);
  if (rest.length === 0) return [line];
  return [`  ${name}`, ...foldedCommand(command, width, '    ')];
}

/** Returns the difference in sentences, those that people ask for first; at least one. */
export function differenceSentences(
  { figures, variant: { name }, against, causes, pods }: VariantDifference,
  runs: number,
): string[] {
  const told = namedFigures(figures);
  const shown = told.filter(differs);
  const named = (verdict: DifferenceVerdict) =>
    told.filter((one) => one.verdict === verdict && !shown.includes(one)).map(({ figure }) => figure.name);
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}: ${names.join(', ')}.`];
  return [
    ...(runs < pairsMin && shown.some(isUnsure)
      ? [
          `${countText(runs, 'seed')} cannot tell a difference from chance: --seeds ${pairsMin} or more gives intervals.`,
        ]
      : []),
    ...podSentences(pods, name),
    ...shown.filter((one) => !repeatsTheSlowest(one, figures)).map((one) => sentence(one, name, runs)),
    ...causeSentences(causes, against.name, name),
    ...list('No difference is shown in', named('notShown')),
    ...list('The same in every run', named('same')),
  ];
}

/** Returns the sentence of the first of these figures that differs; undefined if none has a sentence. */
export function differenceSentence(
  { figures, variant: { name } }: VariantDifference,
  runs: number,
  isWanted: (figure: Figure) => boolean,
): string | undefined {
  const first = namedFigures(figures)
    .filter((one) => differs(one) && !repeatsTheSlowest(one, figures))
    .find(({ figure }) => isWanted(figure));
  return first && sentence(first, name, runs);
}

/** Returns the figures that have a sentence, in the order of these. */
function namedFigures(figures: readonly FigureDifference[]): FigureDifference[] {
  return toldFigures.flatMap((wanted) => figures.find(({ figure }) => figure.name === wanted) ?? []);
}

function differs(one: FigureDifference): boolean {
  return isUnsure(one) || !['same', 'notShown'].includes(one.verdict);
}

/**
 * Returns how many pods the change moves, and by how much in the middle: the slowest pod alone may hardly
 * move.
 */
function podSentences(
  { sooner, later, onlyAfter, onlyBefore, same, notShown }: PodDifferences,
  name: string,
): string[] {
  const moved = (pods: readonly PodDifference[], way: string) => {
    const middle = pods[Math.floor(pods.length / 2)]?.differenceMs;
    if (middle === undefined || middle === null) return [];
    const by = `by ${durationText(Math.abs(middle))}${pods.length === 1 ? '' : ' in the middle'}`;
    return [`${pods.length} ${pods.length === 1 ? 'runs' : 'run'} ${way}, ${by}`];
  };
  const [fast, slow] = [moved(sooner, 'sooner'), moved(later, 'later')];
  const groups = later.length > sooner.length ? [...slow, ...fast] : [...fast, ...slow];
  if (groups.length === 0) return [];
  const all = [sooner, later, onlyAfter, onlyBefore].reduce(
    (sum, pods) => sum + pods.length,
    same + notShown,
  );
  return [`With ${name}, of ${countText(all, 'pod')}: ${groups.join('; ')}.`];
}

/**
 * Returns what held pods back most on each side, where that differs. A limit of the node's own can be mended
 * there, so it is always told.
 */
function causeSentences(
  { before, after }: VariantDifference['causes'],
  against: string,
  name: string,
): string[] {
  const isTold = before?.words !== after?.words || after?.kind === 'throttle';
  const told = (cause: FirstCause | null, side: string) =>
    `First cause with ${side}: ${cause?.sentence ?? 'nothing held a pod'}.`;
  return isTold ? [told(before, against), told(after, name)] : [];
}

/**
 * Whether there is a difference in the runs, but too few of them have the figure to say whether that is
 * chance.
 */
function isUnsure({ verdict, difference, interval }: FigureDifference): boolean {
  return verdict === 'notShown' && interval === null && difference !== null && difference !== 0;
}

/** Of few pods, the slowest one is the percentile too. */
function repeatsTheSlowest(one: FigureDifference, figures: readonly FigureDifference[]): boolean {
  const [slowest] = figures;
  return (
    slowest !== undefined &&
    slowest !== one &&
    slowest.difference !== null &&
    one.difference === slowest.difference &&
    one.after === slowest.after
  );
}

/** `Time to running p99: 31 s less with B, 70 s instead of 101 s (95 % interval: 28 s to 34 s less).` */
function sentence(
  { figure, before, after, difference, interval, ...missing }: FigureDifference,
  name: string,
  runs: number,
): string {
  const text = (value: number) => figureText(figure, value);
  const title = `${figure.name[0]?.toUpperCase()}${figure.name.slice(1)}`;
  const { missingBefore, missingAfter } = missing;
  if (difference === null || before === null || after === null)
    return missingAfter > missingBefore
      ? `${title}: never with ${name}, because pods do not run; ${before === null ? 'never' : text(before)} before.`
      : `${title}: ${after === null ? 'never' : text(after)} with ${name}; never before, because pods did not run.`;
  const way = difference < 0 ? lessOf(figure) : 'more';
  const sure =
    interval === null ? ` (${tooFew} to judge)` : ` (95 % interval: ${intervalText(figure, interval)})`;
  const lacks =
    missingBefore + missingAfter === 0
      ? ''
      : ` Pods that do not run leave it out in ${missingBefore} of ${countText(runs, 'run')} before and ${missingAfter} after.`;
  return `${title}: ${text(Math.abs(difference))} ${way} with ${name}, ${text(after)} instead of ${text(before)}${sure}.${lacks}`;
}

function lessOf({ unit }: Figure): string {
  return unit === 'count' ? 'fewer' : 'less';
}

/** Returns `28 s to 34 s less`, or `1 s less to 2 s more`. */
function intervalText(
  figure: Figure,
  { low, high }: { readonly low: number; readonly high: number },
): string {
  const text = (value: number) => figureText(figure, Math.abs(value));
  const [small, great] = Math.abs(low) < Math.abs(high) ? [low, high] : [high, low];
  if (low < 0 && high > 0) return `${text(low)} ${lessOf(figure)} to ${text(high)} more`;
  const way = high <= 0 ? lessOf(figure) : 'more';
  return text(small) === text(great) ? `${text(small)} ${way}` : `${text(small)} to ${text(great)} ${way}`;
}

/** Returns the sentences, the table of figures and the pods of one difference. */
export function differenceLines(
  difference: VariantDifference,
  runs: number,
  width: number,
  bold: (text: string) => string,
): string[] {
  const { variant, against, figures, pods } = difference;
  return [
    ...wrapWords(`${variant.name} instead of ${against.name}`, width).map(bold),
    ...differenceSentences(difference, runs).flatMap((text) => wrapWords(withUnits(text), width)),
    '',
    ...figuresTable([against.name, variant.name], figures, width),
    '',
    ...podLines(pods, variant.name, runs, width),
  ];
}

/**
 * Returns the table of figures. Intervals have no column where there are none. On a narrow terminal long
 * names of variants give way, and differences where intervals tell them.
 */
function figuresTable(
  names: readonly string[],
  figures: readonly FigureDifference[],
  width: number,
): string[] {
  const rows = figures.map(differenceCells);
  const hasIntervals = rows.some((cells) => cells[intervalColumn] !== '');
  const table = (sides: readonly string[], left: number | undefined, layout: typeof fittedTable) => {
    const all = [['FIGURE', ...sides, 'DIFFERENCE', '95 % INTERVAL', ''], ...rows];
    const [head = [], ...others] = all.map((cells) => cells.filter((_, column) => column !== left));
    return layout(head, others, width).map((line) => line.trimEnd());
  };
  const whole = table(names, hasIntervals ? undefined : intervalColumn, kubectlTable);
  if (whole.every((line) => columnsOf(line) <= width)) return whole;
  const sides = names.some((name) => columnsOf(name) > nameColumnsMax) ? ['BEFORE', 'AFTER'] : names;
  return table(sides, hasIntervals ? differenceColumn : intervalColumn, fittedTable);
}

/** Returns the name of a figure, before, after, the difference, its interval, and what that shows. */
export function differenceCells(told: FigureDifference): string[] {
  const { figure, before, after, difference, interval, verdict } = told;
  const text = (value: number | null) => (value === null ? '–' : figureText(figure, value));
  const signed = (value: number) => {
    const size = figureText(figure, Math.abs(value));
    return /[1-9]/.test(size) ? `${value < 0 ? '−' : '+'}${size}` : '0';
  };
  const between =
    interval === null || (interval.low === 0 && interval.high === 0)
      ? ''
      : `${signed(interval.low)} to ${signed(interval.high)}`;
  return [
    figure.name,
    text(before),
    text(after),
    difference === null ? '–' : signed(difference),
    between,
    isUnsure(told) ? tooFew : verdictWords[verdict],
  ];
}

function podLines(pods: PodDifferences, name: string, runs: number, width: number): string[] {
  const { sooner, later, onlyAfter, onlyBefore } = pods;
  const counts = [
    ...(runs < pairsMin ? [] : [`${sooner.length} sooner`, `${later.length} later`]),
    ...(onlyAfter.length === 0 ? [] : [`${onlyAfter.length} only with ${name}`]),
    ...(onlyBefore.length === 0 ? [] : [`${onlyBefore.length} not any more`]),
    ...unmovedPods(pods, runs),
  ];
  const group = (title: string, pods: readonly PodDifference[]) =>
    pods.length === 0
      ? []
      : wrapWords(
          `${title}: ${pods.slice(0, podsMax).map(podText).join(', ')}${pods.length > podsMax ? ', …' : ''}`,
          width,
        );
  return [
    ...wrapWords(`Pods: ${counts.join(', ')}.`, width),
    ...group('win most', sooner),
    ...group('lose most', later),
    ...group(`run only with ${name}`, onlyAfter),
    ...group('no longer run', onlyBefore),
  ];
}

/** Returns of how many pods the change moves nothing, and of how many that is not known. */
export function unmovedPods({ same, notShown }: PodDifferences, runs: number): string[] {
  const unknown = runs < pairsMin ? 'nothing can be said with so few seeds' : 'no difference is shown';
  return [
    ...(same === 0 ? [] : [`${same} the same in every run`]),
    ...(notShown === 0 ? [] : [`of ${notShown} ${unknown}`]),
  ];
}

function podText({ pod, differenceMs }: PodDifference): string {
  if (differenceMs === null) return visibleText(pod);
  return `${visibleText(pod)} ${differenceMs < 0 ? '−' : '+'}${durationText(Math.abs(differenceMs))}`.replaceAll(
    ' ',
    '\u00a0',
  );
}

function seedsText(seeds: readonly number[]): string {
  return `${countText(seeds.length, 'seed')}, ${seeds[0] ?? '–'} to ${seeds.at(-1) ?? '–'}`;
}
