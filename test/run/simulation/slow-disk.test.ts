import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/trace/record.ts';
import { runYaml } from './run-yaml.ts';

// 10 GB of memory let 1 GB wait with ext4 (a tenth of what files may take, and a piece), and the disk takes 100 MB/s.
function unpackSeconds(disk: string): { readonly state: string; readonly seconds: number } {
  const { records } = runYaml(`apiVersion: v1
kind: Pod
metadata: { name: big }
spec: { nodeName: node-1, containers: [{ name: app, image: 'r.io/big:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes:
  defaults: { memory: 10GB, diskBandwidth: 100MB/s, fileSystem: ext4, link: 10Gbit/s, disk: ${disk}, timings: { unpack: 500MB/s } }
images: [{ name: 'r.io/big:1', layers: [{ size: 10MB, unpackedSize: 4GB }] }]
horizon: 100s
`);
  const unpacks = records.filter(
    (record): record is RecordOf<'unpack'> => record.type === 'unpack' && record.image === 'r.io/big:1',
  );
  const [started] = unpacks.filter(({ state }) => state === 'started');
  const [ended] = unpacks.filter(({ state }) => state === 'finished' || state === 'failed');
  if (started === undefined || ended === undefined) throw new Error('no unpacking');
  return { state: ended.state, seconds: (ended.at - started.at) / 1_000 };
}

test('a layer is written at the rate of the disk as soon as more of it waits than may', () => {
  // 4 GB without the one that waits; while that is written the disk takes 0.2 GB of it.
  const { state, seconds } = unpackSeconds('100GB');
  expect(state).toBe('finished');
  expect(seconds).toBeGreaterThan(29);
  expect(seconds).toBeLessThan(32);
});

test('so is one that does not fit, until there is no room', () => {
  const { state, seconds } = unpackSeconds('2510MB');
  expect(state).toBe('failed');
  expect(seconds).toBeGreaterThan(14);
  expect(seconds).toBeLessThan(17);
  // As much as may wait in memory is written at once.
  expect(unpackSeconds('900MB').seconds).toBeLessThan(2);
});
