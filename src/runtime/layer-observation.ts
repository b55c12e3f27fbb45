import type { FetchObservation, UnpackObservation } from '../kubelet/observation.ts';
import type { Image } from './image.ts';

/** Returns what the trace is told of a layer's way into the content store. */
export function fetchObservation(image: Image, layer: number, state: FetchObservation['state']): FetchObservation {
  const { digest = '', bytes = 0 } = image.layers[layer] ?? {};
  return { type: 'fetch', state, image: image.name, digest, layer, bytes };
}

/** Returns what the trace is told of a layer's unpacking; `bytes` is its unpacked size. */
export function unpackObservation(image: Image, layer: number, state: UnpackObservation['state'], error?: string): UnpackObservation {
  const { digest = '', unpackedBytes = 0 } = image.layers[layer] ?? {};
  const observation: UnpackObservation = { type: 'unpack', state, image: image.name, digest, layer, bytes: unpackedBytes };
  return error === undefined ? observation : { ...observation, error };
}
