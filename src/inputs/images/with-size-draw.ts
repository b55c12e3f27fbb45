import type { SimulationInput } from '../../run/simulation-input.ts';
import { uncertainImage } from './assumed-image.ts';
import { imageName } from './image-name.ts';
import { type ImageOrigin, rangeOf, type UncertainOrigin } from './image-origin.ts';

/** Returns the names of the images whose sizes are ranges: of a similar version, or drawn. */
export function imagesOfRanges(
  { images }: SimulationInput,
  origins: ReadonlyMap<string, ImageOrigin>,
): string[] {
  return Object.keys(images).filter((name) => uncertain(name, origins) !== undefined);
}

/** Returns the origins of those images, by canonical name: all that a draw needs beside the input. */
export function originsOfRanges(
  input: SimulationInput,
  origins: ReadonlyMap<string, ImageOrigin>,
): ReadonlyMap<string, UncertainOrigin> {
  return new Map(
    imagesOfRanges(input, origins).flatMap((name) => {
      const origin = uncertain(name, origins);
      return origin === undefined ? [] : [[canonicalName(name), origin] as const];
    }),
  );
}

/**
 * Returns the same input with other sizes for the images whose size was not given, each within its range.
 * Draws count from 1.
 */
export function withSizeDraw(
  input: SimulationInput,
  origins: ReadonlyMap<string, ImageOrigin>,
  draw: number,
): SimulationInput {
  return { ...input, images: imagesOfDraw(input.images, origins, draw) };
}

/** Returns these images with the sizes of a draw, each within its range. */
export function imagesOfDraw(
  images: SimulationInput['images'],
  origins: ReadonlyMap<string, ImageOrigin>,
  draw: number,
): SimulationInput['images'] {
  const drawn = Object.entries(images).map(([name, image]) => {
    const origin = uncertain(name, origins);
    return [
      name,
      origin === undefined ? image : uncertainImage(name, canonicalName(name), origin, draw),
    ] as const;
  });
  return Object.fromEntries(drawn);
}

function uncertain(name: string, origins: ReadonlyMap<string, ImageOrigin>): UncertainOrigin | undefined {
  const origin = origins.get(canonicalName(name));
  if (origin === undefined || origin.kind === 'given') return undefined;
  const range = rangeOf(origin);
  return range === undefined || range.low === range.high ? undefined : origin;
}

function canonicalName(name: string): string {
  return imageName(name)?.canonical ?? name;
}
