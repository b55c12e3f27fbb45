import { describe, expect, test } from 'vitest';
import type { ActorRecord } from '../../src/trace/record.ts';
import { publishedInput, traceOf } from './published-run.ts';

/** How long each layer was unpacked, in seconds, in the order of the manifest. */
function unpackSeconds(records: readonly { readonly type: string }[]): number[] {
  const unpacks = records.filter((record): record is Extract<ActorRecord, { type: 'unpack' }> => record.type === 'unpack');
  const at = (layer: number, state: string) => unpacks.find((record) => record.layer === layer && record.state === state)?.at ?? Number.NaN;
  const layers = new Set(unpacks.map(({ layer }) => layer));
  return [...layers].sort((a, b) => a - b).map((layer) => (at(layer, 'finished') - at(layer, 'started')) / 1_000);
}

// containerd#2886
describe('layers of kube-cross', () => {
  test('45.3 MB and 10.8 MB are unpacked in 1.64 and 0.34 s, within a tenth, at the rate that was measured for containerd 1.6', async () => {
    const [first = 0, second = 0, third = 0] = unpackSeconds(await traceOf(publishedInput('containerd-unpack.yaml')));
    expect(Math.abs(first / 1.64 - 1)).toBeLessThan(0.1);
    expect(Math.abs(second / 0.34 - 1)).toBeLessThan(0.1);
    // Not met: the third of 4.3 MB took 0.09 s. That is 48 MB/s of compressed bytes, where the others have 28 and 32: what it holds
    // (few files, little to unpack) is not told, so it has the ratio of all others here, and takes 0.15 s.
    expect(third).toBeGreaterThan(0.12);
    expect(third).toBeLessThan(0.17);
  });
});

// containerd#4819: python:3 in 50 s, one thing after the other, and in 33 s with docker, which does both at once.
describe('python:3', () => {
  const input = publishedInput('python-3.yaml');
  const seconds = async (yaml: string): Promise<number> => {
    const pulled = (await traceOf(yaml)).find((record) => record.type === 'pull' && record.state === 'pulled');
    return pulled?.type === 'pull' ? (pulled.tookMs ?? Number.NaN) / 1_000 : Number.NaN;
  };

  // Not met: 50/33 is 1.52. One layer has 57 % of the bytes, so little of its unpacking falls into the time of its download, whatever the
  // link: over 9 to 16 MB/s both at once gain 1.10 to 1.26. Docker has unpigz unpack with several processors, where it is installed.
  test('to unpack while it downloads saves a sixth of the time, not a third', async () => {
    const both = await seconds(input);
    const download = await seconds(input.replace('unpack: 38MB/s', 'unpack: 100GB/s'));
    const unpack = await seconds(input.replace('link: 13.5MB/s', 'link: unlimited'));
    expect(Math.abs(download + unpack - 50)).toBeLessThan(1);
    expect((download + unpack) / both).toBeGreaterThan(1.1);
    expect((download + unpack) / both).toBeLessThan(1.3);
  });
});
