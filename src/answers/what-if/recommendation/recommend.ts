import type { RunSummary } from '../../../reports/summary/summary.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { SizeDependence } from '../comparison/size-dependence.ts';
import { type Bound, boundsOf, keepsTo } from '../figures/figure-bound.ts';
import { QuestionError } from '../questions/question-error.ts';
import { type DrawnSizes, drawOfRun, inputOfDraw } from '../runs/drawn-sizes.ts';
import { type Runner, runInOrder } from '../runs/runner.ts';
import type { Stage } from '../runs/time-left.ts';
import { meanOf } from '../statistics/paired-bootstrap.ts';
import type { PointInput } from '../sweep/sweep.ts';
import type { Variant } from '../variants/variant.ts';
import { type Axis, gridOf, gridSize } from '../variants/vary.ts';
import type { RemainingTime } from './remaining-time.ts';
import { type SequentialVerdict, sequentialVerdict } from './sequential-test.ts';

/** A seed, and the draw of sizes that its run has. */
export interface SettingRun {
  readonly seed: number;
  readonly draw: number;
}

/** What is known of a setting after the runs that it took to be sure. */
export interface JudgedSetting {
  readonly variant: Variant;
  readonly verdict: SequentialVerdict | 'refused';
  readonly refused?: string;
  readonly summaries: readonly RunSummary[];
  readonly runsKept: number;
  /** A run that does not keep to the targets: the first one with the likeliest sizes, or else the first one. */
  readonly broken?: SettingRun;
  /** Of each target's figure, the mean of the runs that have it; null if none has. */
  readonly means: readonly (number | null)[];
}

/** The sizes that were drawn, and whether the recommended setting is better than the first one for all of them. */
export interface RecommendationSizes {
  readonly drawn: DrawnSizes;
  /** By the figure of the first target; absent: none is recommended, or it is the first one. */
  readonly against?: SizeDependence;
}

/** A setting that meets the targets, why smaller ones do not, and all that was tried. */
export interface Recommendation {
  readonly found: JudgedSetting | undefined;
  /** For each field that was changed: the setting with the value before it. */
  readonly smaller: readonly JudgedSetting[];
  /** In the order in which they were tried. */
  readonly tried: readonly JudgedSetting[];
  /** Those of which no other is better or as good in all targets. */
  readonly front: readonly JudgedSetting[];
  readonly interrupted: boolean;
  /**
   * Of each target's figure under the best setting, what its time consists of; absent if it was not asked
   * for.
   */
  readonly remaining?: readonly (RemainingTime | undefined)[];
  /** Absent if no size was drawn. */
  readonly sizes?: RecommendationSizes;
}

interface RecommendOptions {
  /** Each field's values from the least change to the greatest; the first is what there is now. */
  readonly axes: readonly Axis[];
  readonly targets: readonly Bound[];
  readonly seeds: readonly number[];
  readonly inputOf: (variant: Variant) => PointInput;
}

/**
 * Returns the least change that meets all targets: settings are tried from the least change on, by the number
 * of steps from the first values and then by the order of the fields, each with as many seeds as it takes to
 * be sure.
 */
export async function recommend(
  { axes, targets, seeds, inputOf }: RecommendOptions,
  runner: Runner,
  onRun: (stage: Stage) => void,
): Promise<Recommendation> {
  const tried: JudgedSetting[] = [];
  let done = 0;
  const settings = byLeastChange(axes);
  for (const variant of settings) {
    const judged = await judge(variant, { targets, seeds, inputOf }, runner, (runs) =>
      onRun(stageOf(++done, (settings.length - tried.length) * seeds.length - runs)),
    );
    const interrupted = judged.verdict === 'open' && judged.summaries.length < seeds.length;
    // Of a setting with no run nothing is known.
    if (!interrupted || judged.summaries.length > 0) tried.push(judged);
    if (interrupted)
      return { found: undefined, smaller: [], tried, front: paretoFront(tried, targets), interrupted };
    if (judged.verdict !== 'meets') continue;
    return {
      found: judged,
      smaller: smallerOnes(judged, axes, tried),
      tried,
      front: paretoFront(tried, targets),
      interrupted: false,
    };
  }
  return { found: undefined, smaller: [], tried, front: paretoFront(tried, targets), interrupted: false };
}

/** It may end with any of the runs. */
function stageOf(done: number, leftAtMost: number): Stage {
  return { told: countText(done, 'run'), remaining: [{ amount: leftAtMost, isLimit: true }] };
}

