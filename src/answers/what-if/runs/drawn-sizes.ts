import { imagesOfRanges, withSizeDraw } from '../../../inputs/images/with-size-draw.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { SizedInput } from '../../certainty/size-draws.ts';

/** How many draws of sizes the runs of a question take in turn, with the likeliest sizes as the first one. */
export const sizeDrawsMax = 16;

/** An input; without origins, its sizes count as given. */
export type SeededInput = Pick<SizedInput, 'input'> & Partial<Pick<SizedInput, 'origins'>>;

/** Returns the names of the images whose sizes the runs of a question draw. */
export function drawnImages({ input, origins }: SeededInput): readonly string[] {
  return origins === undefined ? [] : imagesOfRanges(input, origins);
}

/**
 * Returns the input of the run with this index among the seeds of a question: the first one has the likeliest
 * sizes, the others have sizes within the ranges. Variants of one input have the same sizes in the run with
 * the same index, so their runs remain pairs.
 */
export function inputOfRun({ input, origins }: SeededInput, seed: number, index: number): SimulationInput {
  const draw = index % sizeDrawsMax;
  return { ...(draw === 0 || origins === undefined ? input : withSizeDraw(input, origins, draw)), seed };
}

/** Returns the compressed size of each of these images in each of so many runs. */
export function sizesByImage(
  sized: SeededInput,
  images: readonly string[],
  runs: number,
): ReadonlyMap<string, readonly number[]> {
  const ofDraws = Array.from({ length: Math.min(runs, sizeDrawsMax) }, (_, draw) =>
    inputOfRun(sized, sized.input.seed, draw),
  );
  const sizeIn = (image: string, run: number) =>
    (ofDraws[run % sizeDrawsMax]?.images[image]?.layers ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  return new Map(
    images.map((image) => [image, Array.from({ length: runs }, (_, run) => sizeIn(image, run))] as const),
  );
}
