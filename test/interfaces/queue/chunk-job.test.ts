import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sweepChunk } from '../../../src/answers/what-if/sweep/sweep.ts';
import { originsOfRanges } from '../../../src/inputs/images/with-size-draw.ts';
import { CommandError } from '../../../src/interfaces/cli/command-error.ts';
import {
  ChunkPacker,
  failedOutcome,
  readOutcome,
  unpackChunk,
} from '../../../src/interfaces/queue/chunk-job.ts';
import { figureRows } from '../../../src/reports/comparison/figure-rows.ts';
import { accepted, podYaml } from '../../inputs/reading.ts';

const { input, origins: all } = accepted(podYaml('a', '{ containers: [{ name: a, image: a }] }'));
const origins = originsOfRanges(input, all);

test('a chunk comes out of its job as it went in; its seed is none of its runs', () => {
  const { data } = new ChunkPacker('compiled').pack({
    ...sweepChunk({ input: { ...input, seed: 7 }, origins }, [1, 2], 1),
  });
  expect(unpackChunk(JSON.parse(JSON.stringify(data)))).toEqual({
    engine: 'compiled',
    seeds: [1, 2],
    draws: [0, 1],
    input: { ...input, seed: 0 },
    origins,
  });
});

test('chunks have one name if all that decides their figures is equal', () => {
  const packer = new ChunkPacker('compiled');
  const nameOf = (seed: number, ...seeds: readonly number[]) =>
    packer.pack(sweepChunk({ input: { ...input, seed } }, seeds, 1)).id;
  expect(nameOf(7, 1, 2)).toBe(nameOf(8, 1, 2));
  expect(nameOf(7, 1, 2)).not.toBe(nameOf(7, 1, 3));
});

const job = { engine: 'compiled', seeds: [1], draws: [0], input: '' };
const packed = (text: string | Buffer) => ({ ...job, input: brotliCompressSync(text).toString('base64') });
test.each([
  ['nothing', null, 'holds no chunk'],
  ['a number', 5, 'holds no chunk'],
  ['another engine', { ...job, engine: 'other' }, 'holds no chunk'],
  ['no seeds', { ...job, seeds: [] }, 'holds no chunk'],
  [
    'more seeds than a chunk has',
    { ...job, seeds: Array.from({ length: 101 }, (_, seed) => seed) },
    'holds no chunk',
  ],
  ['no text', { ...job, input: 5 }, 'holds no chunk'],
  ['what is not packed', { ...job, input: 'AAAA' }, 'cannot be unpacked'],
  ['what is no JSON', packed('{'), 'holds no input'],
  ['what is no input', packed('{}'), 'holds no input'],
  ['200 MB in few bytes', packed(Buffer.alloc(2e8)), 'has more than 128 MiB unpacked'],
])('a job with %s is refused in words', (_, data, words) => {
  expect(() => unpackChunk(data)).toThrow(words);
});

test('of an outcome exactly the figures of its seeds are read', () => {
  const values = [figureRows.map(() => null), figureRows.map((_, index) => index)];
  expect(readOutcome(JSON.stringify({ values }), 2)).toEqual({ values });
  expect(readOutcome(JSON.stringify({ values }), 3)).toBeUndefined();
  expect(readOutcome('{"values":[[]]}', 1)).toBeUndefined();
  expect(readOutcome('not json', 1)).toBeUndefined();
});

test('only an error of the simulation is an outcome, and only with its exit code', () => {
  const failed = failedOutcome(new CommandError(6, 'stopped'));
  expect(readOutcome(JSON.stringify(failed), 1)).toEqual({ failed: { exitCode: 6, message: 'stopped' } });
  expect(failedOutcome(new CommandError(2, 'no such option'))).toBeUndefined();
  for (const code of [0, 1, 130, '6', null])
    expect(readOutcome(JSON.stringify({ failed: { exitCode: code, message: '' } }), 1)).toBeUndefined();
});
