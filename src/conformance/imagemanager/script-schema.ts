import { z } from 'zod';
import { pullsSchema } from '../pulls-schema.ts';

const text = z.string();
const ms = z.number().nonnegative();
const texts = z.record(text, text);

/** The kind "image manager" of the protocol, as docs/conformance.md describes it. What Go would leave out may be left out. */
export const scriptSchema = z.strictObject({
  kind: z.literal('imagemanager').exactOptional(),
  name: text,
  kubelet: z.strictObject({
    serializeImagePulls: z.boolean(),
    maxParallelImagePulls: z.int32().nullable().default(null),
    registryPullQPS: z.number().nonnegative(),
    registryBurst: z.int32().nonnegative(),
    imagePullBackOff: z.strictObject({ initialMs: ms, maxMs: ms }),
    imagePullCredentialsVerificationPolicy: text.exactOptional(),
  }),
  featureGates: z.record(text, z.boolean()).exactOptional(),
  runtime: z.strictObject({
    images: z.array(z.strictObject({ image: text, ref: text, size: z.int().nonnegative() })).default([]),
    inspect: z.record(text, z.array(z.strictObject({ error: text.exactOptional() }))).exactOptional(),
    pulls: pullsSchema.exactOptional(),
    removals: z.array(z.strictObject({ at: ms, image: text })).exactOptional(),
  }),
  calls: z.array(
    z.strictObject({
      at: ms,
      id: text.min(1),
      pod: z.strictObject({ namespace: text, name: text, uid: text.min(1), annotations: texts.exactOptional() }),
      runtimeHandler: text.exactOptional(),
      image: text,
      policy: text,
    }),
  ),
});
