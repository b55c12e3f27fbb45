import { expect, test } from 'vitest';
import type { TraceRecord } from '../../src/trace/record.ts';
import { publishedInput, traceOf } from './published-run.ts';

/** Nodes that had layers of an image of other nodes. */
function servedByPeers(records: readonly TraceRecord[], version: string): number {
  const served = records.filter(
    (record) =>
      record.type === 'request' && record.image.includes(`:${version}-`) && record.from !== undefined,
  );
  return new Set(served.map((record) => ('node' in record ? record.node : ''))).size;
}

// Its times are rows of tools/published.
test('fifty nodes that begin at once ask the registry; in an update of one after the other all but the first ask the others', async () => {
  const records = await traceOf(publishedInput('spegel.yaml'));
  expect([servedByPeers(records, 'v1'), servedByPeers(records, 'v2')]).toEqual([0, 49]);
});
