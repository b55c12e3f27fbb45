import { z } from 'zod';

const text = z.string();
const ms = z.number().nonnegative();
const bytes = z.int().nonnegative();
/** null or empty: no error from now on. */
const error = text.nullable().exactOptional();

const image = z.strictObject({
  id: text.min(1),
  repoTags: z.array(text).exactOptional(),
  size: bytes,
  pinned: z.boolean().exactOptional(),
  exclusiveBytes: bytes.exactOptional(),
});

const container = z.strictObject({
  podUID: text,
  imageID: text,
  imageVolumes: z.array(text).exactOptional(),
  statusError: text.exactOptional(),
});

const step = z.strictObject({
  at: ms,
  images: z.array(image).exactOptional(),
  removeImages: z.array(text).exactOptional(),
  containers: z.array(container).exactOptional(),
  removeErrors: z.record(text, text).exactOptional(),
  listError: error,
  podsError: error,
  statsError: error,
  capacityBytes: bytes.nullable().exactOptional(),
  availableBytes: bytes.nullable().exactOptional(),
  restart: z.boolean().exactOptional(),
  garbageCollect: z.boolean().exactOptional(),
  deleteUnusedImages: z.boolean().exactOptional(),
});

/** The kind "imagegc" of the protocol; see docs/conformance.md. */
export const imageGcScriptSchema = z.strictObject({
  kind: z.literal('imagegc'),
  name: text,
  policy: z.strictObject({
    highThresholdPercent: z.int32(),
    lowThresholdPercent: z.int32(),
    minAgeMs: ms,
    maxAgeMs: ms,
  }),
  capacityBytes: bytes.nullable().exactOptional(),
  detectLoop: z.boolean().exactOptional(),
  sandboxImage: text.exactOptional(),
  steps: z.array(step),
});

export type ImageGcScript = z.infer<typeof imageGcScriptSchema>;
export type ImageGcStep = z.infer<typeof step>;
export type ScriptImage = z.infer<typeof image>;
export type ScriptContainer = z.infer<typeof container>;
