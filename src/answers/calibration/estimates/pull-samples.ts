import { defaultOf } from '../../../inputs/defaults.ts';
import { assumedUnpackedBytes, imageOfSize } from '../../../inputs/images/assumed-image.ts';
import { parseDuration } from '../../../inputs/scenario/quantities.ts';
import type { Layer } from '../../../rules/runtime/images/image.ts';
import type { ObservedPull } from './observed-pull.ts';
import type { PullGroup } from './pull-group.ts';
import { wireBytes } from './pull-kind.ts';

/** A group of pulls as the fit uses it. */
export interface PullSample {
  readonly images: readonly (readonly Layer[])[];
  /**
   * The bytes of images before those: so many share the link that only the unpacking of the last ones shows.
   */
  readonly bytesBefore: number;
  readonly pulls: number;
  readonly bytes: number;
  readonly micros: number;
  /** The possible error of its time, in microseconds. */
  readonly noiseMicros: number;
}

const imagesMax = 30;
/** The least noise that the node's other work adds to the share by which two pulls of one image differ. */
const noiseMicrosMin = 10_000;
const noiseShare = 0.03;
/** The duration in an event includes the kubelet's question for the size after a pull. */
export const eventExtraMicros = parseDuration(defaultOf('imageSize')) ?? 0;

/**
 * Returns the sample for a group of full pulls. An image that several of them wanted came over the wire once.
 */
export function pullSample({ pulls, durationMicros, spreadMicros }: PullGroup): PullSample {
  const images = new Map<string, ObservedPull>();
  for (const pull of pulls) images.set(pull.reference, pull);
  const distinct = [...images.values()].sort((a, b) => a.endMicros - b.endMicros);
  const shown = distinct.slice(-imagesMax);
  const bytesOf = (some: readonly ObservedPull[]) => some.reduce((sum, pull) => sum + wireBytes(pull), 0);
  const micros = durationMicros - (pulls[0]?.from === 'events' ? eventExtraMicros : 0);
  return {
    images: shown.map(layersOf),
    bytesBefore: bytesOf(distinct.slice(0, distinct.length - shown.length)),
    pulls: pulls.length,
    bytes: bytesOf(distinct),
    micros,
    noiseMicros: noiseMicrosMin + noiseShare * micros + spreadMicros / 3,
  };
}

/** Returns the layers in the log, otherwise those that Windlass assumes for an image of this size. */
function layersOf(pull: ObservedPull): readonly Layer[] {
  if (pull.layers === undefined)
    return imageOfSize(pull.image, pull.reference, Math.max(wireBytes(pull), 1), 'assumed').layers;
  return pull.layers.map(({ bytes, compressed }) => ({
    digest: '',
    bytes,
    unpackedBytes: compressed ? assumedUnpackedBytes(bytes) : bytes,
    compression: compressed ? 'gzip' : 'none',
  }));
}
