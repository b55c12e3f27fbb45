import { expect, test } from 'vitest';
import {
  describeConditions,
  describeEnd,
  noticeLines,
} from '../../../../src/interfaces/cli/run/describe-run.ts';
import type { HeaderNode, HeaderRecord } from '../../../../src/trace/record.ts';
import { traceFormat } from '../../../../src/trace/trace-format.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

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
  expect(describeConditions(header({}))).toEqual([
    'seed 7 · node-1 · kubelet 1.36 · containerd://2.4 · serialized pulls',
  ]);
});

test('what was read of the input is not told as assumed', () => {
  const told = header({ readings: ['kind (kind.yaml): maxPods 20.'], assumptions: ['One node.'] });
  expect(describeConditions(told).slice(1)).toEqual([
    'read: kind: maxPods 20 (-v shows more)',
    'assumed: one node (-v shows more)',
  ]);
  expect(describeConditions(told, true).slice(1)).toEqual([
    'read: kind (kind.yaml): maxPods 20.',
    'assumed: One node.',
  ]);
});

test('a version between two profiles is said to follow the older one', () => {
  const [line] = describeConditions(
    header({ nodes: [node('node-1', { kubeletVersion: 'v1.33.2', profile: '1.31' })] }),
  );
  expect(line).toContain('kubelet v1.33.2 (rules of 1.31)');
});

test('nodes under the same conditions are told once', () => {
  const nodes = [node('a'), node('b'), node('c'), node('d', { runtime: 'containerd://1.6' })];
  expect(describeConditions(header({ nodes }))[0]).toBe(
    'seed 7 · 3 nodes (a … c) · kubelet 1.36 · containerd://2.4 · serialized pulls; d · kubelet 1.36 · containerd://1.6 · serialized pulls',
  );
});

test('assumptions are one line, or all of them in full; kinds left aside have a line', () => {
  const assumptions = [
    'One node (as in a lab).',
    'CPU is not looked at.',
    `It is ${'long, '.repeat(40)}or more.`,
  ];
  const told = header({ assumptions, ignoredKinds: { Service: 12, ConfigMap: 1 } });
  const aside = 'ignored, because these kinds pull no images: 12 Service, 1 ConfigMap';
  expect(describeConditions(told).slice(1)).toEqual([
    'assumed: one node; CPU is not looked at (-v shows 1 more)',
    aside,
  ]);
  expect(describeConditions(told, true).slice(1)).toEqual([
    ...assumptions.map((sentence) => `assumed: ${sentence}`),
    aside,
  ]);
});

test('of many workloads without a node two are named, or all', () => {
  const unplaced = ['a', 'b', 'c', 'd'].map((workload) => ({ workload, pods: 1, reason: 'none' }));
  expect(describeConditions(header({ unplaced })).slice(1)).toEqual([
    '1 pod of a has no node and is not simulated: none',
    '1 pod of b has no node and is not simulated: none',
    '2 more workloads have pods without a node (-v: all)',
  ]);
  expect(describeConditions(header({ unplaced }), true)).toHaveLength(5);
});

test('the end says whether anything was still to come', () => {
  expect(describeEnd({ at: 41_000, reason: 'settled' }, header({}))).toMatch(/^settled after 41 s: nothing/);
  expect(describeEnd({ at: 41_000, reason: 'settled' }, header({ recurring: 1 }))).toBe(
    'settled after 41 s; a CronJob runs again after the horizon of 15 m 0 s, which --for shows',
  );
  expect(describeEnd({ at: 900_000, reason: 'horizon' }, header({}))).toMatch(
    /^stopped at the horizon of 15 m 0 s/,
  );
});

// docs/left-out.md: a run whose pods set such a field says so once, by name. With a gate a cluster's pod
// would not start at all.
test('what a pod waits for in a cluster, and not here, is said without -v, beside all other assumptions', () => {
  const containers = Array.from(
    { length: 4 },
    (_, index) => `{ name: c${index}, image: "app${index}:1", livenessProbe: { exec: {} } }`,
  );
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { schedulingGates: [{ name: quota }], initContainers: [{ name: i, image: "i:1" }], containers: [${containers.join(', ')}] }
`;
  const [line] = noticeLines(inputOf(pod));
  expect(line).toContain(
    'not simulated, although it can delay a start: schedulingGates, containers[].livenessProbe',
  );
});
