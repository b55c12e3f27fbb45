import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWaiting } from '../../../src/reports/phases/container-phases.ts';
import { networkView } from '../../../src/reports/run-view/network-view.ts';
import type { NodeResources } from '../../../src/reports/run-view/node-resource-tracker.ts';
import { resourceView } from '../../../src/reports/run-view/resource-view.ts';
import { runView } from '../../../src/reports/run-view/run-view.ts';
import { type Series, valueAt } from '../../../src/reports/run-view/series-builder.ts';
import { WhyIndex } from '../../../src/reports/run-view/why-index.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { draft, simulationInput } from '../../properties/random-input.ts';
import { tries } from '../../tries.ts';

const numRuns = Math.ceil(tries.wholeRun / 2);

const limit = fc.constantFrom(null, 2_000_000, 30_000_000, 7_777_777);
const limits = fc.record({
  egress: limit,
  perResponse: limit,
  link: fc.constantFrom(null, 125_000_000, 10_000_001),
  disk: fc.constantFrom(null, 400_000_000, 3_000_000_000),
  diskUsed: fc.constantFrom(0, 1_000_000_000),
  // For a part of the downloads, or for less than one unpacking.
  processors: fc.constantFrom(
    { bytesPerSecond: 40_000_001, bytesPerUnpackMicro: 7.7 },
    { bytesPerSecond: 9_000_000, bytesPerUnpackMicro: 30 },
    null,
  ),
});

/** Runs whose wires and disks have limits that are met. */
const runs = fc
  .tuple(draft, limits)
  .map(([drawn, { egress, perResponse, link, disk, diskUsed, processors }]) => {
    const input = simulationInput(drawn);
    const registries = Object.entries(input.registries).map(([host, registry]) => {
      return [host, { ...registry, egressBytesPerSecond: egress, bytesPerSecondPerResponse: perResponse }];
    });
    const nodes = input.nodes.map((node) => ({
      ...node,
      linkBytesPerSecond: link,
      diskBytes: disk === null ? null : disk + diskUsed + 2_500_000_000,
      diskUsedBytes: diskUsed,
      ...(processors === null ? {} : { processors }),
    }));
    return simulate({ ...input, nodes, registries: Object.fromEntries(registries) }).records;
  });

it('shows every moment of every row, no resource beyond its limit, and the ends of responses and the disk exactly', () => {
  const seen = { responses: 0, disks: 0 };
  fc.assert(
    fc.property(runs, (records) => {
      checkRows(records);
      const { nodes } = resourceView(records);
      for (const node of nodes) {
        expect(outside(node.slotsInUse, node.slotsMax)).toEqual([]);
        expect(outside(node.slotsWaiting, undefined)).toEqual([]);
        expect(outside(node.tokens, node.tokensMax)).toEqual([]);
        expect(outside(node.link, node.linkMax)).toEqual([]);
        expect(outside(node.disk, node.diskMax)).toEqual([]);
      }
      const disks = diskLevels(records, nodes);
      expect(disks.map(({ told }) => told)).toEqual(disks.map(({ used }) => used));
      seen.disks += disks.length;
      seen.responses += checkWires(records);
    }),
    { numRuns },
  );
  expect(seen.responses).toBeGreaterThan(numRuns);
  expect(seen.disks).toBeGreaterThan(0);
});

/** Bars without gaps, causes that come first, a sentence for each, and all waiting that the summary has. */
function checkRows(records: readonly TraceRecord[]): void {
  const view = runView(records);
  const why = new WhyIndex(records);
  const waited = new Map<string, number>();
  const problems: unknown[] = [];
  view.rows.forEach((row, number) => {
    let atMs = row.bars[0]?.fromMs ?? view.endMs;
    row.bars.forEach((bar, index) => {
      const { cause } = bar;
      const isAfterCause = cause === undefined || cause.atMs <= bar.toMs;
      const isOnNode = cause?.row === undefined || view.rows[cause.row]?.node === row.node;
      const isTold = /^[A-Z].*\.$/.test(why.sentence(number, index));
      if (bar.fromMs !== atMs || bar.toMs <= bar.fromMs || !isAfterCause || !isOnNode || !isTold)
        problems.push({ row: row.actor, bar });
      atMs = bar.toMs;
      if (row.kind === 'prePull' || !isWaiting(bar.phase)) return;
      waited.set(bar.phase, (waited.get(bar.phase) ?? 0) + Math.round((bar.toMs - bar.fromMs) * 1000));
    });
    if (row.bars.length > 0 && atMs !== view.endMs) problems.push({ row: row.actor, atMs });
  });
  expect(problems).toEqual([]);
  const told = view.summary.waiting.map(
    ({ phase, waitedMs }) => [phase, Math.round(waitedMs * 1000)] as const,
  );
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(waited));
}

/** Returns how many responses came in whole: all at the very microsecond that the rates give. */
function checkWires(records: readonly TraceRecord[]): number {
  const { links, egress, endErrorMsMax } = networkView(records);
  // Without any limit bytes come in no time, and there is no rate.
  if (endErrorMsMax === undefined) return 0;
  expect(endErrorMsMax).toBe(0);
  const endMs = records.at(-1)?.at ?? 0;
  const overLinks = bytesOf(links, endMs);
  expect(overLinks).toBeCloseTo(bytesOf(egress, endMs), 0);
  const fetched = records.filter(
    (record) => record.type === 'fetch' && record.state === 'fetched' && record.actor.includes('#'),
  );
  const bytes = fetched.reduce((sum, record) => sum + ('bytes' in record ? (record.bytes ?? 0) : 0), 0);
  // Of responses that broke off some bytes came too.
  expect(overLinks).toBeGreaterThanOrEqual(bytes - 1);
  return fetched.length;
}

function outside(series: Series | undefined, max = Number.POSITIVE_INFINITY): number[] {
  return (series?.values ?? []).filter((value) => !(value >= 0 && value <= max));
}

function bytesOf(table: ReadonlyMap<string, Series>, endMs: number): number {
  let bytes = 0;
  for (const { atMs, values } of table.values())
    values.forEach((value, index) => {
      bytes += (value * ((atMs[index + 1] ?? endMs) - (atMs[index] ?? 0))) / 1000;
    });
  return bytes;
}

/** What the disk's records say that images take, and what the series has at that time. */
function diskLevels(
  records: readonly TraceRecord[],
  nodes: readonly NodeResources[],
): { readonly used: number; readonly told: number }[] {
  // What an image of the start took, and gives back where the scenario removes it, no record tells
  // (docs/fidelity.md).
  if (records.some((record) => record.type === 'fault' && record.fault === 'imageRemoved')) return [];
  return records.flatMap((record) => {
    const node = nodes.find(({ node: name }) => 'actor' in record && record.actor === `${name}/disk`);
    // A fault that fills the disk leaves nothing, whatever images take.
    if (record.type !== 'disk' || node?.diskMax === undefined || record.availableBytes === 0) return [];
    return [{ used: node.diskMax - record.availableBytes, told: valueAt(node.disk, record.at) }];
  });
}
