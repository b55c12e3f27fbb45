import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  DrawnLayer,
  type LayerSize,
  layerBytesMin,
} from '../../../src/interfaces/registry/content/drawn-layer.ts';
import { hashLayer } from '../../../src/interfaces/registry/content/layer-digests.ts';
import { sha256 } from './served.ts';

/** Returns what a zstd file of our kinds of frames and blocks holds, as RFC 8878 has it. */
function unzstd(file: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    if ((file.readUInt32LE(at) & 0xfffffff0) === 0x184d2a50) {
      at += 8 + file.readUInt32LE(at + 4);
      continue;
    }
    expect([file.readUInt32LE(at), file.readUInt8(at + 4)]).toEqual([0xfd2fb528, 0]);
    at += 6;
    for (let isLast = false; !isLast; ) {
      const header = file.readUIntLE(at, 3);
      const [type, size] = [(header >> 1) & 3, header >> 3];
      expect(size).toBeLessThanOrEqual(1 << 17);
      isLast = (header & 1) === 1;
      at += 3;
      if (type === 0) pieces.push(file.subarray(at, at + size));
      else pieces.push(Buffer.alloc(size, file.readUInt8(at)));
      at += type === 0 ? size : 1;
    }
  }
  return Buffer.concat(pieces);
}

const unpackers = { gzip: gunzipSync, zstd: unzstd, none: (file: Buffer) => file };
type Compression = keyof typeof unpackers;
const compressions = Object.keys(unpackers) as Compression[];

/** Returns the size of the only file in a tar; undefined if it is empty. */
function fileBytesIn(tar: Buffer): number | undefined {
  const size = tar.toString('latin1', 124, 135);
  return tar.readUInt8(0) === 0 ? undefined : Number.parseInt(size, 8);
}

const sizes = [
  29, 30, 31, 32, 500, 540, 700, 1_558, 1_561, 2_071, 66_000, 131_131, 131_700, 655_360, 3_000_001,
];
const ratios = [0, 0.5, 1, 1.01, 2.6, 40];
const layers = compressions.flatMap((compression) =>
  sizes.flatMap((bytes) =>
    ratios
      .map((ratio) => ({ compression, bytes, unpackedBytes: Math.round(ratio * bytes) }))
      .filter(({ unpackedBytes }) => unpackedBytes < 20e6),
  ),
);

test.each(compressions)(
  'a layer is a file of %s of exactly its size, with a tar of one file of exactly the size that it unpacks to',
  async (compression) => {
    for (const size of layers.filter((layer) => layer.compression === compression)) {
      const layer = new DrawnLayer('a layer', size);
      const sum = await hashLayer(layer);
      const all = layer.read(0, layer.bytes, sum);
      const shown = JSON.stringify(size);
      expect(all.length, shown).toBe(Math.max(size.bytes, layerBytesMin[compression]));
      expect(sha256(all), shown).toBe(sum.digest);
      // gunzip checks the length and the CRC-32.
      const tar = unpackers[compression](all);
      expect([tar.length, sha256(tar)], shown).toEqual([layer.tarBytes, sum.diffId]);
      expect(tar.subarray(-1024).every((byte) => byte === 0)).toBe(true);
      const room = compression === 'none' ? Math.floor(size.bytes / 512) * 512 - 1_536 : Infinity;
      if (size.bytes >= 1_558)
        expect(fileBytesIn(tar), shown).toBe(Math.min(size.unpackedBytes, Math.max(0, room)));
    }
  },
);

test('the random bytes of a layer fill it: only what it lacks to its unpacked size are zeros', async () => {
  for (const compression of ['gzip', 'zstd'] as const) {
    const layer = new DrawnLayer('a layer', { bytes: 1_000_000, unpackedBytes: 3_000_000, compression });
    const file = layer.tar(512, 512 + 3_000_000);
    const drawn = file.findLastIndex((byte) => byte !== 0) + 1;
    expect(drawn, compression).toBeGreaterThan(980_000);
    expect(drawn, compression).toBeLessThan(1_000_000);
  }
});

