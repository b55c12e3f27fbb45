import { z } from 'zod';
import {
  fastImagePull,
  inflaters,
  type ParallelPull,
} from '../../../rules/runtime/profiles/parallel-pull.ts';
import { lazy } from '../../../rules/values/memoize.ts';
import { omitUndefined } from '../../../rules/values/omit-undefined.ts';
import { ownObject } from '../../documents/own-object.ts';
import { byteSizeShape, bytes } from '../../scenario/quantity-shapes.ts';

const limit = z
  .int({ error: 'a whole number such as 20; -1 is no limit' })
  .min(-1)
  .max(1_000_000)
  .refine((value) => value !== 0, { error: 'a number above 0, or -1 for no limit' });

/** The settings of the SOCI snapshotter's `[pull_modes.parallel_pull_unpack]`, under its own names. */
const fields = ownObject({
  enable: z.boolean().optional().describe('Whether the mode is on (default true where any field is given)'),
  max_concurrent_downloads: limit
    .optional()
    .describe('Pieces that come at once on the node (default -1: any number)'),
  max_concurrent_downloads_per_image: limit.optional().describe('The same of one image (default 3)'),
  concurrent_download_chunk_size: byteSizeShape
    .optional()
    .describe('The size of the pieces, such as 16MiB (default 0: whole layers)'),
  max_concurrent_unpacks: limit
    .optional()
    .describe('Layers that are unpacked at once on the node (default -1: any number)'),
  max_concurrent_unpacks_per_image: limit.optional().describe('The same of one image (default 1)'),
  discard_unpacked_layers: z
    .boolean()
    .optional()
    .describe('Compressed layers are not stored beside their files (default false)'),
  decompressor: z
    .enum(inflaters, { error: `one of ${inflaters.join(', ')}` })
    .optional()
    .describe('The program of decompress_streams for gzip (default: as containerd inflates)'),
});

/** The fields, or whether the mode is on with what EKS writes for FastImagePull. */
export const parallelPullShape = lazy(() =>
  z
    .union([z.boolean(), fields], { error: 'true, false, or fields of parallel_pull_unpack' })
    .describe(
      `The SOCI snapshotter's parallel pull and unpack mode; true: as FastImagePull of EKS (${fastImagePull.downloadsPerImage} downloads of 16 MiB and ${fastImagePull.unpacksPerImage} unpacks an image)`,
    ),
);

export const parallelPullFields: readonly string[] = Object.keys(fields.shape);

export type ParallelPullDocument = z.infer<ReturnType<typeof parallelPullShape>>;

/** What a source says of the mode; settings that it does not have are those of the source below it. */
export interface AskedParallelPull extends Partial<ParallelPull> {
  /** undefined: whatever the sources below say. */
  readonly isOn?: boolean;
  /** Where none of the sources below has the mode on, its settings are those of FastImagePull. */
  readonly asFastImagePull?: true;
}

/** Returns the content of a checked field. */
export function parallelPullOfDocument(document: ParallelPullDocument): AskedParallelPull {
  if (typeof document === 'boolean')
    return document ? { isOn: true, asFastImagePull: true } : { isOn: false };
  return { isOn: document.enable ?? true, ...settingsOf(document) };
}

function settingsOf(document: Exclude<ParallelPullDocument, boolean>): Partial<ParallelPull> {
  const { concurrent_download_chunk_size: chunk } = document;
  return omitUndefined({
    downloads: limitOf(document.max_concurrent_downloads),
    downloadsPerImage: limitOf(document.max_concurrent_downloads_per_image),
    chunkBytes: chunk === undefined ? undefined : bytes(chunk),
    unpacks: limitOf(document.max_concurrent_unpacks),
    unpacksPerImage: limitOf(document.max_concurrent_unpacks_per_image),
    discardsLayers: document.discard_unpacked_layers,
    inflater: document.decompressor,
  });
}

/** Returns a limit as `ParallelPull` has it; any negative number is none. */
export function limitOf(written: number | undefined): number | undefined {
  return written === undefined ? undefined : Math.max(0, written);
}
