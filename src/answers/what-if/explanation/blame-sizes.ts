import type { FleetBlame } from '../../../reports/critical-path/blame.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import type { Pauses } from '../../../run/simulation/simulate.ts';
import { inputOfDraw, type SeededInput } from '../runs/drawn-sizes.ts';
import { furtherDraws, overDrawsText } from '../runs/further-draws.ts';
import { causeDraws } from './drawn-paths.ts';
import { explainFleet } from './explain.ts';

type BlameSizes = NonNullable<FleetBlame['sizes']>;

/**
 * Runs the input with other sizes of images, a few times if that is quick, and returns whether the time of all
 * pods goes the same way. undefined if there is no other draw, or after an interruption.
 */
export async function blameSizes(
  sized: SeededInput,
  blame: FleetBlame,
  endMs: number,
  options: { readonly engine: EngineName },
  pauses: Pauses,
): Promise<BlameSizes | undefined> {
  const further = furtherDraws(sized, endMs, 1);
  if (further.draws.length === 0) return undefined;
  const all = [blame];
  for (const draw of further.draws) {
    const one = await explainFleet(inputOfDraw(sized, sized.input.seed, draw), options, pauses);
    if (one.reason === 'interrupted') return undefined;
    all.push(one.blame);
  }
  const times = all.map(({ tookMs }) => tookMs);
  const tookMs = { min: smallest(times), max: largest(times) };
  const longest = causeDraws(all.flatMap(({ causes: [first] }) => first?.name ?? []));
  const [first] = longest;
  const shares = all.flatMap(({ causes }) => causes.find(({ name }) => name === first?.cause)?.percent ?? []);
  const time = `all together take ${rangeText(durationText(tookMs.min), durationText(tookMs.max))}`;
  const cause =
    first === undefined
      ? ''
      : longest.length === 1
        ? `; the greatest cause is the same, ${first.cause} (${rangeText(percentText(smallest(shares)), percentText(largest(shares)))} of it)`
        : `; the greatest cause depends on them: ${longest.map((one) => `${one.cause} in ${one.draws}`).join(', ')}`;
  return {
    images: further.images,
    draws: all.length,
    tookMs,
    longest,
    sentence: `Sizes: ${overDrawsText(further)}, ${time}${cause}.`,
  };
}

function percentText(percent: number): string {
  return `${percent.toFixed(0)} %`;
}
