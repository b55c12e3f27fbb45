import { imagesOfRanges, withSizeDraw } from '../../../inputs/images/with-size-draw.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import type { SizedInput } from '../../certainty/size-draws.ts';

/** How many draws of sizes the runs of a question take in turn, with the likeliest sizes as the first one. */
export const sizeDrawsMax = 16;

/** An input; without origins, its sizes count as given. */
export type SeededInput = Pick<SizedInput, 'input'> & Partial<Pick<SizedInput, 'origins'>>;

/** Returns an input with what a question draws of it: no sizes where the request names a draw (`--size-draw`). */
export function sizedInput(
  { input, origins }: SizedInput,
  { sizeDraw }: Pick<RunRequest, 'sizeDraw'>,
): SizedInput {
  return { input, origins: sizeDraw === undefined ? origins : new Map() };
}

/** Returns the names of the images whose sizes the runs of a question draw. */
export function drawnImages({ input, origins }: SeededInput): readonly string[] {
  return origins === undefined ? [] : imagesOfRanges(input, origins);
}

/** Returns the draw of sizes of the run with this index among the seeds of a question; 0: the likeliest. */
export function drawOfRun(sized: SeededInput, index: number): number {
  return drawnImages(sized).length === 0 ? 0 : index % sizeDrawsMax;
}

/** Returns the input of a run with this seed and this draw of sizes; draw 0 has the likeliest ones. */
export function inputOfDraw({ input, origins }: SeededInput, seed: number, draw: number): SimulationInput {
  return { ...(draw === 0 || origins === undefined ? input : withSizeDraw(input, origins, draw)), seed };
}

/**
 * Returns the input of the run with this index among the seeds of a question: the first one has the likeliest
 * sizes, the others have sizes within the ranges. Variants of one input have the same sizes in the run with
 * the same index, so their runs remain pairs.
 */
export function inputOfRun(sized: SeededInput, seed: number, index: number): SimulationInput {
  return inputOfDraw(sized, seed, index % sizeDrawsMax);
}

/** The compressed size of each image in each draw, in the order of the runs; after the last one they start again. */
export type DrawnSizes = ReadonlyMap<string, readonly number[]>;

/** Returns the compressed size of each of these images in the draws of so many runs. */
export function sizesByImage(sized: SeededInput, images: readonly string[], runs: number): DrawnSizes {
  const ofDraws = Array.from({ length: Math.min(runs, sizeDrawsMax) }, (_, draw) =>
    inputOfDraw(sized, sized.input.seed, draw),
  );
  const sizeIn = (image: string, draw: SimulationInput) =>
    (draw.images[image]?.layers ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  return new Map(images.map((image) => [image, ofDraws.map((draw) => sizeIn(image, draw))] as const));
}