/** Returns all combinations, those with the fewest steps from the first values first. */
export function byLeastChange(axes: readonly Axis[]): readonly Variant[] {
  const steps = ({ changes }: Variant) =>
    changes.reduce(
      (sum, { field, value }) =>
        sum + (axes.find((axis) => axis.field === field)?.values.indexOf(value) ?? 0),
      0,
    );
  return gridOf(axes).sort((a, b) => steps(a) - steps(b));
}

async function judge(
  variant: Variant,
  { targets, seeds, inputOf }: Omit<RecommendOptions, 'axes'>,
  { width, run }: Runner,
  onRun: (runs: number) => void,
): Promise<JudgedSetting> {
  const input = inputOf(variant);
  if ('refused' in input)
    return {
      variant,
      verdict: 'refused',
      refused: input.refused,
      summaries: [],
      runsKept: 0,
      means: targets.map(() => null),
    };
  const summaries: RunSummary[] = [];
  let runsKept = 0;
  let broken: SettingRun | undefined;
  let verdict: SequentialVerdict = 'open';
  const runs = seeds.map((seed, index): SettingRun => ({ seed, draw: drawOfRun(input, index) }));
  const start = ({ seed, draw }: SettingRun) => run(inputOfDraw(input, seed, draw));
  for await (const { job, result } of runInOrder(runs, width, start)) {
    summaries.push(result.summary);
    onRun(summaries.length);
    if (targets.every((target) => keepsTo(target, target.figure.measure(result.summary)))) runsKept++;
    else if (broken === undefined || (broken.draw !== 0 && job.draw === 0)) broken = job;
    verdict = sequentialVerdict(runsKept, summaries.length - runsKept);
    if (verdict !== 'open') break;
  }
  const means = targets.map(({ figure }) => {
    const known = summaries.flatMap((summary) => figure.measure(summary) ?? []);
    return known.length === 0 ? null : meanOf(known);
  });
  return {
    variant,
    verdict,
    summaries,
    runsKept,
    means,
    ...(broken === undefined ? {} : { broken }),
  };
}

function smallerOnes(
  { variant }: JudgedSetting,
  axes: readonly Axis[],
  tried: readonly JudgedSetting[],
): readonly JudgedSetting[] {
  return variant.changes.flatMap(({ field, value }) => {
    const values = axes.find((axis) => axis.field === field)?.values ?? [];
    const before = values[values.indexOf(value) - 1];
    if (before === undefined) return [];
    const changes = variant.changes.map((change) =>
      change.field === field ? { field, value: before } : change,
    );
    const isIt = (other: JudgedSetting) =>
      other.variant.changes.every((change, at) => change.value === changes[at]?.value);
    return tried.find(isIt) ?? [];
  });
}

function paretoFront(tried: readonly JudgedSetting[], targets: readonly Bound[]): readonly JudgedSetting[] {
  const ran = tried.filter(({ verdict }) => verdict !== 'refused');
  /** Less is better. */
  const costs = ({ means }: JudgedSetting) =>
    targets.map(
      ({ operator }, at) =>
        (operator.startsWith('<') ? 1 : -1) *
        (means[at] ?? (operator.startsWith('<') ? Infinity : -Infinity)),
    );
  const isWorse = (one: JudgedSetting, other: JudgedSetting) => {
    const [mine, its] = [costs(one), costs(other)];
    return its.every((cost, at) => cost <= (mine[at] ?? 0)) && its.some((cost, at) => cost < (mine[at] ?? 0));
  };
  return ran.filter((one) => !ran.some((other) => isWorse(one, other)));
}

/** Whether luck decides if the setting keeps to the targets, or there were too few runs to tell. */
export function isNearly({ verdict }: JudgedSetting): boolean {
  return verdict === 'border' || verdict === 'open';
}

/** Returns the best setting of which is said what holds it: none meets the targets, or nearly does. */
export function bestOfFailing({
  found,
  tried,
  front,
  interrupted,
}: Recommendation): JudgedSetting | undefined {
  return found !== undefined || interrupted || tried.some(isNearly) ? undefined : front[0];
}

const settingsMax = 10_000;

/** Returns the targets that are written so. Throws a `QuestionError`. */
export function targetsOf(texts: readonly string[]): readonly Bound[] {
  return boundsOf('--target', texts, 'p99 timeToRunning <= 60s');
}

/** Throws a `QuestionError` if there are more settings than can be tried. */
export function checkSettings(axes: readonly Axis[]): void {
  const size = gridSize(axes);
  if (size > settingsMax) throw new QuestionError(`${size} combinations: at most ${settingsMax} are tried`);
}
