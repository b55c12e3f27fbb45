import { describe, expect, it } from 'vitest';
import { partitionInput } from '../../../src/run/simulation/partition-input.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { formatRecord } from '../../../src/trace/write-trace.ts';
import { appYaml, fails, scenarioYaml } from './pod-yaml.ts';
import { inputOf } from './run-yaml.ts';

// Nodes that share nothing are runs of their own: docs of src/run/simulation/partition-input.ts and
// trace-join.ts.

const four = ['a', 'b', 'c', 'd'].map((name) => appYaml(name, `sim.local/${name}:1`)).join('');
const nodesOf = (more: string, faults: readonly string[] = []) =>
  partitionInput(
    inputOf(four + scenarioYaml(faults, more.includes('nodes:') ? more : `nodes: { count: 4 }\n${more}`)),
  ).map(({ nodes }) => nodes.map(({ name }) => name).join());

const each = ['node-1', 'node-2', 'node-3', 'node-4'];
const all = ['node-1,node-2,node-3,node-4'];

describe('nodes', () => {
  it.each([
    ['nothing', '', []],
    ['a registry that refuses everybody', '', ['kind: registryDown, from: 1s, until: 2s']],
    ['a slow link', '', ['kind: slowLink, link: 1MB/s']],
    [
      'a limit of pulls for each address',
      'registries: { sim.local: { pullLimit: { pulls: 2, per: 1h } } }',
      [],
    ],
  ])('are alone with %s', (_, more, faults) => {
    expect(nodesOf(more, faults)).toEqual(each);
  });

  it.each([
    ['a limited egress', 'registries: { sim.local: { egress: 10MB/s } }', []],
    [
      'a limit of pulls for one address',
      'registries: { sim.local: { pullLimit: { pulls: 2, per: 1h, sharedAddress: true } } }',
      [],
    ],
    [
      'a limit of pulls for a user whose password all have',
      'registries: { sim.local: { pullLimit: { pulls: 2, per: 1h } } }\nnodes: { count: 4, defaults: { credentials: { sim.local: robot } } }',
      [],
    ],
    ['a pull-through cache', 'registries: { sim.local: { cacheOf: docker.io } }', []],
    ['layers that they give to each other', 'peers: { share: layers }', []],
    ['answers that are drawn', '', ['kind: errorRate, rate: 0.5, status: 503']],
    ['requests that are counted', '', ['kind: rateLimit, requests: 2, per: 1s']],
  ])('are together with %s', (_, more, faults) => {
    expect(nodesOf(more, faults)).toEqual(all);
  });

  it('are together where a controller moves pods over them', () => {
    const rolled = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: app, image: 'sim.local/a:1' }] }
---
`;
    const changes = "imageChanges: [{ match: web, at: 1m, image: 'sim.local/b:1' }]\nnodes: { count: 3 }";
    const parts = partitionInput(inputOf(rolled + scenarioYaml([], changes)));
    expect(parts.map(({ nodes }) => nodes.length)).toEqual([2, 1]);
    expect(parts.map(({ podActions = [] }) => podActions.length)).toEqual([1, 0]);
    expect(parts.map(({ pods }) => pods.length)).toEqual([2, 0]);
  });
});

describe('the trace of several parts', () => {
  const yaml =
    four +
    scenarioYaml(
      [fails('sim.local/b:1'), 'kind: registryDown, from: 300ms, until: 40s'],
      'nodes: { count: 3 }\nhorizon: 1m',
    );
  const { records, end } = simulate(inputOf(yaml));

  it('is numbered and in order of time, at one microsecond in the order of the nodes', () => {
    expect(records.map(({ id }) => id)).toEqual(records.map((_, index) => index));
    expect(records.map(({ at }) => at)).toEqual(records.map(({ at }) => at).toSorted((a, b) => a - b));
    const inOrder = (one: number, next: number) => {
      const [before, after] = [records[one], records[next]];
      const isOfNodes =
        before !== undefined &&
        after !== undefined &&
        'node' in before &&
        'node' in after &&
        before.at === after.at;
      return !isOfNodes || String(before.node) <= String(after.node);
    };
    expect(records.every((_, index) => inOrder(index, index + 1))).toBe(true);
    expect(end.reason).toBe('horizon');
  });

  it('records a fault once, and every cause points to a record of the actor that it names', () => {
    expect(records.filter(({ type }) => type === 'fault')).toHaveLength(3);
    const causes = records.flatMap((record) =>
      'because' in record && record.because?.record !== undefined ? [record.because] : [],
    );
    expect(new Set(causes.map(({ actor }) => actor.split('/')[0]))).toEqual(
      new Set(['node-1', 'node-2', 'node-3', 'faults']),
    );
    for (const { actor, record } of causes) expect(records[record ?? -1]).toMatchObject({ actor });
  });

  it('is the same where the parts go on together, as they do for an inspector', () => {
    const lines: string[] = [];
    simulate(inputOf(yaml), {
      inspect: () => {},
      keepRecords: false,
      onRecord: (record) => lines.push(formatRecord(record)),
    });
    expect(lines).toEqual(records.map(formatRecord));
  });

  it('has of each node what a run of that node alone has', () => {
    const input = inputOf(yaml);
    for (const [index, part] of partitionInput(input).entries()) {
      const plain = ({ id: _, because: __, ...rest }: Record<string, unknown>) => rest;
      const ofNode = (record: object) => 'node' in record && record.node === `node-${index + 1}`;
      expect(records.filter(ofNode).map((record) => plain({ ...record }))).toEqual(
        simulate(part)
          .records.filter(ofNode)
          .map((record) => plain({ ...record })),
      );
    }
  });
});

it('reports the common progress of several parts', () => {
  const told: { nowMs: number; podsUnsettled: number; steps: number }[] = [];
  const { end } = simulate(inputOf(four + scenarioYaml([], 'nodes: { count: 4 }')), {
    onProgress: (so) => told.push(so),
  });
  expect(told[0]).toMatchObject({ podsUnsettled: 4, pods: 4 });
  for (const key of ['nowMs', 'steps'] as const)
    expect(told.map((so) => so[key])).toEqual(told.map((so) => so[key]).toSorted((a, b) => a - b));
  expect(told.at(-1)?.steps).toBeLessThanOrEqual(end.steps);
  expect(told.at(-1)?.podsUnsettled).toBeLessThan(4);
});
