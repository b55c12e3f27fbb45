import { z } from 'zod';
import type { Parsed } from '../../../trace/record.ts';
import { pullsSchema } from '../pulls-schema.ts';

const text = z.string();
const ms = z.number().nonnegative();
const texts = z.record(text, text);

/**
 * The kind "image manager" of the protocol; docs/conformance.md says what the fields mean. Times are ms from
 * the start and may have fractions. Fields that Go would leave out may be left out.
 */
export const scriptSchema = z.strictObject({
  kind: z.literal('imagemanager').exactOptional(),
  name: text,
  kubelet: z.strictObject({
    serializeImagePulls: z.boolean(),
    /** null means no limit. */
    maxParallelImagePulls: z.int32().nullable().default(null),
    /** 0 means no throttle. */
    registryPullQPS: z.number().nonnegative(),
    registryBurst: z.int32().nonnegative(),
    imagePullBackOff: z.strictObject({ initialMs: ms, maxMs: ms }),
    /** Empty means NeverVerifyPreloadedImages. */
    imagePullCredentialsVerificationPolicy: text.exactOptional(),
  }),
  /** An absent gate has the release's default. A gate that the release does not have is ignored. */
  featureGates: z.record(text, z.boolean()).exactOptional(),
  /**
   * Image names here are those with the default tag. Outcomes are those of successive calls by image, of
   * which the last one repeats.
   */
  runtime: z.strictObject({
    images: z.array(z.strictObject({ image: text, ref: text, size: z.int().nonnegative() })).default([]),
    inspect: z.record(text, z.array(z.strictObject({ error: text.exactOptional() }))).exactOptional(),
    /** An image without any fails at once with `not found`. */
    pulls: pullsSchema.exactOptional(),
    removals: z.array(z.strictObject({ at: ms, image: text })).exactOptional(),
  }),
  calls: z.array(
    z.strictObject({
      at: ms,
      id: text.min(1),
      pod: z.strictObject({
        namespace: text,
        name: text,
        uid: text.min(1),
        annotations: texts.exactOptional(),
      }),
      runtimeHandler: text.exactOptional(),
      /** The name as written in the pod. */
      image: text,
      policy: text,
    }),
  ),
});

/**
 * A script of the image manager: the answers of the runtime, and when `EnsureImageExists` is called, without
 * pull secrets.
 */
export type Script = Parsed<typeof scriptSchema>;
/** The settings of the kubelet in a script. */
export type ScriptKubelet = Script['kubelet'];
/** The container runtime of a script: its images, and its answers. */
export type ScriptRuntime = Script['runtime'];
/** The outcome of one pull. */
export type ScriptPull = NonNullable<ScriptRuntime['pulls']>[string][number];
/** One call of `EnsureImageExists`. */
export type ScriptCall = Script['calls'][number];
/** The pod of a call. */
export type ScriptPod = ScriptCall['pod'];

/**
 * A kubelet that never delays a pull: parallel pulls without limit or throttle, back-off from 10 s to 5 min.
 */
export const unhurriedKubelet: ScriptKubelet = {
  serializeImagePulls: false,
  maxParallelImagePulls: null,
  registryPullQPS: 0,
  registryBurst: 0,
  imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
};
