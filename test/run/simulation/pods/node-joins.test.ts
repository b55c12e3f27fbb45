import { describe, expect, test } from 'vitest';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import { containerPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { summarize } from '../../../../src/reports/summary/summary.ts';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { simulate } from '../../../../src/run/simulation/simulate.ts';
import type { ActorRecord, TraceRecord } from '../../../../src/trace/record.ts';
import { accepted, errorsOf, podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { inputOf } from '../run-yaml.ts';

// The stages and their order: four nodes of EKS 1.27 and 28 of GKE 1.30, by their events
// (converged-computing/container-chonks); the words: pkg/kubelet/kubelet.go and runtime.go, v1.36.3.
const timings = 'timings: { boot: 30s, registration: 1s, network: 12s, networkSettle: 2s }';
const images = ['app', 'agent', 'cni'].map((name) => `{ name: 'r.io/${name}:1', size: 10MB }`).join(', ');
const scenario = (more = '', nodes = '') =>
  scenarioYaml(`images: [${images}]\nnodes: { defaults: { ${timings} }${nodes} }\n${more}`);
const deployment = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: app, image: 'r.io/app:1' }] } }
`;
const daemonSet = (name: string, image: string, spec = '') => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { ${spec}containers: [{ name: app, image: 'r.io/${image}:1' }] }
`;
const tolerates = 'tolerations: [{ operator: Exists }], ';
const onHost = `hostNetwork: true, ${tolerates}`;

function run(yaml: string, request: RunRequest = {}): readonly TraceRecord[] {
  const input = inputOf(yaml, request);
  const { records } = simulate(input);
  expect(checkInvariants(records)).toEqual([]);
  expect(simulate(input, { engine: 'xstate' }).records).toEqual(records);
  return records;
}

const times = (records: readonly TraceRecord[], isMeant: (record: ActorRecord) => boolean) =>
  records.flatMap((record) =>
    record.type !== 'header' && record.type !== 'end' && isMeant(record) ? [record.at] : [],
  );
const added = (records: readonly TraceRecord[], name: string) =>
  times(
    records,
    (record) => record.type === 'pod' && record.state === 'added' && record.pod.name.startsWith(name),
  );
const events = (records: readonly TraceRecord[], reason: string) =>
  records.flatMap((record) => (record.type === 'event' && record.reason === reason ? [record] : []));

