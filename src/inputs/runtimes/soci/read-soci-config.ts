import { z } from 'zod';
import { type Inflater, inflaters } from '../../../rules/runtime/profiles/parallel-pull.ts';
import { omitUndefined } from '../../../rules/values/omit-undefined.ts';
import { checkShape } from '../../documents/check-shape.ts';
import { countLeaves } from '../../documents/mapping.ts';
import type { Problems } from '../../documents/problems.ts';
import { type SourceDocument, wholeOf } from '../../documents/source-document.ts';
import { noteIgnored } from '../read-containerd-config.ts';
import type { RuntimeConfiguration } from '../runtime-config-of-document.ts';
import { type AskedParallelPull, limitOf } from './parallel-pull-shape.ts';

const count = z.int({ error: 'a whole number such as 20; -1 is no limit' });
/** What the SOCI snapshotter takes for a size. */
export const sizePattern = /^\s*(\d+(?:\.\d+)?)\s*(gb|mb|kb|b)?\s*$/i;
const size = z.string().regex(sizePattern, { error: 'a size such as 16mb' });

const parallel = z.looseObject({
  enable: z.boolean().optional(),
  max_concurrent_downloads: count.optional(),
  max_concurrent_downloads_per_image: count.optional(),
  concurrent_download_chunk_size: z.union([size, z.literal('')], { error: 'a size such as 16mb' }).optional(),
  max_concurrent_unpacks: count.optional(),
  max_concurrent_unpacks_per_image: count.optional(),
  discard_unpacked_layers: z.boolean().optional(),
  decompress_streams: z.record(z.string(), z.looseObject({ path: z.string().optional() })).optional(),
});

/** The part of the SOCI snapshotter's config.toml that is read. */
const sociConfigShape = z.looseObject({
  pull_modes: z.looseObject({ parallel_pull_unpack: parallel.optional() }).optional(),
});

/** The names of the settings that are read. */
export const sociSettings: readonly string[] = Object.keys(parallel.shape);

/**
 * Reads what config.toml of the SOCI snapshotter says of its mode `parallel_pull_unpack`. How many other settings it
 * has goes to `readings`. undefined after an error.
 */
export function readSociConfig(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration | undefined {
  const file = checkShape(sociConfigShape, wholeOf(document), problems);
  if (file === undefined) return undefined;
  noteIgnored(document.source.name, countLeaves(document.value, isRead), readings);
  const settings = file.pull_modes?.parallel_pull_unpack;
  return settings === undefined ? {} : { sociPull: askedOf(settings) };
}

function askedOf(settings: z.infer<typeof parallel>): AskedParallelPull {
  const { concurrent_download_chunk_size: chunk, decompress_streams: streams = {} } = settings;
  return {
    isOn: settings.enable ?? false,
    ...omitUndefined({
      downloads: limitOf(settings.max_concurrent_downloads),
      downloadsPerImage: limitOf(settings.max_concurrent_downloads_per_image),
      chunkBytes: chunk === undefined ? undefined : sociBytes(chunk),
      unpacks: limitOf(settings.max_concurrent_unpacks),
      unpacksPerImage: limitOf(settings.max_concurrent_unpacks_per_image),
      discardsLayers: settings.discard_unpacked_layers,
      inflater: inflaterOf(streams.gzip?.path),
    }),
  };
}

/** Returns a size as the SOCI snapshotter reads it (`parseSize`): 16mb are 16 MiB; an empty text is 0. */
export function sociBytes(text: string): number {
  const [, digits = '0', unit = 'b'] = sizePattern.exec(text) ?? [];
  const factors: Readonly<Record<string, number>> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30 };
  return Math.floor(Number(digits) * (factors[unit.toLowerCase()] ?? 1));
}

/** Returns the program that a path names; undefined for one that is not known. */
function inflaterOf(path: string | undefined): Inflater | undefined {
  const name = path?.split('/').at(-1);
  return inflaters.find((inflater) => inflater === name);
}

function isRead(path: readonly string[]): boolean {
  const [top, mode, setting = ''] = path;
  return top === 'pull_modes' && mode === 'parallel_pull_unpack' && sociSettings.includes(setting);
}
