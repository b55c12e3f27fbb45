import { z } from 'zod';
import { parseShape } from '../../../inputs/documents/parse-shape.ts';
import type { ImageOrigin } from '../../../inputs/images/image-origin.ts';
import { originsOfRanges } from '../../../inputs/images/with-size-draw.ts';
import { limits } from '../../../inputs/limits.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';

type Origins = ReadonlyMap<string, ImageOrigin>;

const size = z.number().positive();
const ends = { low: size, high: size };
const layers = z.union([z.array(z.number().nonnegative()).max(limits.layers), z.int().max(limits.layers)]);
const row = z.looseObject({ bytes: size, layers: layers.optional() });

const originEntries = z.array(
  z.tuple([
    z.string(),
    z.union([
      z.looseObject({
        kind: z.literal('known'),
        found: z.looseObject({ ...ends, row, isExact: z.boolean() }),
      }),
      z.looseObject({ kind: z.literal('drawn'), middle: size, ...ends }),
    ]),
  ]),
);

/** Returns the origins of the images whose sizes are drawn, as plain data for another process. */
export function originEntriesOf(input: SimulationInput, origins: Origins = new Map()): unknown[] {
  return [...originsOfRanges(input, origins)];
}

/** Returns the origins that came from another process; undefined if they are none. */
export function readOrigins(value: unknown): Origins | undefined {
  const read = parseShape(originEntries, value);
  return read?.success === true ? new Map(read.data as unknown as [string, ImageOrigin][]) : undefined;
}