describe('a node that joins', () => {
  test('is requested, boots, registers and is ready, and only then gets the pods that wait', () => {
    const records = run(stream(deployment(2), scenario()), { join: ['1 at 10s'] });
    const instances = records.flatMap((record) =>
      record.type === 'instance' ? [[record.at, record.state]] : [],
    );
    expect(instances).toEqual([
      [10_000, 'requested'],
      [40_000, 'booted'],
      [41_000, 'registered'],
    ]);
    const ready = records.flatMap((record) =>
      record.type === 'condition' && record.condition === 'Ready' ? [[record.at, record.status]] : [],
    );
    expect(ready).toEqual([
      [41_000, 'False'],
      [52_000, 'True'],
    ]);
    const scheduling = records.flatMap((record) =>
      record.type === 'scheduling' ? [[record.at, record.state, record.message ?? record.boundTo]] : [],
    );
    expect(scheduling).toEqual([
      [0, 'waiting', 'no nodes available to schedule pods'],
      [1, 'waiting', 'no nodes available to schedule pods'],
      [52_100, 'bound', 'node-1'],
      [52_101, 'bound', 'node-1'],
    ]);
    expect(added(records, 'web')).toEqual([52_100, 52_101]);
  });

  test('takes daemons that tolerate it before it is ready, and without a network only those on the host', () => {
    const yaml = stream(
      daemonSet('proxy', 'agent', onHost),
      daemonSet('csi', 'agent', tolerates),
      daemonSet('log', 'agent'),
      scenario(),
    );
    const records = run(yaml, { join: ['1 at 0s'] });
    expect(added(records, 'proxy')).toEqual([31_100]);
    expect(added(records, 'csi'), 'the kubelet tries again after the network is there').toEqual([43_000]);
    expect(added(records, 'log')).toEqual([42_101]);
    expect(
      events(records, 'NetworkNotReady').map(({ at, message, pod }) => [at, message, pod?.name]),
    ).toEqual([
      [
        31_101,
        'network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized',
        expect.stringMatching(/^csi-/),
      ],
    ]);
    const waits = records.flatMap((record) =>
      record.type === 'scheduling' && record.state === 'waiting' ? [record.message] : [],
    );
    expect(waits).toEqual([
      '0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }.',
    ]);
  });

  test('is ready so long after the daemon that sets up its network runs, however long its pull takes', () => {
    const yaml = (size: string) =>
      stream(
        daemonSet('aws-node', 'cni', onHost),
        deployment(1),
        scenario().replace("'r.io/cni:1', size: 10MB", `'r.io/cni:1', size: ${size}`),
      );
    for (const size of ['10MB', '2GB']) {
      const records = run(yaml(size), { join: ['1 at 0s'] });
      const [runsAt = 0] = times(
        records,
        (record) =>
          record.type === 'status' && record.phase === 'Running' && record.pod.name.startsWith('aws-node'),
      );
      expect(events(records, 'NodeReady').map(({ at }) => at)).toEqual([runsAt + 2_000]);
      expect(added(records, 'web')).toEqual([runsAt + 2_100]);
    }
  });

  test('of a later wave changes nothing that came before it', () => {
    const yaml = stream(
      deployment(3),
      daemonSet('log', 'agent'),
      scenario('', ', kubelets: [{ config: { maxPods: 4 } }]'),
    );
    const without = (records: readonly TraceRecord[], untilMs: number) =>
      records.flatMap((record) =>
        record.type === 'header' || record.type === 'end' || record.at >= untilMs
          ? []
          : [JSON.stringify({ ...record, id: 0, because: undefined })],
      );
    const [first, both] = [['1 at 0s'], ['1 at 0s, 2 at 2m']].map((join) =>
      without(run(yaml, { join }), 120_000).sort(),
    );
    expect(both).toEqual(first);
    expect(first?.length).toBeGreaterThan(50);
  });

  test('goes on where it was after a restart of its kubelet or itself before it is ready', () => {
    for (const kind of ['kubeletRestart', 'nodeReboot']) {
      const records = run(stream(deployment(1), scenario()), {
        join: ['1 at 0s'],
        faults: [`${kind} at=35s`],
      });
      expect(events(records, 'NodeReady')).toHaveLength(1);
      expect(added(records, 'web')).toHaveLength(1);
      const ended = records.at(-1);
      expect(ended?.type === 'end' && ended.reason).toBe('settled');
    }
    const early = run(stream(deployment(1), scenario()), {
      join: ['1 at 0s'],
      faults: ['nodeReboot at=10s', 'kubeletRestart at=30500ms'],
    });
    expect(added(early, 'web'), 'there was nothing to restart').toEqual([42_100]);
  });

  test('takes the next pod of a StatefulSet when it is ready', () => {
    const store = deployment(2)
      .replace('kind: Deployment', 'kind: StatefulSet')
      .replace('spec:\n', 'spec:\n  serviceName: web\n');
    const records = run(stream(store, scenario('', ', kubelets: [{ config: { maxPods: 1 } }]')), {
      nodes: 1,
      join: ['1 at 0s'],
    });
    expect(added(records, 'web')).toEqual([0, 42_100]);
  });

  test('of a pool of Node objects is like one of them, and has their images after its boot', () => {
    const node = (name: string, labels: string) =>
      `apiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { ${labels} } }\nstatus: { capacity: { cpu: '8', pods: '20' } }\n`;
    const input = inputOf(
      stream(
        node('a-1', 'eks.amazonaws.com/nodegroup: big'),
        node('small-1', 'x: y').replace("'8'", "'2'"),
        podYaml('one', '{ containers: [{ name: app, image: "r.io/app:1" }] }'),
        scenario(),
      ),
      { join: ['big: 2 at 1m', 'small: 1 at 30s'] },
    );
    expect(input.nodes.map(({ name, cpus, join }) => [name, cpus, join?.atMicros])).toEqual([
      ['a-1', 8, undefined],
      ['small-1', 2, undefined],
      ['small-2', 2, 30_000_000],
      ['big-1', 8, 60_000_000],
      ['big-2', 8, 60_000_000],
    ]);
  });
});

