import type { RuntimeProfile, UnpackRates } from '../profiles/runtime-profile.ts';
import type { Image, Layer } from './image.ts';

/**
 * The compressed share of the unpacked size at which a layer counts as all text: that of the measured ones
 * (1.53 to 1).
 */
const textShare = 0.65;

/**
 * How much longer a compressed byte of programs and their sources takes to inflate than one of that text, which has
 * no repeated words: Go's own code, R10.
 */
const programEffort = 1.25;

/**
 * The rate at which the native snapshotter copies the layers below a layer. Measured: R5 (1 ms/MB; 0.2 to 1.2
 * ms for each small file).
 */
const copiedBytesPerSecond = 1e9;
const copiedFilesPerSecond = 2_000;

/**
 * Returns how long unpacking a layer takes where nothing else runs on the node, in microseconds.
 * `gzipBytesPerSecond` is the user's figure for gzip of text, null where there is none; the other rates of the
 * profile scale with it. Measured: R5.
 */
export function unpackWorkMicros(
  { delays, unpackRates }: RuntimeProfile,
  layer: Layer,
  gzipBytesPerSecond: number | null,
): number {
  if (layer.mountMicros !== undefined) return layer.mountMicros;
  const scale = gzipBytesPerSecond === null ? 1 : gzipBytesPerSecond / textBytesPerSecond(unpackRates);
  const seconds =
    layer.unpackedBytes * secondsPerByte(unpackRates, layer) +
    (layer.files ?? 0) / unpackRates.filesPerSecond;
  return delays.unpack + Math.ceil((seconds / scale) * 1e6);
}

/**
 * Returns how long the snapshot of the layer at `index` takes to prepare, in microseconds: none with
 * overlayfs; the native snapshotter first copies the whole tree below.
 */
export function prepareMicros({ options }: RuntimeProfile, { layers }: Image, index: number): number {
  if (options.snapshotter !== 'native') return 0;
  const lowerLayers = layers.slice(0, index);
  const bytes = lowerLayers.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  const files = lowerLayers.reduce((sum, layer) => sum + (layer.files ?? 0), 0);
  return Math.ceil((bytes / copiedBytesPerSecond + files / copiedFilesPerSecond) * 1e6);
}

/**
 * Returns how many layers a node unpacks at once without waiting for those below them; 1: each image one
 * after another. Only the transfer service does so, and only a snapshotter that can put a parent below later:
 * overlayfs.
 */
export function unpacksAtOnce({ options }: RuntimeProfile): number {
  const { maxConcurrentUnpacks, parallelPull, path, snapshotter } = options;
  if (parallelPull !== undefined) return parallelPull.unpacks || Number.POSITIVE_INFINITY;
  return path === 'transfer' && snapshotter !== 'native' ? maxConcurrentUnpacks : 1;
}

/**
 * Whether layers are unpacked without waiting for those below them. The SOCI snapshotter does so even where it unpacks
 * one layer at a time: then in the order in which they have come.
 */
export function unpacksBesideOthers(profile: RuntimeProfile): boolean {
  return profile.options.parallelPull !== undefined || unpacksAtOnce(profile) > 1;
}

/** Whether a layer takes its unpack slot only once its bytes are there (`AcquireUnpackLease`), as SOCI's do. */
export function takesSlotWithBytes({ options }: RuntimeProfile): boolean {
  return options.parallelPull !== undefined;
}

/**
 * Returns how many bytes are written to the disk beside a layer's files while it is unpacked: the SOCI snapshotter
 * then stores the compressed layer, unless it discards it.
 */
export function layerCopyBytes({ options: { parallelPull } }: RuntimeProfile, layer: Layer): number {
  return parallelPull?.discardsLayers === false ? layer.bytes : 0;
}

/**
 * Whether containerd mounts the snapshot of the layer at `index` to unpack into it. It does so unless that is
 * an overlay, which it is only with a layer below: then it writes into the upper folder. Read in
 * apply_linux.go; recorded: e6-stall `longunpack-t1` (mounted) and `longunpack4-t1` (the last of four
 * layers), e6-disk `full-unpack` (the third). The SOCI snapshotter always writes into a folder.
 */
export function isMounted(profile: RuntimeProfile, index: number): boolean {
  if (profile.options.parallelPull !== undefined) return false;
  return index === 0 || unpacksAtOnce(profile) > 1 || profile.options.snapshotter === 'native';
}

/**
 * To inflate takes a time that goes by the compressed bytes (measured: R10): the better a layer compresses, the
 * less its content takes, to zeros, which are only hashed and written. gzip of what does not compress is stored
 * and not inflated; what lies between text and that is taken as a mixture of both. zstd was not measured: taken
 * to cost what stored gzip does, for then hashing and writing are what takes the time.
 */
function secondsPerByte(rates: UnpackRates, { bytes, unpackedBytes, compression }: Layer): number {
  const apart = 1 - (rates.hashShareApart ?? 0);
  if (compression === 'none') return apart / rates.tar;
  if (compression === 'zstd' || unpackedBytes === 0) return apart / rates.stored;
  const share = Math.min(1, bytes / unpackedBytes);
  const text =
    share < textShare ? Math.min(1, (programEffort * share) / textShare) : (1 - share) / (1 - textShare);
  return secondsWithInflating(rates, text);
}

/** Returns the rate at which text in gzip is unpacked, in unpacked bytes per second. */
export function textBytesPerSecond(rates: UnpackRates): number {
  return rates.inflatesApart === true ? 1 / secondsWithInflating(rates, 1) : rates.gzip;
}

/**
 * Returns the rate for text that belongs to this rate for layers that compress to `share`, both in unpacked bytes
 * per second.
 */
export function textRateFor(rates: UnpackRates, share: number, bytesPerSecond: number): number {
  const layer = { digest: '', bytes: share, unpackedBytes: 1 };
  return bytesPerSecond * secondsPerByte(rates, layer) * textBytesPerSecond(rates);
}

/** `text` is the part of the inflating of text that a byte needs. A process of its own inflates beside the rest. */
function secondsWithInflating(
  { gzip, stored, inflatesApart, hashShareApart = 0 }: UnpackRates,
  text: number,
): number {
  const inflating = text * (1 / gzip - 1 / stored);
  const plain = (1 - hashShareApart) / stored;
  return inflatesApart === true ? Math.max(plain, inflating) : plain + inflating;
}
