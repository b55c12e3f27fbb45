import { describe, expect, test } from 'vitest';
import { formatDescription } from '../../../src/reports/describe/describe.ts';
import { isReady } from '../../../src/reports/describe/describe-container.ts';
import { podConditions } from '../../../src/reports/describe/describe-pod.ts';
import { type PodAt, podsAt } from '../../../src/reports/describe/pods-at.ts';
import type { ContainerStatusView } from '../../../src/trace/observation.ts';
import type { HeaderNode } from '../../../src/trace/record.ts';
import { type ContainerBuild, type PodBuild, TraceBuilder } from '../trace-builder.ts';

const options = { width: 80, colour: false };
type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';
type View = Partial<ContainerStatusView>;
const view = (more: View): ContainerStatusView => ({
  name: 'app',
  kind: 'container',
  state: 'running',
  restarts: 0,
  ...more,
});

function status(
  trace: TraceBuilder,
  at: number,
  pod: PodBuild,
  phase: Phase,
  views: readonly View[],
  more: object = {},
): void {
  trace.tell(at, pod.actor, { type: 'status', pod: pod.ref, phase, containers: views.map(view), ...more });
}

/** The description of one pod of which `tell` writes. */
function described(
  tell: (pod: PodBuild, trace: TraceBuilder) => void,
  containers: readonly ContainerBuild[] = [['app', 'web:1']],
  node: Partial<HeaderNode> = {},
) {
  const trace = new TraceBuilder([node]);
  tell(trace.pod(1_000, 'web', containers), trace);
  return formatDescription(trace.end(60_000), options);
}

// status/generate.go (v1.37.2), without probes and readiness gates; the real ones are in
// test/rules/kubelet/pods/recorded-statuses.test.ts.
describe('conditions of a pod', () => {
  const conditionsOf = (
    views: readonly View[],
    phase: Phase = 'Running',
    more: object = {},
    release = '1.36',
  ) => {
    const pod = { namespace: 'default', name: 'web', uid: 'u' };
    const at = {
      hasSandbox: true,
      status: { type: 'status', id: 1, at: 0, actor: 'a', pod, phase, containers: views.map(view) },
      ...more,
    };
    return podConditions(at as unknown as PodAt, release).flatMap(([type, isTrue]) => (isTrue ? [type] : []));
  };
  const all = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
  const initialized = ['PodReadyToStartContainers', 'Initialized', 'PodScheduled'];
  const started = ['PodReadyToStartContainers', 'PodScheduled'];
  const ended: View = { name: 'setup', kind: 'init', state: 'terminated' };
  const done: View = { ...ended, exitCode: 0 };
  const side: View = { name: 'side', kind: 'sidecar' };

  test.each<[string, readonly View[], Phase, readonly string[]]>([
    ['all run', [{}], 'Running', all],
    ['one waits', [{}, { name: 'log', state: 'waiting' }], 'Running', initialized],
    ['one has ended well', [{ state: 'terminated', exitCode: 0 }], 'Running', initialized],
    ['an init container has done its work', [done, {}], 'Running', all],
    ['it says no exit code', [ended, {}], 'Running', all],
    ['an init container has failed', [{ ...done, exitCode: 1 }, { state: 'waiting' }], 'Pending', started],
    ['an init container runs', [{ ...done, state: 'running' }, { state: 'waiting' }], 'Pending', started],
    ['a sidecar runs', [side, {}], 'Running', all],
    ['a sidecar waits, while the others run', [{ ...side, state: 'waiting' }, {}], 'Running', initialized],
    ['a sidecar waits', [{ ...side, state: 'waiting' }, { state: 'waiting' }], 'Pending', started],
    [
      'a sidecar has ended with the pod',
      [{ ...side, state: 'terminated' }, { state: 'terminated' }],
      'Succeeded',
      initialized,
    ],
    [
      'an ephemeral container is no matter',
      [{}, { name: 'debug', kind: 'ephemeral', state: 'waiting' }],
      'Running',
      all,
    ],
    ['the pod has failed', [{}], 'Failed', initialized],
  ])('%s', (_, views, phase, conditions) => {
    expect(conditionsOf(views, phase)).toEqual(conditions);
  });

  test('a pod that the kubelet has not synced, or has rejected, is only scheduled; 1.28 does not tell of sandboxes', () => {
    expect(conditionsOf([{}], 'Running', { status: undefined })).toEqual(['PodScheduled']);
    expect(conditionsOf([{}], 'Running', { rejected: {} })).toEqual(['PodScheduled']);
    expect(conditionsOf([{}], 'Running', { hasSandbox: false })).toEqual(all.slice(1));
    expect(conditionsOf([{}], 'Running', {}, '1.28')).toEqual(all.slice(1));
    expect(conditionsOf([{}], 'Running', {}, '1.29')).toEqual(all);
  });

  test.each<[View, boolean]>([
    [{}, true],
    [{ state: 'waiting' }, false],
    [{ state: 'terminated', exitCode: 0 }, false],
    [{ kind: 'init' }, false],
    [{ kind: 'init', state: 'waiting' }, false],
    [{ kind: 'init', state: 'terminated', exitCode: 0 }, true],
    [{ kind: 'init', state: 'terminated' }, true],
    [{ kind: 'init', state: 'terminated', exitCode: 2 }, false],
  ])('%j is ready: %s', (one, ready) => {
    expect(isReady(view(one))).toBe(ready);
  });
});