describe('pods that no node takes', () => {
  test('get new nodes in the order of their creation, as far as there is room', () => {
    const records = run(stream(deployment(5), scenario('', ', kubelets: [{ config: { maxPods: 2 } }]')), {
      join: ['1 at 0s, 1 at 1m'],
    });
    expect(added(records, 'web')).toEqual([42_100, 42_101, 102_100, 102_101]);
    const [header] = records;
    expect(header?.type === 'header' ? header.unplaced : undefined).toEqual([
      { workload: 'Deployment/web', pods: 1, reason: '0/2 nodes are available: 2 Too many pods.' },
    ]);
  });

  test('are spread over nodes that become ready together', () => {
    const input = inputOf(stream(deployment(4), scenario()), { join: ['2 at 0s'] });
    expect(input.pods.map(({ nodeName }) => nodeName).sort()).toEqual([
      'node-1',
      'node-1',
      'node-2',
      'node-2',
    ]);
  });

  test('keep topology spread constraints over nodes that come', () => {
    const spread = deployment(4).replace(
      'spec: { containers',
      'spec: { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: web } } }], containers',
    );
    const yaml = stream(spread, scenario('arrivals: { interval: 40s }'));
    const input = inputOf(yaml, { nodes: 1, join: ['1 at 0s'] });
    const byNode = input.pods.map(({ nodeName }) => nodeName);
    expect(byNode).toEqual(['node-1', 'node-1', 'node-2', 'node-2']);
  });
});

describe('an autoscaler', () => {
  const requested = (records: readonly TraceRecord[]) =>
    records.flatMap((record) =>
      record.type === 'instance' && record.state === 'requested' ? [[record.at, record.node]] : [],
    );

  test('requests at its next look as many nodes as the pods that wait need, and no others', () => {
    const records = run(stream(deployment(5), daemonSet('log', 'agent'), scenario()), {
      autoscale: '10 of 2 pods',
    });
    expect(requested(records)).toEqual([
      [10_000, 'node-1'],
      [10_000, 'node-2'],
      [10_000, 'node-3'],
    ]);
    expect(added(records, 'web')).toHaveLength(5);
    const [header] = records;
    expect(header?.type === 'header' && header.nodes.map(({ name }) => name)).toEqual([
      'node-1',
      'node-2',
      'node-3',
    ]);
  });

  test('requests no more than it may, and none for pods that its nodes do not take', () => {
    const records = run(stream(deployment(5), scenario()), { nodes: 1, set: ['maxPods=1'], autoscale: '2' });
    expect(requested(records)).toHaveLength(2);
    expect(added(records, 'web')).toHaveLength(3);
    const elsewhere = stream(
      'apiVersion: v1\nkind: Node\nmetadata: { name: a-1, labels: { disk: hdd } }\n',
      deployment(2).replace('spec: { containers', 'spec: { nodeSelector: { disk: ssd }, containers'),
      scenario(),
    );
    expect(inputOf(elsewhere, { autoscale: '5' }).nodes.map(({ name }) => name)).toEqual(['a-1']);
  });

  test('looks again for pods that come later, and counts the room of nodes on their way', () => {
    const late = scenario('arrivals: { waves: [{ at: 0s, count: 1 }, { at: 15s, count: 1 }, { at: 25s }] }');
    const records = run(stream(deployment(4), late), { autoscale: '9 of 2 pods' });
    expect(requested(records).map(([at]) => at)).toEqual([10_000, 30_000]);
  });

  test('of the rule karpenter looks when no pod has come for a second, and after ten', () => {
    const karpenter = (interval: string) =>
      scenario(
        `arrivals: { interval: ${interval} }`,
        ', autoscaler: { max: 9, podsPerNode: 100, rule: karpenter }',
      );
    const at = (interval: string) =>
      requested(run(stream(deployment(20), karpenter(interval)))).map(([time]) => time);
    expect(at('100ms')).toEqual([2_900]);
    expect(at('900ms')).toEqual([10_000]);
  });

  test.each([
    ['many', 'not of the form nodes, or nodes of pods'],
    ['0', '0 is not a number of nodes from 1 to 10000'],
    ['3 of 0 pods', expect.stringMatching(/^0 is not a number of pods from 1 to /)],
    ['Pool: 3', '"Pool" cannot be in the name of a node'],
  ])('is refused as %s', (autoscale, message) => {
    expect(errorsOf(deployment(1), { autoscale }).map((error) => error.message)).toEqual([message]);
  });
});

