import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { DrawnLayer, LayerSum } from './drawn-layer.ts';

/** The digests of a layer and of the tar in it, as manifests and configs name them. */
export interface LayerDigests extends LayerSum {
  readonly digest: string;
  readonly diffId: string;
}

/** After so many bytes other work goes on. */
const bytesAtOnce = 1 << 20;

/** Returns the digests of a layer. All of its bytes are made and hashed, a piece at a time. */
export async function hashLayer(layer: DrawnLayer): Promise<LayerDigests> {
  const tarHash = createHash('sha256');
  let crc = 0;
  for (let from = 0; from < layer.tarBytes; from += bytesAtOnce) {
    const tar = layer.tar(from, Math.min(from + bytesAtOnce, layer.tarBytes));
    tarHash.update(tar);
    if (layer.compression === 'gzip') crc = crc32(tar, crc);
    await setImmediate();
  }
  const diffId = `sha256:${tarHash.digest('hex')}`;
  if (layer.compression === 'none') return { crc, digest: diffId, diffId };
  const hash = createHash('sha256');
  for (let from = 0; from < layer.bytes; from += bytesAtOnce) {
    hash.update(layer.read(from, Math.min(from + bytesAtOnce, layer.bytes), { crc }));
    await setImmediate();
  }
  return { crc, digest: `sha256:${hash.digest('hex')}`, diffId };
}
