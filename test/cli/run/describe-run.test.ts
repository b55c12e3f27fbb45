import { expect, test } from 'vitest';
import { describeConditions, describeEnd } from '../../../src/cli/run/describe-run.ts';
import type { HeaderNode, HeaderRecord } from '../../../src/trace/record.ts';
import { traceFormat } from '../../../src/trace/trace-format.ts';

const node = (name: string, changes: Partial<HeaderNode> = {}): HeaderNode => ({
  name,
  kubeletVersion: '1.36',
  profile: '1.36',
  runtime: 'containerd://2.4',
  kubelet: { serializeImagePulls: true },
  ...changes,
});

function header(changes: Partial<HeaderRecord>): HeaderRecord {
  return {
    type: 'header',
    id: 0,
    at: 0,
    format: traceFormat,
    seed: 7,
    horizonMs: 900_000,
    epoch: '2026-01-01T00:00:00Z',
    nodes: [node('node-1')],
    assumptions: [],
    ignoredKinds: {},
    ...changes,
  };
}

test('seed, node, kubelet and runtime are one line', () => {
  expect(describeConditions(header({}))).toEqual(['seed 7 · node-1 · kubelet 1.36 · containerd://2.4 · serialized pulls']);
});

test('a version between two profiles is said to follow the older one', () => {
  const [line] = describeConditions(header({ nodes: [node('node-1', { kubeletVersion: 'v1.33.2', profile: '1.31' })] }));
  expect(line).toContain('kubelet v1.33.2 (rules of 1.31)');
});

test('nodes under the same conditions are told once', () => {
  const nodes = [node('a'), node('b'), node('c'), node('d', { runtime: 'containerd://1.6' })];
  expect(describeConditions(header({ nodes }))[0]).toBe(
    'seed 7 · 3 nodes (a … c) · kubelet 1.36 · containerd://2.4 · serialized pulls; d · kubelet 1.36 · containerd://1.6 · serialized pulls',
  );
});

test('assumptions and kinds left aside get a line each', () => {
  const lines = describeConditions(header({ assumptions: ['One.', 'Two.'], ignoredKinds: { Service: 12, ConfigMap: 1 } }));
  expect(lines.slice(1)).toEqual(['One.', 'Two.', 'left aside, as kinds that pull no images: 12 Service, 1 ConfigMap']);
});

test('the end says whether anything was still to come', () => {
  expect(describeEnd({ at: 41_000, reason: 'settled' }, header({}))).toMatch(/^settled after 41 s: nothing/);
  expect(describeEnd({ at: 900_000, reason: 'horizon' }, header({}))).toMatch(/^stopped at the horizon of 15 m 0 s/);
});