describe('a node that leaves', () => {
  test('is drained, its pods are made again elsewhere, and it is gone when they have ended', () => {
    const yaml = stream(
      deployment(4),
      daemonSet('log', 'agent'),
      podYaml('bare', "{ nodeName: node-1, containers: [{ name: app, image: 'r.io/app:1' }] }"),
      scenario(),
    );
    const records = run(yaml, { nodes: 2, leave: ['node-1 at 2m'] });
    const deleted = records.flatMap((record) =>
      record.type === 'pod' && record.state === 'deleting' ? [[record.at, record.node]] : [],
    );
    expect(deleted).toHaveLength(4);
    expect(new Set(deleted.map(String))).toEqual(new Set(['120000,node-1']));
    const made = records.flatMap((record) =>
      record.type === 'pod' && record.state === 'added' && record.at > 60_000
        ? [[record.at, record.node, record.owner?.name]]
        : [],
    );
    expect(made).toEqual([
      [120_100, 'node-2', 'web'],
      [120_100, 'node-2', 'web'],
    ]);
    const gone = records.flatMap((record) => (record.type === 'instance' ? [[record.at, record.state]] : []));
    expect(gone).toEqual([[152_000, 'gone']]);
    const after = records.filter(
      (record) => record.at > 152_000 && 'node' in record && record.node === 'node-1',
    );
    expect(after).toEqual([]);
  });

  test('gets no pods that come later, and its pods go to a new node when that is ready', () => {
    const yaml = stream(deployment(2), scenario('arrivals: { interval: 3m }'));
    const records = run(yaml, {
      nodes: 1,
      join: ['1 at 1m30s'],
      leave: ['node-1 at 2m10s'],
      set: ['maxPods=5'],
    });
    const made = records.flatMap((record) =>
      record.type === 'pod' && record.state === 'added' ? [[record.at, record.node]] : [],
    );
    expect(made).toEqual([
      [0, 'node-1'],
      [132_100, 'node-2'],
      [180_100, 'node-2'],
    ]);
  });

  test('whose pods no other node takes is told', () => {
    const result = accepted(stream(deployment(2), scenario()), { nodes: 1, leave: ['node-1 at 1m'] });
    expect(result.warnings).toContainEqual(
      expect.stringMatching(/^no node takes default\/web-\S+ and 1 more when node-1 goes: they wait/),
    );
  });

  test('is refused where it is none', () => {
    const messages = (leave: string) =>
      errorsOf(deployment(1), { leave: [leave] }).map((error) => error.message);
    expect(messages('node-7 at 1m')).toEqual(['no node has the name "node-7"']);
    expect(messages('node-1')).toEqual(['"node-1" is not of the form node at time']);
    expect(messages('node-1 at soon')).toEqual(['"soon" is not a duration']);
  });
});

describe('a container that starts up', () => {
  test('is running when it is ready: the run goes on until then, and the cold start adds up', () => {
    const text = stream(deployment(2), scenario('containers: [{ match: Deployment/web, startup: 45s }]'));
    const records = run(text, { join: ['1 at 0s'] });
    const { timeToRunningMs, pods, coldStart, startup } = summarize(records);
    const started = times(records, (record) => record.type === 'container' && record.state === 'running');
    expect(timeToRunningMs?.max).toBeCloseTo(Math.max(...started) + 45_000 - 1, 3);
    expect(pods.running).toBe(2);
    const { pod, tookMs = 0, nodeMs = 0, daemonsMs = 0, ...others } = coldStart ?? {};
    expect(pod).toMatch(/^default\/web-/);
    expect([nodeMs, daemonsMs]).toEqual([expect.closeTo(31_000, -2), expect.closeTo(11_100, -2)]);
    const rest = Object.values(others).reduce((sum, value) => sum + value, nodeMs + daemonsMs);
    expect(rest).toBeCloseTo(tookMs, 3);
    expect(coldStart?.startMs).toBeGreaterThan(45_000);
    expect(startup.meanPartsMs.node).toBeGreaterThan(40_000);
    const phases = containerPhases(records).map(({ phases: of }) => of.map(({ phase }) => phase));
    for (const of of phases) expect(of).toContain('startingUp');
  });

  test('does not run before, however a moment of the run is asked for', () => {
    const records = run(stream(deployment(1), scenario('containers: [{ startup: 10s }]')), { nodes: 1 });
    const [startedMs = 0] = times(
      records,
      (record) => record.type === 'container' && record.state === 'running',
    );
    expect(summarize(records, startedMs + 9_000).pods).toMatchObject({ running: 0, notRunning: 1 });
    expect(summarize(records, startedMs + 10_000).pods).toMatchObject({ running: 1, notRunning: 0 });
  });
});