describe('what a status says of a pod', () => {
  test('is as old as the status; an image has an ID once a container was started from it', () => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    const result = { type: 'result', error: '', message: '', policy: 'Always' } as const;
    pod.pull(10, 'app', 'pulling', 'web:1');
    trace.tell(20, `${pod.actor}/app`, { ...result, imageRef: 'sha256:1' });
    trace.tell(21, `${pod.actor}/app`, { ...result, imageRef: '' });
    trace.tell(22, `${pod.actor}/nobody`, { ...result, imageRef: 'sha256:9' });
    status(trace, 30, pod, 'Pending', [{ state: 'waiting' }]);
    pod.container(40, 'app', 'running');
    status(trace, 50, pod, 'Running', [{}]);
    pod.container(60, 'app', 'exited', 3);
    pod.container(70, 'app', 'running');
    pod.container(80, 'app', 'creating');
    status(trace, 90, pod, 'Running', [{ restarts: 1 }]);
    pod.container(95, 'app', 'exited');
    const at = (ms: number) => podsAt(trace.records, ms)[0]?.containerAt.get('app');
    expect(at(45)).toEqual({});
    expect(at(65)).toEqual({ imageId: 'sha256:1', run: { startedMs: 40 } });
    expect(at(99)).toEqual({
      imageId: 'sha256:1',
      run: { startedMs: 70 },
      previous: { startedMs: 40, finishedMs: 60, exitCode: 3 },
    });
    status(trace, 98, pod, 'Running', [{ state: 'terminated' }]);
    expect(podsAt(trace.records, 98)[0]?.containerAt.get('app')?.run).toEqual({
      startedMs: 70,
      finishedMs: 95,
      exitCode: 0,
    });
  });

  test('of a container that ran when its node went down is that it has ended when the runtime finds it', () => {
    const trace = new TraceBuilder([{}, { name: 'node-2' }]);
    const pods = [
      trace.pod(0, 'a', [['app', 'a:1']]),
      trace.pod(0, 'b', [['app', 'b:1']], { node: 'node-2' }),
    ];
    for (const pod of pods) pod.container(10, 'app', 'running');
    trace.tell(20, 'node-1', { type: 'node', state: 'rebooting' });
    trace.tell(30, 'node-1', { type: 'node', state: 'rebooted' });
    for (const pod of pods) status(trace, 40, pod, 'Running', [{}]);
    expect(podsAt(trace.records, 40).map(({ containerAt }) => containerAt.get('app')?.run)).toEqual([
      { startedMs: 10, finishedMs: 30, exitCode: 255 },
      { startedMs: 10 },
    ]);
  });

  test('of its sandbox is what was so when the last sync began, or told last; a node that goes down has none, others keep theirs', () => {
    const trace = new TraceBuilder([{}, { name: 'node-2' }]);
    const [here, there] = [
      trace.pod(0, 'a', [['app', 'a:1']]),
      trace.pod(0, 'b', [['app', 'b:1']], { node: 'node-2' }),
    ];
    const sync = (at: number, state: 'started' | 'finished') => {
      for (const pod of [here, there]) trace.tell(at, pod.actor, { type: 'sync', state, pod: pod.ref });
    };
    for (const pod of [here, there])
      trace.tell(10, pod.actor, { type: 'sandbox', state: 'ready', pod: pod.ref });
    sync(15, 'finished');
    sync(20, 'started');
    trace.tell(30, 'node-1', { type: 'node', state: 'kubeletRestarted' });
    sync(40, 'started');
    trace.tell(50, 'node-1', { type: 'node', state: 'rebooting' });
    sync(60, 'started');
    trace.tell(70, there.actor, { type: 'sandbox', state: 'gone', pod: there.ref });
    sync(80, 'started');
    const at = (ms: number) => podsAt(trace.records, ms).map(({ hasSandbox }) => hasSandbox);
    expect([17, 25, 45, 65, 85].map(at)).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  test('of its containers is as it was changed last; it is being deleted from the first request on', () => {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    const tell = (at: number, state: 'changed' | 'deleting' | 'terminated', image: string) =>
      trace.tell(at, pod.actor, {
        type: 'pod',
        state,
        pod: pod.ref,
        containers: [{ name: 'app', image, kind: 'container', policy: 'Always' }],
      });
    tell(10, 'changed', 'web:2');
    tell(20, 'deleting', 'web:3');
    tell(30, 'deleting', 'web:3');
    tell(40, 'terminated', 'web:4');
    expect(podsAt(trace.end(50), 50)[0]).toMatchObject({ deletingMs: 20, containers: [{ image: 'web:2' }] });
    expect(podsAt(trace.records, 50)[0]).not.toHaveProperty('rejected');
    expect(podsAt(trace.records, 19)[0]).not.toHaveProperty('deletingMs');
  });
});

// kubectl v0.36.3, pkg/describe/describe.go: describePod, describeStatus, describeContainerState.
describe('a described pod', () => {
  test('has init containers first, sidecars among them, then containers, then ephemeral ones', () => {
    const text = described(
      (pod, trace) => status(trace, 2_000, pod, 'Running', [{}]),
      [
        ['app', 'web:1'],
        ['debug', 'tools:1', 'ephemeral'],
        ['setup', 'setup:1', 'init'],
        ['side', 'side:1', 'sidecar'],
      ],
    );
    expect(text.match(/^(?:(?:\w+ )?Containers| {2}\w+):$/gm)).toEqual([
      'Init Containers:',
      '  setup:',
      '  side:',
      'Containers:',
      '  app:',
      'Ephemeral Containers:',
      '  debug:',
    ]);
    expect(text).toMatch(
      /In truth:\n {2}Container {2}Does +Message of its status\n {2}debug {6}waiting for its turn *\n {2}setup/,
    );
    expect(text).not.toContain('Volumes:');
  });

  test('that was rejected has failed, for its reason, and no states of containers', () => {
    const text = described((pod, trace) => {
      status(trace, 2_000, pod, 'Running', [{}]);
      const rejected = { state: 'rejected', reason: 'OutOfpods', message: 'Node has no room' } as const;
      trace.tell(3_000, pod.actor, { type: 'pod', pod: pod.ref, containers: [], ...rejected });
    });
    expect(text).toMatch(
      /^Status: +Failed\nReason: +OutOfpods\nMessage: +Node has no room\nContainers:\n {2}app:\n {4}Image: +web:1\nConditions:\n {2}Type +Status\n {2}PodScheduled +True/m,
    );
  });

  test('that failed tells the reason of its status, and is not Terminating any more', () => {
    for (const phase of ['Failed', 'Succeeded'] as const) {
      const text = described((pod, trace) => {
        trace.tell(1_500, pod.actor, { type: 'pod', state: 'deleting', pod: pod.ref, containers: [] });
        status(
          trace,
          2_000,
          pod,
          phase,
          [{ state: 'terminated', exitCode: 137, reason: 'OOMKilled', message: 'too much' }],
          {
            reason: 'Evicted',
          },
        );
      });
      expect(text).toMatch(new RegExp(`^Status: +${phase}\nReason: +Evicted\nContainers:`, 'm'));
      expect(text).toMatch(
        /State: +Terminated\n +Reason: +OOMKilled\n +Message: +too much\n +Exit Code: +137\n/,
      );
      expect(text).not.toContain('In truth');
    }
  });

  test.each<[string, View, RegExp]>([
    [
      'an exit code of 0 is Completed',
      { state: 'terminated', exitCode: 0 },
      /State: +Terminated\n +Reason: +Completed\n +Exit Code: +0\n +Started: +Wed, 01 Jan 2025 00:00:02 \+0000\n +Finished: +Wed, 01 Jan 2025 00:00:04/,
    ],
    ['without one it is that of the run', { state: 'terminated' }, /Reason: +Error\n +Exit Code: +3\n/],
    [
      'an empty reason has no line',
      { state: 'terminated', reason: '' },
      /State: +Terminated\n +Exit Code: +3\n/,
    ],
    [
      'a wait without a reason has none',
      { state: 'waiting' },
      /State: +Waiting\n +Last State: +Terminated\n +Reason: +Error\n/,
    ],
    [
      'the status knows better how the last one ended',
      { last: { exitCode: 9, reason: 'Lost' }, restarts: 1 },
      /State: +Running\n +Started: .*\n +Last State: +Terminated\n +Reason: +Lost\n +Exit Code: +9\n.*\n.*\n +Ready: +True\n +Restart Count: +1\n/,
    ],
    [
      'of what runs for the first time there is none',
      { restarts: 0 },
      /State: +Running\n +Started: .*\n +Ready: +True\n/,
    ],
  ])('%s', (_, more, text) => {
    const shown = described((pod, trace) => {
      pod.container(2_000, 'app', 'running');
      pod.container(4_000, 'app', 'exited', 3);
      status(trace, 5_000, pod, 'Running', [more]);
    });
    expect(shown).toMatch(text);
  });

  test('stands apart from the next by two blank lines; an unmeasured runtime is told of once, at the end', () => {
    const trace = new TraceBuilder([{ runtime: 'cri-o://1.33', runtimeMeasured: false }]);
    for (const name of ['a', 'b']) trace.pod(0, name, [['app', 'a:1']]);
    const text = formatDescription(trace.end(10), options);
    expect(text.match(/\n\n\nName: +b\n/)).not.toBeNull();
    expect(text).toMatch(
      /\n\n\ncri-o:\/\/1\.33 was not measured: its times are figures of another runtime \(node-1\)\n$/,
    );
    expect(formatDescription(trace.records, { ...options, filter: { pods: ['nobody'] } })).toBe('');
  });
});

test('a described node counts its pods that are not over and were not rejected, and tells what its runtime was set to', () => {
  const trace = new TraceBuilder([
    { runtimeMeasured: false, runtimeOptions: { maxConcurrentDownloads: 6 } },
    { name: 'node-2' },
  ]);
  const [runs, done, failed, out] = ['runs', 'done', 'failed', 'out'].map((name) =>
    trace.pod(0, name, [['app', 'a:1']]),
  ) as [PodBuild, PodBuild, PodBuild, PodBuild];
  trace.pod(0, 'else', [['app', 'a:1']], { node: 'node-2' });
  status(trace, 10, runs, 'Running', [{}]);
  status(trace, 10, done, 'Succeeded', [{ state: 'terminated' }]);
  status(trace, 10, failed, 'Failed', [{ state: 'terminated' }]);
  trace.tell(10, out.actor, { type: 'pod', state: 'rejected', pod: out.ref, containers: [] });
  const told = { type: 'condition', condition: 'Ready', reason: 'r' } as const;
  trace.tell(1_000, 'node-1/kubelet', { ...told, status: 'True', message: 'first' });
  trace.tell(2_000, 'node-1/kubelet', { ...told, status: 'True', message: 'still' });
  trace.tell(2_000, 'node-1/kubelet', {
    ...told,
    condition: 'DiskPressure',
    status: 'False',
    message: 'none',
  });
  const [first = '', second = ''] = formatDescription(trace.end(5_000), {
    ...options,
    filter: { nodes: ['*'] },
  }).split('\n\n\n');
  expect(first).toMatch(
    /Ready +True +Wed, 01 Jan 2025 00:00:01 \+0000 +r +still\n +DiskPressure +False +Wed, 01 Jan 2025 00:00:02/,
  );
  expect(first).toMatch(/Non-terminated Pods: +\(1 in total\)\n.*\n.*\n {2}default +runs\nEvents: +<none>\n/);
  expect(first).toMatch(
    /Runtime: +containerd:\/\/2\.4, not measured: its times are figures of another runtime\n {2}max_concurrent_downloads +6\n {2}max_concurrent_unpacks +1 \(default\)\n/,
  );
  expect(second).toMatch(/^Name: +node-2\nSystem Info:\n(?:.*\n)* {2}default +else\n/);
});
