import { describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../src/trace/record.ts';
import { publishedInput, quantile, traceOf } from './published-run.ts';

const oneLayer = publishedInput('spegel.yaml');
const quarter = '{ size: 250MB, unpackedSize: 250MB }';
const fourLayers = oneLayer
  .replaceAll('1GB-1', '1GB-4')
  .replaceAll('{ size: 1GB, unpackedSize: 1GB }', [quarter, quarter, quarter, quarter].join(', '));

/** How long the pulls of an image took, in seconds, the longest first. */
function pullsOf(records: readonly TraceRecord[], version: string): readonly number[] {
  const took = records.flatMap((record) =>
    record.type === 'pull' && record.state === 'pulled' && record.image.includes(`:${version}-`) ? [(record.tookMs ?? 0) / 1_000] : [],
  );
  return took.toSorted((one, other) => other - one);
}

/** Nodes that had layers of an image of other nodes. */
function servedByPeers(records: readonly TraceRecord[], version: string): number {
  const served = records.filter(
    (record) => record.type === 'request' && record.image.includes(`:${version}-`) && record.from !== undefined,
  );
  return new Set(served.map((record) => ('node' in record ? record.node : ''))).size;
}

const farFrom = (seconds: number | undefined, published: number) => Math.abs((seconds ?? 0) - published) / published;

// spegel-org/spegel benchmark/v0.0.22/1GB-1.json and 1GB-4.json, docs/BENCHMARK.md: 50 nodes Standard_D4ds_v5; medians, and the slowest of v2.
describe('1 GB on 50 nodes', () => {
  test.each([
    { name: 'one layer', input: oneLayer, atOnce: 37.6, first: 38.4, others: 6.26, off: { atOnce: 0.02, first: 0.05, others: 0.25 } },
    // The registry took 15.3 s and then, for the first node alone, 29.6 s: as it happened to be. What a disk of 250 MB/s leaves for the
    // others is 4 s of download; containerd 1.7 unpacks here as 1.6 did on the recorded machine, which has slower processors.
    { name: 'four layers', input: fourLayers, atOnce: 15.3, first: 29.6, others: 4.96, off: { atOnce: 0.25, first: 0.45, others: 0.35 } },
  ])('$name: all at once from the registry, one by one from whoever has it', async ({ input, atOnce, first, others, off }) => {
    const records = await traceOf(input);
    expect([servedByPeers(records, 'v1'), servedByPeers(records, 'v2')]).toEqual([0, 49]);
    expect(farFrom(quantile(pullsOf(records, 'v1'), 0.5), atOnce)).toBeLessThan(off.atOnce);
    const [slowest, ...rest] = pullsOf(records, 'v2');
    expect(farFrom(slowest, first)).toBeLessThan(off.first);
    expect(farFrom(quantile(rest, 0.5), others)).toBeLessThan(off.others);
  });
});
