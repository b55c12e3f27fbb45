import {
  type LazyPull,
  type LazyPullRow,
  lazyPullRows,
  readAtStartPublished,
} from '../profiles/lazy-pull.ts';
import type { Image, Layer } from './image.ts';
import { imageLocation } from './image-location.ts';
import { type FetchItem, noWrite } from './pull-items.ts';

/**
 * An image that is pulled lazily, in its three parts: what the pull brings, what a container reads at its start,
 * and the rest. They have digests of their own, because none of them is a layer that another pull could use.
 */
export interface LazyImage {
  /** As the pull sees it: of each layer only the table of contents. */
  readonly pulled: Image;
  readonly row: LazyPullRow;
  /** Compressed bytes of what is read at the start, and of what is left; 0 if nothing is left or it is not fetched. */
  readonly startBytes: number;
  readonly restBytes: number;
  /** How long reading takes beside the transfer, in microseconds. */
  readonly readMicros: number;
}

/** Between a layer's digest and the part of it that is meant. */
const partMark = '#';

/** Whether a digest names a part of a layer, which no other node can be given. */
export function isPartOfLayer(digest: string): boolean {
  return digest.includes(partMark);
}

/** Returns the image as this node pulls it lazily; undefined if it pulls it whole. */
export function lazyImage(image: Image, lazyPull: LazyPull | undefined): LazyImage | undefined {
  if (lazyPull === undefined || image.missingPlatform !== undefined) return undefined;
  const row = lazyPullRows[lazyPull.kind];
  if (!isPulledBy(row, image, lazyPull)) return undefined;
  const lazyLayers = image.layers.filter((layer) => isLazyLayer(row, layer));
  if (lazyLayers.length === 0) return undefined;
  const share = image.readAtStart ?? lazyPull.readAtStart ?? readAtStartPublished.share;
  const bytes = sumOf(lazyLayers, 'bytes');
  const unpackedBytes = sumOf(lazyLayers, 'unpackedBytes');
  const startBytes = Math.max(1, Math.round(bytes * share));
  return {
    pulled: { ...image, layers: withIndexes(image.layers, row), isLazy: true },
    row,
    startBytes,
    restBytes: row.behind === undefined ? 0 : Math.max(0, bytes - startBytes),
    readMicros: Math.round((unpackedBytes / 1e6) * share * row.readMicrosPerMegabyte),
  };
}

function isPulledBy({ hostEnds, format }: LazyPullRow, image: Image, { kind, onlyMarkedImages }: LazyPull) {
  if (image.lazyFormat !== undefined) return image.lazyFormat === kind;
  if (format !== undefined && onlyMarkedImages === true) return false;
  const { registry } = imageLocation(image.name);
  return hostEnds === undefined || hostEnds.some((end) => registry.endsWith(end));
}

function isLazyLayer({ layerBytesMin }: LazyPullRow, { bytes }: Layer): boolean {
  return bytes > 0 && bytes >= layerBytesMin;
}

/** What the pull takes by the image's size is spent at the first of its lazy layers; each has its own mount. */
function withIndexes(layers: readonly Layer[], row: LazyPullRow): readonly Layer[] {
  const first = layers.findIndex((layer) => isLazyLayer(row, layer));
  return layers.map((layer, index) => {
    if (!isLazyLayer(row, layer)) return layer;
    const gigabytes = layer.unpackedBytes / 1e9;
    const firstMicros = index === first ? firstMicrosOf(layers, row) : 0;
    return {
      digest: `${layer.digest}${partMark}index`,
      bytes: Math.max(1, Math.round(layer.bytes * row.indexShare)),
      unpackedBytes: 0,
      mountMicros: Math.round(row.mountMicros + firstMicros + gigabytes * (row.pull?.microsPerGigabyte ?? 0)),
    };
  });
}

function firstMicrosOf(layers: readonly Layer[], { pull }: LazyPullRow): number {
  if (pull === undefined) return 0;
  const gigabytes = sumOf(layers, 'unpackedBytes') / 1e9;
  return Math.min(pull.firstMicrosMax, gigabytes * pull.firstMicrosPerGigabyte);
}

function sumOf(layers: readonly Layer[], field: 'bytes' | 'unpackedBytes'): number {
  return layers.reduce((sum, layer) => sum + layer[field], 0);
}

/** The parts of an image that are fetched after its pull. */
export type LazyPart = 'start' | 'rest';

/**
 * Returns what to ask the registry for to get this part, of which `offset` bytes are there. It is one request for
 * all of it, under the name of the largest layer: real snapshotters ask for ranges of every layer.
 */
export function lazyPartItems(
  { pulled, row, startBytes, restBytes }: LazyImage,
  part: LazyPart,
  offset: number,
): readonly FetchItem[] {
  const layer = pulled.layers.reduce(
    (largest, { bytes }, index) => (bytes > (pulled.layers[largest]?.bytes ?? 0) ? index : largest),
    0,
  );
  const bytesPerSecondMax = part === 'rest' ? row.behind?.bytesPerSecondMax : undefined;
  return [
    {
      method: 'GET',
      kind: 'layer',
      digest: `${pulled.ref}${partMark}${part}`,
      pauseMicros: 0,
      takesSlot: false,
      giveWayMicros: 0,
      open: noWrite,
      note: noWrite,
      layer,
      bytes: part === 'start' ? startBytes : restBytes,
      offset,
      isPresent: false,
      because: undefined,
      ...(bytesPerSecondMax === undefined ? {} : { bytesPerSecondMax }),
    },
  ];
}
