import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DrawnLayer, layerBytesMin } from '../../../src/interfaces/registry/content/drawn-layer.ts';
import { hashLayer } from '../../../src/interfaces/registry/content/layer-digests.ts';
import { sha256 } from './served.ts';

const sizes = [29, 30, 31, 32, 500, 1558, 1559, 1560, 1561, 2071, 66_000, 131_131, 655_360, 3_000_001];

test.each(sizes)(
  'a layer of %i bytes is a gzip file of exactly this size, with a tar in it',
  async (bytes) => {
    const layer = new DrawnLayer('a layer', bytes);
    const sum = await hashLayer(layer);
    const all = layer.read(0, layer.bytes, sum);
    expect(all.length).toBe(bytes);
    expect(sha256(all)).toBe(sum.digest);
    // gunzip checks the length and the CRC-32.
    const tar = gunzipSync(all);
    expect(sha256(tar)).toBe(sum.diffId);
    expect(tar.length % 512).toBe(0);
    expect(tar.subarray(-1024).every((byte) => byte === 0)).toBe(true);
  },
);

test('tar unpacks a layer into one file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-layer-'));
  const layer = new DrawnLayer('a layer', 100_000);
  writeFileSync(join(folder, 'layer.tgz'), layer.read(0, layer.bytes, await hashLayer(layer)));
  const listed = execFileSync('tar', ['tvzf', join(folder, 'layer.tgz')]).toString();
  rmSync(folder, { recursive: true });
  expect(listed.trim().split('\n')).toEqual([expect.stringMatching(/ 98304 .* drawn\/[a-f\d]{16}$/)]);
});

test('each part of a layer is that of the whole, wherever it begins and ends', async () => {
  const layer = new DrawnLayer('a layer', 200_000);
  const sum = await hashLayer(layer);
  const all = layer.read(0, layer.bytes, sum);
  const edges = [0, 1, 9, 10, 11, 200, 700, 65_540, 65_700, 131_000, 131_300, 199_990, 199_993, 200_000];
  for (const from of edges)
    for (const to of edges.filter((edge) => edge > from))
      expect(layer.read(from, to, sum).equals(all.subarray(from, to)), `${from}-${to}`).toBe(true);
});

test('a name decides the bytes', async () => {
  const digests = await Promise.all(
    ['one', 'one', 'other'].map(async (name) => (await hashLayer(new DrawnLayer(name, 5_000))).digest),
  );
  expect(digests[0]).toBe(digests[1]);
  expect(digests[0]).not.toBe(digests[2]);
  // Bytes that other versions of Windlass have to draw as well.
  expect(digests[0]).toBe('sha256:667b4f150c55bd5395a174c0e8aeb02246aed8b8a76e067a49daf9a089d7630d');
});

test('what is smaller than an empty tar, gzipped, has that size', () => {
  expect(new DrawnLayer('a layer', 0).bytes).toBe(layerBytesMin);
});

test('a file of more than 8 GiB has its size in binary, and its bytes are there at once', () => {
  const bytes = 20 * 2 ** 30;
  const layer = new DrawnLayer('a layer', bytes);
  const start = layer.read(0, 2_000, { crc: 0 });
  const tar = start.subarray(start.indexOf('drawn/'));
  expect(tar.readUInt8(124)).toBe(0x80);
  expect(Number(tar.readBigUInt64BE(128))).toBeGreaterThan(bytes - 2_000_000);
  expect(layer.read(bytes - 8, bytes, { crc: 7 }).readUInt32LE(0)).toBe(7);
});
