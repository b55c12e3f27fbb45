import { z } from 'zod';

/** Outcomes of successive `PullImage` calls by image, in scripts that have pulls. */
export const pullsSchema = z.record(
  z.string(),
  z.array(
    z.strictObject({
      takesMs: z.number().nonnegative().exactOptional(),
      error: z.string().exactOptional(),
      ref: z.string().exactOptional(),
      size: z.int().nonnegative().exactOptional(),
    }),
  ),
);
