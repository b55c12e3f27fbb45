import type { Image } from '../runtime/images/image.ts';

function layer(name: string) {
  return { digest: `sha256:${name}`, bytes: 1_000, unpackedBytes: 3_000 };
}

/** Returns an image of these layers with 1,000 bytes each. Layers with the same name are the same layer. */
export function modelImage(name: string, ...layers: readonly string[]): Image {
  return { name, ref: `sha256:${name}`, index: false, configBytes: 100, layers: layers.map(layer), source: 'scenario' };
}
