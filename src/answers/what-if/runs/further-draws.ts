import { countText } from '../../../reports/text/quantity-text.ts';
import { reckonedSeconds } from '../../certainty/size-draws.ts';
import { drawnImages, type SeededInput } from './drawn-sizes.ts';

const drawsMax = 4;
/** The limit for all draws together, on one quiet core, computed and not measured. */
const secondsMax = 4;

/** Sizes that were drawn beside the likeliest, for an answer that has been found with those. */
export interface FurtherDraws {
  /** How many images have sizes that were drawn. */
  readonly images: number;
  /** From 1 on; none if all sizes are given, or if a run takes too long. */
  readonly draws: readonly number[];
}

/**
 * Returns the draws of sizes for which an answer is looked at once more: a few if that is quick. Each of them
 * takes so many runs, and a run so many virtual milliseconds.
 */
export function furtherDraws(sized: SeededInput, endMs: number, runsOfDraw: number): FurtherDraws {
  const images = drawnImages(sized).length;
  if (images === 0) return { images, draws: [] };
  const seconds = Math.max(reckonedSeconds(sized.input, endMs / 1000), 0.001);
  const draws = Math.min(drawsMax, Math.floor(secondsMax / (seconds * runsOfDraw)));
  return { images, draws: Array.from({ length: draws }, (_, index) => index + 1) };
}

/** Returns `over 5 draws of the sizes of 3 images that you did not give`. */
export function overDrawsText({ images, draws }: FurtherDraws): string {
  const whose = images === 1 ? 'the size of 1 image' : `the sizes of ${countText(images, 'image')}`;
  return `over ${draws.length + 1} draws of ${whose} that you did not give`;
}
