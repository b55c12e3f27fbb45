import { type Figure, figureRows, figureText } from '../../../reports/comparison/figure-rows.ts';
import type { comparison } from '../../../reports/json/what-if.ts';
import { countText, sizeText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import type { Parsed } from '../../../trace/record.ts';
import { type DrawnSizes, sizeDrawsMax } from '../runs/drawn-sizes.ts';
import { decidingSize } from './deciding-size.ts';

/** Whether a variant is better whatever the sizes that were not given. */
export type SizeDependence = NonNullable<Parsed<typeof comparison>['differences'][number]['sizes']>;

type Values = readonly (number | null)[];
type RunVerdict = 'better' | 'worse' | 'same';

/** Differences below this share of the value before count as none. */
const sameShare = 0.01;

const listing = '`kubectl get nodes -o yaml`';

/** Returns the time until all pods run, by which a comparison says which variant is better. */
export function allRunningFigure(): Figure {
  const found = figureRows.find(({ name }) => name === 'all running after');
  if (found === undefined) throw new Error('no figure of the time until all pods run');
  return found;
}

/** Returns `16 draws of 2 images that you did not give`. */
export function drawsText(images: number, runs: number): string {
  return `${countText(Math.min(runs, sizeDrawsMax), 'draw')} of ${countText(images, 'image')} that you did not give`;
}

/**
 * Returns whether the second variant is better for all sizes that were drawn, by a figure of each run, null
 * where the run does not have it.
 */
export function sizeDependence(
  names: { readonly before: string; readonly after: string },
  { before, after }: { readonly before: Values; readonly after: Values },
  sizes: DrawnSizes,
  figure: Figure = allRunningFigure(),
): SizeDependence {
  const verdicts = before.map((value, run) => runVerdict(figure, value, after[run] ?? null));
  const count = (wanted: RunVerdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const [better, worse, same] = [count('better'), count('worse'), count('same')];
  const gains = (wanted: RunVerdict) =>
    before.flatMap((value, run) => {
      const other = after[run] ?? null;
      return verdicts[run] !== wanted || value === null || other === null ? [] : [Math.abs(other - value)];
    });
  const kinds = verdicts.map((verdict) =>
    worse > 0 && better > 0 && verdict === 'same' ? undefined : verdict === (better > 0 ? 'better' : 'worse'),
  );
  const isMixed = [better, worse, same].filter((runs) => runs > 0).length > 1;
  const found = isMixed ? decidingSize(sizes, kinds) : undefined;
  const tried = drawsText(sizes.size, before.length);
  const upTo = (wanted: RunVerdict) => upToText(figure, gains(wanted));
  const [winner, loser] = better > 0 ? [names.after, names.before] : [names.before, names.after];
  const wins: RunVerdict = better > 0 ? 'better' : 'worse';
  const sentence = (): string => {
    if (better === 0 && worse === 0)
      return `${names.after} and ${names.before} are alike for all sizes tried (${tried}).`;
    if (found !== undefined) {
      const [way, other] = found.isBelow ? ['below', 'above'] : ['above', 'below'];
      const isWhole = better > 0 && worse > 0;
      const best = isWhole ? 'better' : `better than ${loser}`;
      const rest = isWhole ? `${loser} ${other} that` : `there is no difference ${other} that`;
      return `Depends on the size of ${found.image}: ${winner} is ${best} ${way} ${sizeText(found.bytes)}, ${rest} (${tried}). Give it with --image-size, or the nodes' own sizes (${listing}).`;
    }
    if (better > 0 && worse > 0)
      return `Depends on sizes, or on chance: of ${countText(before.length, 'run')} ${names.after} is better in ${better}${upTo('better')} and worse in ${worse}${upTo('worse')}; no single image decides it (${tried}). ${listing} shows their sizes.`;
    if (same > 0) return `${winner} beats ${loser} or equals it for all sizes tried (${tried})${upTo(wins)}.`;
    return `${winner} beats ${loser} for all sizes tried (${tried})${byText(figure, gains(wins))}.`;
  };
  return {
    images: sizes.size,
    draws: Math.min(before.length, sizeDrawsMax),
    better,
    worse,
    same,
    decidedBy: found === undefined ? null : { ...found },
    sentence: sentence(),
  };
}

/** A variant whose run does not have the figure loses: what takes that time never comes. */
export function runVerdict({ good }: Figure, before: number | null, after: number | null): RunVerdict {
  if (before === null || after === null)
    return before === after ? 'same' : before === null ? 'better' : 'worse';
  if (Math.abs(after - before) <= sameShare * Math.abs(before)) return 'same';
  return after < before === (good !== 'more') ? 'better' : 'worse';
}

function byText(figure: Figure, gains: readonly number[]): string {
  if (gains.length === 0) return ', under which some pods never run';
  return `, by ${rangeText(figureText(figure, smallest(gains)), figureText(figure, largest(gains)))}`;
}

function upToText(figure: Figure, gains: readonly number[]): string {
  return gains.length === 0 ? '' : `, by up to ${figureText(figure, largest(gains))}`;
}