test('a layer that cannot unpack to so much unpacks to as much as its format can make of it', () => {
  const gzip = new DrawnLayer('a layer', { bytes: 1_000_000, unpackedBytes: 1e9 });
  expect(gzip.tarBytes / 1e6).toBeGreaterThan(158);
  expect(gzip.bytes).toBe(1_000_000);
  const zstd = new DrawnLayer('a layer', { bytes: 1_000_000, unpackedBytes: 1e9, compression: 'zstd' });
  expect(zstd.tarBytes).toBe(Math.ceil(1e9 / 512) * 512 + 1_536);
});

const tools = [
  { compression: 'gzip', unpack: ['gzip', '-dc'] },
  { compression: 'zstd', unpack: ['zstd', '-dcq'] },
  { compression: 'none', unpack: ['cat'] },
] as const;

test.each(tools)(
  'the tools of a system unpack a layer of $compression into one file',
  async ({ compression, unpack }) => {
    const [command, ...options] = unpack;
    if (!existsSync(`/usr/bin/${command}`) && !existsSync(`/bin/${command}`)) return;
    const folder = mkdtempSync(join(tmpdir(), 'windlass-layer-'));
    const unpackedBytes = compression === 'none' ? 90_000 : 300_000;
    const layer = new DrawnLayer('a layer', { bytes: 100_000, unpackedBytes, compression });
    const file = join(folder, 'layer');
    writeFileSync(file, layer.read(0, layer.bytes, await hashLayer(layer)));
    const tar = execFileSync(command, [...options, file], { maxBuffer: 1e7 });
    const listed = execFileSync('tar', ['tvf', '-'], { input: tar }).toString();
    rmSync(folder, { recursive: true });
    expect(listed.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(` ${unpackedBytes} .* drawn/[a-f\\d]{16}$`)),
    ]);
  },
);

const parts: readonly LayerSize[] = [
  { bytes: 200_000, unpackedBytes: 200_000 },
  { bytes: 200_000, unpackedBytes: 900_000 },
  { bytes: 200_000, unpackedBytes: 1_000 },
  { bytes: 200_000, unpackedBytes: 900_000, compression: 'zstd' },
  { bytes: 200_000, unpackedBytes: 1_000, compression: 'zstd' },
  { bytes: 200_000, unpackedBytes: 190_000, compression: 'none' },
];

test.each(parts)(
  'each part of a layer is that of the whole, wherever it begins and ends: %j',
  async (size) => {
    const layer = new DrawnLayer('a layer', size);
    const sum = await hashLayer(layer);
    const all = layer.read(0, layer.bytes, sum);
    const edges = [0, 1, 9, 10, 11, 200, 700, 65_540, 65_700, 131_000, 131_300];
    const late = Array.from({ length: 60 }, (_, index) => 194_000 + index * 101);
    edges.push(...late, 199_990, 199_993, 200_000);
    for (const from of edges)
      for (const to of edges.filter((edge) => edge > from))
        expect(layer.read(from, to, sum).equals(all.subarray(from, to)), `${from}-${to}`).toBe(true);
  },
);

test('a name decides the bytes', async () => {
  const size = { bytes: 5_000, unpackedBytes: 12_000 };
  const digests = await Promise.all(
    ['one', 'one', 'other'].map(async (name) => (await hashLayer(new DrawnLayer(name, size))).digest),
  );
  expect(digests[0]).toBe(digests[1]);
  expect(digests[0]).not.toBe(digests[2]);
  // Bytes that other versions of Windlass have to draw as well.
  expect(digests[0]).toBe('sha256:b20f8238be4936813b22597fc6a0f422192c5449d737ebd37a68606fc2235adc');
});

test.each(compressions)('what is smaller than an empty tar of %s has its size', (compression) => {
  const layer = new DrawnLayer('a layer', { bytes: 0, unpackedBytes: 0, compression });
  expect(layer.bytes).toBe(layerBytesMin[compression]);
});

test('a file of more than 8 GiB has its size in binary, and its bytes are there at once', () => {
  const bytes = 20 * 2 ** 30;
  const layer = new DrawnLayer('a layer', { bytes, unpackedBytes: bytes });
  const start = layer.read(0, 2_000, { crc: 0 });
  const tar = start.subarray(start.indexOf('drawn/'));
  expect(tar.readUInt8(124)).toBe(0x80);
  expect(Number(tar.readBigUInt64BE(128))).toBe(bytes);
  expect(layer.read(bytes - 8, bytes, { crc: 7 }).readUInt32LE(0)).toBe(7);
});
