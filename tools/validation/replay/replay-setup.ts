import type { Image } from '../../../src/rules/runtime/images/image.ts';
import type { RuntimeOptions } from '../../../src/rules/runtime/profiles/runtime-options.ts';
import type { RegistryInput } from '../../../src/run/simulation-input.ts';
import { blobDigest } from '../blob-digest.ts';
import type { RecordedHeader, RecordedRun } from '../recorded-run.ts';

/** The registry of the recordings, on the loopback. */
export const registryHost = '127.0.0.1:5000';

/** Where nobody listened. */
export const closedHost = '127.0.0.1:5999';

/** What the header and the note of a recorded run say, in the simulator's words. */
export interface ReplaySetup {
  readonly runtime: string;
  readonly runtimeOptions: Partial<RuntimeOptions>;
  /** By the name after the default tag. */
  readonly images: Readonly<Record<string, Image>>;
  readonly presentImages: readonly string[];
  readonly registries: Readonly<Record<string, RegistryInput>>;
  readonly diskBytes: number | null;
  /** Whether the client comes with a user and a password. */
  readonly hasCredentials: boolean;
}

/**
 * What lies between a request and the first byte of its answer beside the registry's own latency: an answer
 * with a body takes 1.7 to 2.2 ms, as the registry doles them out every 2 ms; a HEAD, of which a pull has
 * one, 0.6 ms. Medians of all runs.
 */
const overheadMicros = 1_800;

/** The name by which the simulator knows an image of the recordings. */
export function replayedName(image: string): string {
  return image.startsWith(closedHost) || image.startsWith('no-such-registry.invalid')
    ? image
    : `${registryHost}/${image}`;
}

/** Returns what has to be set up to replay a run. */
export function replaySetup({ experiment, variant, header }: RecordedRun): ReplaySetup {
  const images = Object.entries(header.images).map(
    ([name, image]) => [name, imageOf(replayedName(name), name, image)] as const,
  );
  const moved = variant.includes('moved');
  // The tag app:1 has moved to the manifest of app:2, and what it named before is there.
  const known = images.map(([name, image]) =>
    moved && name === 'app:1' ? { ...newestOf(images), name: image.name } : image,
  );
  const before = moved
    ? images.flatMap(([name, image]) =>
        name === 'app:1' ? [{ ...image, name: `${image.name}-before` }] : [],
      )
    : [];
  return {
    runtime: `containerd://${header.config.runtime}`,
    runtimeOptions: optionsOf(header.config),
    images: Object.fromEntries([...known, ...before].map((image) => [image.name, image])),
    presentImages:
      experiment === 'e4-present' || experiment === 'e5-layers'
        ? [moved ? `${replayedName('app:1')}-before` : replayedName('app:1')]
        : [],
    registries: {
      [registryHost]: registryOf(header, registryHost),
      [closedHost]: registryOf(header, closedHost),
    },
    diskBytes: tmpfsBytes(header.note),
    hasCredentials: variant.includes('goodcreds'),
  };
}

function newestOf(images: readonly (readonly [string, Image])[]): Image {
  const [, image] = images.find(([name]) => name === 'app:2') ?? [];
  if (image === undefined) throw new Error('there is no app:2 that app:1 could have moved to');
  return image;
}

function imageOf(
  name: string,
  recorded: string,
  { configBytes, layers }: RecordedHeader['images'][string],
): Image {
  return {
    name,
    ref: blobDigest(`${recorded}/manifest`),
    index: false,
    configBytes,
    layers: layers.map(({ blob, bytes, unpacked, kind, files }) => ({
      digest: blobDigest(blob),
      bytes,
      unpackedBytes: unpacked,
      compression: kind === 'raw' ? 'none' : 'gzip',
      ...(files > 1 ? { files } : {}),
    })),
    source: 'scenario',
  };
}

function optionsOf(config: RecordedHeader['config']): Partial<RuntimeOptions> {
  return {
    maxConcurrentDownloads: config.maxConcurrentDownloads,
    snapshotter: config.snapshotter,
    path: config.path,
    ...(config.maxConcurrentUnpacks === undefined
      ? {}
      : { maxConcurrentUnpacks: config.maxConcurrentUnpacks }),
    ...(config.fetchBuffer === undefined ? {} : { concurrentLayerFetchBuffer: config.fetchBuffer }),
    ...(config.progressTimeout === undefined
      ? {}
      : {
          imagePullProgressTimeoutMicros: Math.round(Number.parseFloat(config.progressTimeout) * 1_000_000),
        }),
  };
}

function registryOf({ registry }: RecordedHeader, host: string): RegistryInput {
  const rules = registry.rules ?? [];
  const authentication = rules.flatMap(({ header }) => header?.['WWW-Authenticate'] ?? [])[0];
  return {
    host,
    roundTripMicros: Math.round((registry.latencyMs ?? 0) * 1_000) + overheadMicros,
    egressBytesPerSecond: registry.totalBps ?? null,
    bytesPerSecondPerResponse: registry.eachBps ?? null,
    ...(authentication === undefined
      ? {}
      : { authentication: authentication.startsWith('Basic') ? 'basic' : 'bearer' }),
    ...(rules.some(({ kind }) => kind === 'norange') ? { ranges: false } : {}),
  };
}

/** `root on a tmpfs of 24 MiB` */
function tmpfsBytes(note: string | undefined): number | null {
  const [, mebibytes] = /tmpfs of (\d+) MiB/.exec(note ?? '') ?? [];
  return mebibytes === undefined ? null : Number(mebibytes) * 2 ** 20;
}
