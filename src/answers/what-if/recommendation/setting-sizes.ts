import { sizeText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { type DecidingSize, decidingSize } from '../comparison/deciding-size.ts';
import { drawsText, sizeDependence } from '../comparison/size-dependence.ts';
import { type Bound, keepsTo } from '../figures/figure-bound.ts';
import { type DrawnSizes, inputOfRun, sizeDrawsMax } from '../runs/drawn-sizes.ts';
import { type Runner, runInOrder } from '../runs/runner.ts';
import type { PointInput } from '../sweep/sweep.ts';
import type { Variant } from '../variants/variant.ts';
import type { JudgedSetting, Recommendation, RecommendationSizes } from './recommend.ts';

interface SettingRuns {
  readonly targets: readonly Bound[];
  readonly seeds: readonly number[];
  readonly inputOf: (variant: Variant) => PointInput;
}

/**
 * Adds the comparison of the recommended setting with the first one over the sizes that were drawn. A few
 * runs show that the first one fails, so those with the other draws are made now. Returns the recommendation
 * as it was if no size is drawn, or after an interruption.
 */
export async function withSizes(
  recommendation: Recommendation,
  drawn: DrawnSizes,
  { targets, seeds, inputOf }: SettingRuns,
  { width, run }: Runner,
): Promise<Recommendation> {
  const { found, tried } = recommendation;
  const [first] = tried;
  const [target] = targets;
  if (drawn.size === 0) return recommendation;
  const sizes = { drawn };
  if (found === undefined || first === undefined || first === found || target === undefined)
    return { ...recommendation, sizes };
  const input = inputOf(first.variant);
  if ('refused' in input) return { ...recommendation, sizes };
  const runs = Math.min(found.summaries.length, sizeDrawsMax, seeds.length);
  const valuesOf = ({ summaries }: Pick<JudgedSetting, 'summaries'>) =>
    summaries.slice(0, runs).map((summary) => target.figure.measure(summary));
  const before = valuesOf(first);
  const more = seeds.slice(0, runs).map((seed, index) => ({ seed, index }));
  const start = ({ seed, index }: (typeof more)[number]) => run(inputOfRun(input, seed, index));
  for await (const { result } of runInOrder(more.slice(before.length), width, start))
    before.push(target.figure.measure(result.summary));
  if (before.length < runs) return { ...recommendation, sizes };
  const names = { before: visibleText(first.variant.name), after: visibleText(found.variant.name) };
  const against = sizeDependence(names, { before, after: valuesOf(found) }, drawn, target.figure);
  return { ...recommendation, sizes: { ...sizes, against } };
}

/** Returns the image on whose size it depends whether a run of the setting keeps to the targets, if there is one. */
export function keptBy(
  { summaries }: JudgedSetting,
  targets: readonly Bound[],
  drawn: DrawnSizes,
): DecidingSize | undefined {
  const kept = summaries.map((summary) =>
    targets.every((target) => keepsTo(target, target.figure.measure(summary))),
  );
  return decidingSize(drawn, kept);
}

/** Returns a sentence about it; none if no size decides. */
export function keptBySentences(
  setting: JudgedSetting,
  targets: readonly Bound[],
  sizes: RecommendationSizes | undefined,
): string[] {
  const found = sizes && keptBy(setting, targets, sizes.drawn);
  if (sizes === undefined || found === undefined) return [];
  const way = found.isBelow ? 'below' : 'above';
  return [
    `Whether ${visibleText(setting.variant.name)} keeps to it depends on the size of ${visibleText(found.image)}: it does ${way} ${sizeText(found.bytes)} (${drawsText(sizes.drawn.size, setting.summaries.length)}). Give it with --image-size.`,
  ];
}
