import type { ObservationOf } from '../../../trace/observation.ts';
import type { Image } from './image.ts';

/** Returns the record of a step of a layer's way into the content store. */
export function fetchObservation(
  image: Image,
  layer: number,
  state: ObservationOf<'fetch'>['state'],
): ObservationOf<'fetch'> {
  const { digest = '', bytes = 0 } = image.layers[layer] ?? {};
  return { type: 'fetch', state, image: image.name, digest, layer, bytes };
}

/** Returns the record of a step of a layer's unpacking. `bytes` is its unpacked size. */
export function unpackObservation(
  image: Image,
  layer: number,
  state: ObservationOf<'unpack'>['state'],
  error?: string,
): ObservationOf<'unpack'> {
  const { digest = '', unpackedBytes = 0 } = image.layers[layer] ?? {};
  const observation: ObservationOf<'unpack'> = {
    type: 'unpack',
    state,
    image: image.name,
    digest,
    layer,
    bytes: unpackedBytes,
  };
  return error === undefined ? observation : { ...observation, error };
}
