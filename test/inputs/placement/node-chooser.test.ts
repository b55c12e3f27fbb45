import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepted, podYaml, scenarioYaml, stream } from '../reading.ts';

const node = (name: string, labels: string) =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { ${labels} } }\n`;
const web = (replicas: number, spec = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: ${replicas}, template: { metadata: { labels: { app: web } }, spec: { ${spec} containers: [{ name: a, image: b }] } } }\n`;
const maxPods = (pods: number) =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: ${pods}\n`;
const selected = 'labelSelector: { matchLabels: { app: web } }';
const spreadOver = (key: string, more = '') =>
  `topologySpreadConstraints: [{ maxSkew: 1, topologyKey: ${key}, ${selected}${more} }],`;

function placed(...documents: readonly string[]) {
  const { pods, unplaced } = accepted(stream(...documents)).input;
  return { nodes: pods.map(({ nodeName }) => nodeName), unplaced };
}

describe('room', () => {
  test('a node takes as many pods as its kubelet, the others have none', () => {
    const { nodes, unplaced } = placed(scenarioYaml('nodes: { count: 2 }'), maxPods(2), web(7));
    expect(nodes).toEqual(['node-1', 'node-2', 'node-1', 'node-2']);
    expect(unplaced).toEqual([
      { workload: 'Deployment/web', pods: 3, reason: '0/2 nodes are available: 2 Too many pods.' },
    ]);
  });

  test('pods take places in the order in which they arrive, those with a node of their own among them', () => {
    const daemons =
      'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: logs }\nspec: { template: { spec: { containers: [{ name: a, image: b }] } } }\n';
    const fixed = podYaml('x', '{ nodeName: node-1, containers: [{ name: a, image: b }] }');
    const two = scenarioYaml('nodes: { count: 2 }');
    // The kubelet of node-1 will reject the third pod that comes to it.
    const last = placed(two, maxPods(2), web(2), daemons, fixed);
    expect(last).toEqual({ nodes: ['node-1', 'node-2', 'node-1', 'node-2', 'node-1'], unplaced: undefined });
    const first = placed(two, maxPods(2), fixed, daemons, web(2));
    expect(first).toMatchObject({ nodes: ['node-1', 'node-1', 'node-2', 'node-2'], unplaced: [{ pods: 1 }] });
  });

  test('a pod that arrives later leaves its place until then to others', () => {
    const late = 'nodes: { count: 2 }\narrivals: { pods: [{ match: Pod/x, at: 5m }] }';
    const fixed = podYaml('x', '{ nodeName: node-1, containers: [{ name: a, image: b }] }');
    expect(placed(scenarioYaml(late), maxPods(1), fixed, web(2)).nodes).toEqual([
      'node-1',
      'node-2',
      'node-1',
    ]);
  });

  test('pods that can end take no place for good: the kubelet judges when they come', () => {
    const once = (name: string) =>
      podYaml(name, '{ restartPolicy: Never, containers: [{ name: a, image: b }] }');
    expect(placed(maxPods(1), once('x'), once('y'), web(1))).toEqual({
      nodes: ['node-1', 'node-1', 'node-1'],
      unplaced: undefined,
    });
    expect(placed(maxPods(1), web(1), once('x')).unplaced).toMatchObject([{ workload: 'Pod/x' }]);
  });

  test('reasons are counted by node', () => {
    const pods = web(2, 'nodeSelector: { disk: ssd },');
    const { unplaced } = placed(node('a', 'disk: ssd'), node('b', 'disk: hdd'), maxPods(1), pods);
    const reason =
      "0/2 nodes are available: 1 Too many pods, 1 node(s) didn't match Pod's node affinity/selector.";
    expect(unplaced).toEqual([{ workload: 'Deployment/web', pods: 1, reason }]);
  });
});

describe('topology spread', () => {
  const zones = [node('a1', 'zone: a'), node('a2', 'zone: a'), node('a3', 'zone: a'), node('b1', 'zone: b')];

  test('zones in turn, and the nodes of each in turn', () => {
    expect(placed(...zones, web(6, spreadOver('zone'))).nodes).toEqual(['a1', 'b1', 'a2', 'b1', 'a3', 'b1']);
    expect(placed(...zones, web(4)).nodes).toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  test('where a zone is full pods wait, unless the constraint is a wish', () => {
    const skew = {
      workload: 'Deployment/web',
      pods: 3,
      reason: "0/4 nodes are available: 4 node(s) didn't match pod topology spread constraints.",
    };
    expect(placed(...zones, maxPods(1), web(6, spreadOver('zone')))).toEqual({
      nodes: ['a1', 'b1', 'a2'],
      unplaced: [skew],
    });
    expect(
      placed(...zones, maxPods(1), web(4, spreadOver('zone', ', whenUnsatisfiable: ScheduleAnyway')))
        .unplaced,
    ).toBeUndefined();
  });

  test('a node without the label takes none; labels that nobody tells put no pod off', () => {
    const reason =
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints (missing required label).";
    expect(placed(node('a', 'disk: ssd'), web(1, spreadOver('zone'))).unplaced).toMatchObject([{ reason }]);
    expect(placed(scenarioYaml('nodes: { count: 2 }'), web(2, spreadOver('zone'))).nodes).toEqual([
      'node-1',
      'node-2',
    ]);
  });

  test('the hostname is known of every node, and another workload’s pods do not count', () => {
    const other = podYaml('x', '{ containers: [{ name: a, image: b }] }');
    const { nodes } = placed(
      scenarioYaml('nodes: { count: 3 }'),
      other,
      web(3, spreadOver('kubernetes.io/hostname')),
    );
    expect(nodes.slice(1).sort()).toEqual(['node-1', 'node-2', 'node-3']);
  });

  test('no domain ever has more than maxSkew pods more than another', () => {
    const clusters = fc.record({
      zones: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 }),
      replicas: fc.integer({ min: 1, max: 20 }),
      skew: fc.integer({ min: 1, max: 3 }),
      room: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(clusters, ({ zones: drawn, replicas, skew, room }) => {
        const rule = `topologySpreadConstraints: [{ maxSkew: ${skew}, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, ${selected} }],`;
        const { nodes, unplaced = [] } = placed(
          ...drawn.map((zone, index) => node(`n${index}`, `zone: ${zone}`)),
          maxPods(room),
          web(replicas, rule),
        );
        const counts = [...new Set(drawn)].map(
          (zone) => nodes.filter((name) => drawn[Number(name.slice(1))] === zone).length,
        );
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(skew);
        expect(nodes.length + unplaced.reduce((sum, { pods }) => sum + pods, 0)).toBe(replicas);
        // Nobody waits while a zone with the fewest pods has room.
        const isFull = (index: number) => nodes.filter((name) => name === `n${index}`).length === room;
        const fewest = [...new Set(drawn)].filter((_, index) => counts[index] === Math.min(...counts));
        if (unplaced.length > 0)
          expect(fewest.some((zone) => drawn.every((of, index) => of !== zone || isFull(index)))).toBe(true);
      }),
    );
  });
});
