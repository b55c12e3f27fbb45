import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { DrawnLayer, LayerSum } from './drawn-layer.ts';

/** The digests of a layer and of the tar in it, as manifests and configs name them. */
export interface LayerDigests extends LayerSum {
  readonly digest: string;
  readonly diffId: string;
}

/** After so many blocks of 64 KiB other work goes on. */
const blocksAtOnce = 16;

/** Returns the digests of a layer. All of its bytes are made and hashed, a block at a time. */
export async function hashLayer(layer: DrawnLayer): Promise<LayerDigests> {
  const [hash, tarHash] = [createHash('sha256').update(layer.header), createHash('sha256')];
  let [crc, blocks] = [0, 0];
  for (const { tar, stored } of layer.blocks()) {
    crc = crc32(tar, crc);
    tarHash.update(tar);
    for (const piece of stored) hash.update(piece);
    blocks++;
    if (blocks % blocksAtOnce === 0) await setImmediate();
  }
  hash.update(layer.trailer({ crc }));
  return { crc, digest: `sha256:${hash.digest('hex')}`, diffId: `sha256:${tarHash.digest('hex')}` };
}
