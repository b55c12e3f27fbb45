import type { comparison } from '../../../reports/json/what-if.ts';
import { countText, durationText, sizeText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import type { Parsed } from '../../../trace/record.ts';
import { sizeDrawsMax } from '../runs/drawn-sizes.ts';
import { decidingSize } from './deciding-size.ts';

/** Whether a variant is better whatever the sizes that were not given. */
export type SizeDependence = NonNullable<Parsed<typeof comparison>['differences'][number]['sizes']>;

type Times = readonly (number | null)[];
type RunVerdict = 'better' | 'worse' | 'same';

/** Differences below this share of the time before count as none. */
const sameShare = 0.01;

const listing = '`kubectl get nodes -o yaml`';

/**
 * Returns whether the second variant is better for all sizes that were drawn, by the time until all pods run,
 * null if they do not. `sizes` has the size of each image in each run.
 */
export function sizeDependence(
  names: { readonly before: string; readonly after: string },
  { before, after }: { readonly before: Times; readonly after: Times },
  sizes: ReadonlyMap<string, readonly number[]>,
): SizeDependence {
  const verdicts = before.map((time, run) => runVerdict(time, after[run] ?? null));
  const count = (wanted: RunVerdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const [better, worse, same] = [count('better'), count('worse'), count('same')];
  const gains = (wanted: RunVerdict) =>
    before.flatMap((time, run) => {
      const other = after[run] ?? null;
      return verdicts[run] !== wanted || time === null || other === null ? [] : [Math.abs(other - time)];
    });
  const kinds = verdicts.map((verdict) =>
    worse > 0 && better > 0 && verdict === 'same' ? undefined : verdict === (better > 0 ? 'better' : 'worse'),
  );
  const isMixed = [better, worse, same].filter((runs) => runs > 0).length > 1;
  const found = isMixed ? decidingSize(sizes, kinds) : undefined;
  const draws = Math.min(before.length, sizeDrawsMax);
  const tried = `${countText(draws, 'draw')} of ${countText(sizes.size, 'image')} that you did not give`;
  const [winner, loser] = better > 0 ? [names.after, names.before] : [names.before, names.after];
  const wins = gains(better > 0 ? 'better' : 'worse');
  const sentence = (): string => {
    if (better === 0 && worse === 0)
      return `${names.after} and ${names.before} are alike for all sizes tried (${tried}).`;
    if (found !== undefined) {
      const [way, other] = found.isBelow ? ['below', 'above'] : ['above', 'below'];
      const rest =
        better > 0 && worse > 0 ? `${loser} ${other} that` : `there is no difference ${other} that`;
      return `Depends on the size of ${found.image}: ${winner} is better ${way} ${sizeText(found.bytes)}, ${rest} (${tried}). Give it with --image-size, or the nodes' own sizes (${listing}).`;
    }
    if (better > 0 && worse > 0)
      return `Depends on sizes, or on chance: of ${countText(before.length, 'run')} ${names.after} is better in ${better}${upTo(gains('better'))} and worse in ${worse}${upTo(gains('worse'))}; no single image decides it (${tried}). ${listing} shows their sizes.`;
    if (same > 0) return `${winner} beats ${loser} or equals it for all sizes tried (${tried})${upTo(wins)}.`;
    return `${winner} beats ${loser} for all sizes tried (${tried})${by(wins)}.`;
  };
  return {
    images: sizes.size,
    draws,
    better,
    worse,
    same,
    decidedBy: found === undefined ? null : { ...found },
    sentence: sentence(),
  };
}

/** A variant under which the pods do not run loses. */
function runVerdict(before: number | null, after: number | null): RunVerdict {
  if (before === null || after === null)
    return before === after ? 'same' : before === null ? 'better' : 'worse';
  if (Math.abs(after - before) <= sameShare * before) return 'same';
  return after < before ? 'better' : 'worse';
}

function by(gains: readonly number[]): string {
  if (gains.length === 0) return ', under which some pods never run';
  return `, by ${rangeText(durationText(smallest(gains)), durationText(largest(gains)))}`;
}

function upTo(gains: readonly number[]): string {
  return gains.length === 0 ? '' : `, by up to ${durationText(largest(gains))}`;
}
