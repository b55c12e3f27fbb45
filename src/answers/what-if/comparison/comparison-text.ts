import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import type { FirstCause } from '../../../reports/first-cause/first-cause.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { pairsMin } from '../statistics/paired-bootstrap.ts';
import type { VariantDifference } from './compare-variants.ts';
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

const verdictWords = {
  better: 'better',
  worse: 'worse',
  different: 'different',
  same: 'the same',
  notShown: 'none shown',
} as const;

/** Without an interval it is not known whether a difference is more than chance. */
const tooFew = 'too few runs';

/** Returns the difference in sentences, those that people ask for first; at least one. */
export function differenceSentences(
  { figures, variant: { name }, against, causes, pods, sizes }: VariantDifference,
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
    ...(sizes === undefined ? [] : [sizes.sentence]),
    ...podSentences(pods, name),
    ...shown.filter((one) => !repeatsTheSlowest(one, figures)).map((one) => sentence(one, name, runs)),
    ...causeSentences(causes, against.name, name),
    ...list('No difference is shown in', named('notShown')),
    ...list('The same in every run', named('same')),
    ...otherPods(pods, name, runs),
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
  return `${rangeText(text(small), text(great))} ${way}`;
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
      : rangeText(signed(interval.low), signed(interval.high));
  return [
    figure.name,
    text(before),
    text(after),
    difference === null ? '–' : signed(difference),
    between,
    isUnsure(told) ? tooFew : verdictWords[verdict],
  ];
}

/** Returns how many pods run under one variant only, and of how many nothing changes or is known. */
function otherPods(
  { onlyAfter, onlyBefore, same, notShown }: PodDifferences,
  name: string,
  runs: number,
): string[] {
  const unknown = runs < pairsMin ? 'nothing can be said with so few seeds' : 'no difference is shown';
  const counts = [
    ...(onlyAfter.length === 0 ? [] : [`${onlyAfter.length} only with ${name}`]),
    ...(onlyBefore.length === 0 ? [] : [`${onlyBefore.length} not any more`]),
    ...(same === 0 ? [] : [`${same} the same in every run`]),
    ...(notShown === 0 ? [] : [`of ${notShown} ${unknown}`]),
  ];
  return counts.length === 0 ? [] : [`Pods: ${counts.join(', ')}.`];
}
