import { z } from 'zod';
import { omitUndefined } from '../../../rules/values/omit-undefined.ts';
import { checkShape } from '../../documents/check-shape.ts';
import { countLeaves } from '../../documents/mapping.ts';
import type { Problems } from '../../documents/problems.ts';
import { type SourceDocument, wholeOf } from '../../documents/source-document.ts';
import { noteIgnored } from '../read-containerd-config.ts';
import type { RuntimeConfiguration } from '../runtime-config-of-document.ts';
import { type AskedParallelPull, limitOf } from './parallel-pull-shape.ts';
import { sizePattern, sociBytes } from './read-soci-config.ts';

const count = z.int({ error: 'a whole number such as 20; -1 is no limit' });
const sizeWords = 'a size such as 16mb, or unlimited';
const size = z
  .union([z.string(), z.int()], { error: sizeWords })
  .refine((value) => value === 'unlimited' || sizePattern.test(String(value)), { error: sizeWords });

const parallel = z.looseObject({
  'max-concurrent-downloads': count.optional(),
  'max-concurrent-downloads-per-image': count.optional(),
  'concurrent-download-chunk-size': size.optional(),
  'max-concurrent-unpacks': count.optional(),
  'max-concurrent-unpacks-per-image': count.optional(),
  'discard-unpacked-layers': z.boolean().optional(),
});

const runtime = z.looseObject({
  snapshotter: z.string().optional(),
  'max-concurrent-downloads': z.int().min(0).optional(),
  'concurrent-download-chunk-size': size.optional(),
});

const soci = z.looseObject({
  'pull-mode': z.string().optional(),
  'parallel-pull-unpack': parallel.optional(),
});

/** The part of Bottlerocket's settings that is read: user data in TOML. */
const settingsShape = z.looseObject({
  settings: z.looseObject({
    'container-runtime': runtime.optional(),
    'container-runtime-plugins': z.looseObject({ 'soci-snapshotter': soci.optional() }).optional(),
  }),
});

/** Whether a text may be settings of Bottlerocket. */
export function mayHoldBottlerocketSettings(text: string): boolean {
  return /^\s*\[settings[.\]]/m.test(text);
}

/**
 * Reads what settings of Bottlerocket say of the container runtime and the SOCI snapshotter, whose only mode there is
 * `parallel-pull-unpack` (packages/soci-snapshotter/soci-config-toml of bottlerocket-core-kit, a24677be). It inflates
 * by igzip where the processor is Intel's or AMD's. How many other settings there are goes to `readings`.
 */
export function readBottlerocketSettings(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration | undefined {
  const file = checkShape(settingsShape, wholeOf(document), problems);
  if (file === undefined) return undefined;
  noteIgnored(document.source.name, countLeaves(document.value, isRead), readings);
  const { 'container-runtime': ofRuntime = {}, 'container-runtime-plugins': plugins = {} } = file.settings;
  const chunk = ofRuntime['concurrent-download-chunk-size'];
  const snapshotter = ofRuntime.snapshotter;
  return omitUndefined({
    snapshotter,
    downloads: ofRuntime['max-concurrent-downloads'],
    fetchBuffer: chunk === undefined || chunk === 'unlimited' ? undefined : sociBytes(String(chunk)),
    sociPull:
      snapshotter === 'soci' ? askedOf(plugins['soci-snapshotter']?.['parallel-pull-unpack']) : undefined,
  });
}

function askedOf(settings: z.infer<typeof parallel> = {}): AskedParallelPull {
  const chunk = settings['concurrent-download-chunk-size'];
  return {
    isOn: true,
    inflater: 'igzip',
    ...omitUndefined({
      downloads: limitOf(settings['max-concurrent-downloads']),
      downloadsPerImage: limitOf(settings['max-concurrent-downloads-per-image']),
      chunkBytes: chunk === undefined || chunk === 'unlimited' ? undefined : sociBytes(String(chunk)),
      unpacks: limitOf(settings['max-concurrent-unpacks']),
      unpacksPerImage: limitOf(settings['max-concurrent-unpacks-per-image']),
      discardsLayers: settings['discard-unpacked-layers'],
    }),
  };
}

const readPaths: readonly string[] = [
  ...Object.keys(runtime.shape).map((name) => `container-runtime.${name}`),
  'container-runtime-plugins.soci-snapshotter.pull-mode',
  ...Object.keys(parallel.shape).map(
    (name) => `container-runtime-plugins.soci-snapshotter.parallel-pull-unpack.${name}`,
  ),
];

function isRead([top, ...path]: readonly string[]): boolean {
  return top === 'settings' && readPaths.includes(path.join('.'));
}
