import { describe, expect, test } from 'vitest';
import { ContainerCollector } from '../../../src/reports/metrics/container-collector.ts';
import { ImageCollector } from '../../../src/reports/metrics/kubelet-metrics.ts';
import { PodCollector } from '../../../src/reports/metrics/pod-collector.ts';
import { RuntimeCollector } from '../../../src/reports/metrics/runtime-collector.ts';
import { v1_37, v1_38 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';
import { type Collector, note, noted, told } from './told-families.ts';

const of = (collector: Collector, tell: (trace: TraceBuilder) => void): string[] =>
  told(noted(collector, tell).families(10_000));

describe('calls to the runtime', () => {
  const app = (pod: PodBuild) => `${pod.actor}/app`;
  const sandbox = (
    trace: TraceBuilder,
    at: number,
    pod: PodBuild,
    state: 'pullingImage' | 'creating' | 'ready' | 'failed',
  ) => trace.tell(at, pod.actor, { type: 'sandbox', state, pod: pod.ref });

  test('count when they end, with their time, and with an error where they failed', () => {
    const lines = of(new RuntimeCollector(v1_37), (trace) => {
      const pod = trace.pod(0, 'web', [['app', 'web:1']]);
      trace.tell(100, app(pod), { type: 'runtime', op: 'GetImageRef', image: 'web:1' });
      pod.pull(102, 'app', 'waiting', 'web:1');
      trace.tell(200, app(pod), { type: 'runtime', op: 'PullImage', image: 'web:1' });
      pod.pull(250, 'app', 'pulling', 'web:1');
      trace.tell(700, app(pod), { type: 'runtime-return', op: 'PullImage', image: 'web:1', error: 'x' });
      trace.tell(800, app(pod), { type: 'runtime', op: 'GetImageRef', image: 'web:1' });
      pod.pull(804, 'app', 'inspectFailed', 'web:1');
      trace.tell(900, app(pod), {
        type: 'runtime-return',
        op: 'PullImage',
        image: 'web:1',
        error: 'nothing began',
      });
      trace.tell(950, app(pod), { type: 'runtime', op: 'PullImage', image: 'web:1' });
    });
    expect(lines).toEqual([
      'runtime_operations_total{operation_type=image_status} 2',
      'runtime_operations_total{operation_type=pull_image} 1',
      'runtime_operations_errors_total{operation_type=image_status} 1',
      'runtime_operations_errors_total{operation_type=pull_image} 1',
      'runtime_operations_duration_seconds{operation_type=image_status} 2, 0.006',
      'runtime_operations_duration_seconds{operation_type=pull_image} 1, 0.5',
    ]);
  });

  test('make and start containers, each by itself; an exit is none', () => {
    const lines = of(new RuntimeCollector(v1_37), (trace) => {
      const [one, two] = [trace.pod(0, 'a', [['app', 'a:1']]), trace.pod(0, 'b', [['app', 'a:1']])];
      one.container(100, 'app', 'creating');
      two.container(110, 'app', 'creating');
      one.container(130, 'app', 'created');
      two.container(150, 'app', 'created');
      one.container(200, 'app', 'running');
      one.container(300, 'app', 'exited', 1);
    });
    expect(lines).toEqual([
      'runtime_operations_total{operation_type=create_container} 2',
      'runtime_operations_total{operation_type=start_container} 1',
      'runtime_operations_duration_seconds{operation_type=create_container} 2, 0.07',
      'runtime_operations_duration_seconds{operation_type=start_container} 1, 0.07',
    ]);
  });

  test('make sandboxes, the pull of their own image included', () => {
    const lines = of(new RuntimeCollector(v1_37), (trace) => {
      const [one, two, three] = ['a', 'b', 'c'].map((name) => trace.pod(0, name, [['app', 'a:1']])) as [
        PodBuild,
        PodBuild,
        PodBuild,
      ];
      sandbox(trace, 100, one, 'creating');
      sandbox(trace, 300, one, 'ready');
      sandbox(trace, 400, two, 'pullingImage');
      sandbox(trace, 500, two, 'creating');
      sandbox(trace, 800, two, 'failed');
      sandbox(trace, 900, three, 'ready');
    });
    expect(lines).toEqual([
      'runtime_operations_total{operation_type=run_podsandbox} 2',
      'runtime_operations_errors_total{operation_type=run_podsandbox} 1',
      'runtime_operations_duration_seconds{operation_type=run_podsandbox} 2, 0.6',
      'run_podsandbox_duration_seconds{runtime_handler=} 2, 0.6',
      'run_podsandbox_errors_total{runtime_handler=} 1',
      'started_pods_total{} 2',
      'started_pods_errors_total{} 1',
    ]);
  });

  test('remove images, one by one; the end of a round is no call, and a kubelet that starts anew forgets all', () => {
    const gc = { type: 'imageGC', trigger: 'loop', image: 'a:1' } as const;
    const collector = noted(new RuntimeCollector(v1_37), (trace) => {
      for (const state of ['removed', 'failed', 'finished'] as const)
        trace.tell(100, 'node-1/image-gc', { ...gc, state });
      trace.tell(200, 'node-1/kubelet/default/web/app', { type: 'runtime', op: 'PullImage', image: 'a:1' });
    });
    expect(told(collector.families())).toEqual([
      'runtime_operations_total{operation_type=remove_image} 2',
      'runtime_operations_errors_total{operation_type=remove_image} 1',
    ]);
    collector.restart();
    note(collector, [
      {
        id: 9,
        at: 300,
        node: 'node-1',
        actor: 'node-1/kubelet/default/web/app',
        type: 'runtime-return',
        op: 'PullImage',
        image: 'a:1',
      },
    ]);
    expect(told(collector.families())).toEqual([]);
  });
});

describe('pods and their workers', () => {
  const sync = (trace: TraceBuilder, at: number, pod: PodBuild, more: object) =>
    trace.tell(at, pod.actor, { type: 'sync', state: 'started', pod: pod.ref, ...more });
  const round = (trace: TraceBuilder, at: number, pod: PodBuild, more: object) => {
    sync(trace, at, pod, more);
    sync(trace, at + 100, pod, { state: 'finished' });
  };

  test.each<[object, string]>([
    [{ trigger: 'added' }, 'create'],
    [{ trigger: 'updated' }, 'update'],
    [{ trigger: 'due' }, 'sync'],
    [{ trigger: 'deleted' }, 'kill'],
    [{ trigger: 'ended' }, 'kill'],
    [{ work: 'terminating', trigger: 'due' }, 'kill'],
    [{ work: 'terminated', trigger: 'deleted' }, 'terminated'],
  ])('a round of %j counts as %s', (more, operation) => {
    const [first] = of(new PodCollector(v1_37), (trace) =>
      round(trace, 0, trace.pod(0, 'web', [['app', 'web:1']]), more),
    );
    expect(first).toBe(`pod_worker_duration_seconds{operation_type=${operation}} 1, 0.1`);
  });

  // podWork.operationType of pkg/kubelet/pod_workers.go (v1.38.0-beta.0)
  test.each<[object, string]>([
    [{ trigger: 'deleted' }, 'terminating'],
    [{ work: 'terminating', trigger: 'due' }, 'terminating'],
    [{ work: 'terminated', trigger: 'deleted' }, 'terminated'],
    [{ trigger: 'due' }, 'sync'],
  ])('from 1.38 on a round of %j counts as %s', (more, operation) => {
    const [first] = of(new PodCollector(v1_38), (trace) =>
      round(trace, 0, trace.pod(0, 'web', [['app', 'web:1']]), more),
    );
    expect(first).toBe(`pod_worker_duration_seconds{operation_type=${operation}} 1, 0.1`);
  });

  // podWorkerLoop, SyncPod of kuberuntime_manager.go, IsBackoffError (v1.38.0-beta.0)
  test('a failed round counts, and what it failed to do, but for what only backs off', () => {
    const backOff = 'failed to "StartContainer" for "a" with ImagePullBackOff: "Back-off \\"x\\", failed"';
    const crash = 'failed to "StartContainer" for "b" with CrashLoopBackOff: "back-off 10s"';
    const pull = 'failed to "StartContainer" for "c" with ErrImagePull: "boom"';
    const sandbox = 'failed to "CreatePodSandbox" for "web" with CreatePodSandboxError: "no"';
    const lines = of(new PodCollector(v1_38), (trace) => {
      const pod = trace.pod(0, 'web', [['app', 'web:1']]);
      const errors = [
        sandbox,
        backOff,
        `[${backOff}, ${crash}]`,
        `[${backOff}, ${pull}]`,
        'network is not ready: container runtime network not ready',
        `[${pull}, ${pull}]`,
      ];
      for (const [index, error] of errors.entries()) {
        sync(trace, index * 1_000, pod, { trigger: index === 0 ? 'added' : 'due' });
        sync(trace, index * 1_000 + 100, pod, { state: 'finished', error });
      }
    });
    expect(lines.filter((line) => line.includes('errors_total'))).toEqual([
      'pod_worker_errors_total{operation_type=create} 1',
      'pod_worker_errors_total{operation_type=sync} 3',
      'sync_result_errors_total{action=CreatePodSandbox} 1',
      'sync_result_errors_total{action=StartContainer} 3',
    ]);
  });

  test('the first round counts from the arrival, and passes for a start; so does Running after Pending', () => {
    const lines = of(new PodCollector(v1_37), (trace) => {
      const pod = trace.pod(1_000, 'web', [['app', 'web:1']]);
      round(trace, 1_010, pod, { trigger: 'added' });
      round(trace, 3_000, pod, { trigger: 'due' });
      for (const [at, phase] of [
        [3_500, 'Pending'],
        [4_000, 'Running'],
        [5_000, 'Running'],
        [6_000, 'Failed'],
      ] as const)
        trace.tell(at, pod.actor, { type: 'status', pod: pod.ref, phase, containers: [] });
      trace.tell(7_000, pod.actor, { type: 'pod', state: 'changed', pod: pod.ref, containers: [] });
    });
    expect(lines).toEqual([
      'pod_worker_duration_seconds{operation_type=create} 1, 0.11',
      'pod_worker_duration_seconds{operation_type=sync} 1, 0.1',
      'pod_worker_start_duration_seconds{} 1, 0.01',
      'pod_start_duration_seconds{} 2, 3.01',
    ]);
  });

  test('a pod that nobody added, or that is gone, is not counted', () => {
    const lines = of(new PodCollector(v1_37), (trace) => {
      const gone = trace.pod(0, 'gone', [['app', 'web:1']]);
      trace.tell(10, gone.actor, { type: 'pod', state: 'deleted', pod: gone.ref, containers: [] });
      round(trace, 20, gone, { trigger: 'due' });
      trace.tell(30, gone.actor, { type: 'status', pod: gone.ref, phase: 'Running', containers: [] });
      const never = { namespace: 'default', name: 'never', uid: 'uid-never' };
      trace.tell(40, gone.actor, { type: 'pod', state: 'changed', pod: never, containers: [] });
      trace.tell(50, gone.actor, { type: 'sync', state: 'started', pod: never });
    });
    expect(lines).toEqual([]);
  });

  test('a new kubelet sees its pods anew', () => {
    const collector = new PodCollector(v1_37);
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web', [['app', 'web:1']]);
    round(trace, 10, pod, { trigger: 'added' });
    const known = trace.records.length;
    note(collector, trace.records);
    collector.restart(5_000);
    expect(told(collector.families())).toEqual([]);
    round(trace, 5_040, pod, { trigger: 'added' });
    note(collector, trace.records.slice(known));
    expect(told(collector.families())).toEqual([
      'pod_worker_duration_seconds{operation_type=create} 1, 0.14',
      'pod_worker_start_duration_seconds{} 1, 0.04',
      'pod_start_duration_seconds{} 1, 0.04',
    ]);
  });

  test('start-ups: all in the total, those of the SLI there too, and the first of them by itself', () => {
    const collector = new PodCollector(v1_37);
    const startup = {
      node: 'node-1',
      pod: { namespace: 'a', name: 'b', uid: 'c' },
      atMs: 1,
      pullMicros: 0,
      initMicros: 0,
    };
    collector.noteStartup({ ...startup, leftOut: true, totalMicros: 3e6, sliMicros: 1e6 });
    collector.noteStartup({ ...startup, leftOut: false, totalMicros: 5e6, sliMicros: 2e6 });
    collector.noteStartup({ ...startup, leftOut: false, totalMicros: 5e6, sliMicros: 4e6 });
    expect(told(collector.families())).toEqual([
      'pod_start_sli_duration_seconds{} 2, 6',
      'pod_start_total_duration_seconds{} 3, 13',
      'first_network_pod_start_sli_duration_seconds{} 2',
    ]);
  });
});

describe('containers', () => {
  const result = { type: 'result', imageRef: '', error: '', message: '', policy: 'Always' } as const;
  const kinds = [
    ['setup', 'a:1', 'init'],
    ['log', 'a:1', 'sidecar'],
    ['app', 'a:1'],
    ['debug', 'a:1', 'ephemeral'],
    ['model', 'm:1', 'imageVolume'],
  ] as const;

  test('attempts count by kind of container, those that failed by their sentinel; an image volume’s is none', () => {
    const lines = of(new ContainerCollector(), (trace) => {
      const pod = trace.pod(0, 'web', kinds);
      for (const [name, , kind] of kinds) {
        pod.pull(10, name, 'inspecting', 'a:1');
        trace.tell(20, `${pod.actor}/${name}`, {
          ...result,
          error: kind === 'ephemeral' ? 'ErrImagePull' : '',
        });
      }
      trace.tell(30, `${pod.actor}/stranger`, result);
      pod.pull(40, 'stranger', 'inspecting', 'a:1');
    });
    expect(lines).toEqual([
      'started_containers_total{container_type=container} 1',
      'started_containers_total{container_type=ephemeral_container} 1',
      'started_containers_total{container_type=init_container} 2',
      'started_containers_errors_total{container_type=ephemeral_container,code=ErrImagePull} 1',
    ]);
  });

  test('an event of a failure counts where no pull of the container has; others do not', () => {
    const lines = of(new ContainerCollector(), (trace) => {
      const pod = trace.pod(0, 'web', kinds);
      const start = (at: number, reason: string, container: string) =>
        trace.tell(at, pod.actor, {
          type: 'event',
          eventType: 'Warning',
          reason,
          message: 'x',
          pod: pod.ref,
          fieldPath: `spec.containers{${container}}`,
        });
      start(10, 'Failed', 'app');
      pod.pull(20, 'app', 'failed', 'a:1');
      pod.event(20, 'Failed', 'Error: x', 'Warning', 'app');
      start(30, 'BackOff', 'app');
      pod.event(40, 'Failed', 'Error: x', 'Warning');
      start(50, 'Failed', 'nobody');
      trace.tell(60, 'node-1', {
        type: 'event',
        eventType: 'Warning',
        reason: 'Failed',
        message: 'Error: x',
      });
    });
    expect(lines).toEqual(['started_containers_total{container_type=container} 1']);
  });

  test('what the runtime has is counted by state; a sandbox that goes takes its containers along, a node that goes down ends all', () => {
    const state = (until: number) =>
      of(new ContainerCollector(), (trace) => {
        const [one, two, three] = ['a', 'b', 'c'].map((name) => trace.pod(0, name, [['app', 'a:1']])) as [
          PodBuild,
          PodBuild,
          PodBuild,
        ];
        const sandbox = (at: number, pod: PodBuild, what: 'creating' | 'ready' | 'gone') =>
          trace.tell(at, pod.actor, { type: 'sandbox', state: what, pod: pod.ref });
        for (const pod of [one, two, three]) {
          sandbox(10, pod, 'creating');
          sandbox(20, pod, 'ready');
          pod.container(30, 'app', 'creating');
        }
        one.container(40, 'app', 'created');
        two.container(40, 'app', 'running');
        three.container(40, 'app', 'running');
        if (until > 50) three.container(50, 'app', 'exited', 0);
        if (until > 60) sandbox(60, two, 'gone');
        if (until > 70)
          trace.tell(70, three.actor, { type: 'pod', state: 'deleted', pod: three.ref, containers: [] });
        if (until > 80) trace.tell(80, 'node-1', { type: 'node', state: 'kubeletRestarted' });
        if (until > 90) trace.tell(90, 'node-1', { type: 'node', state: 'rebooting' });
      }).map((line) => line.replace('running_', ''));
    const containers = (name: string, count: number) => `containers{container_state=${name}} ${count}`;
    expect(state(45)).toEqual(['pods{} 3', containers('created', 1), containers('running', 2)]);
    expect(state(55)).toEqual([
      'pods{} 3',
      containers('created', 1),
      containers('exited', 1),
      containers('running', 1),
    ]);
    expect(state(65)).toEqual(['pods{} 2', containers('created', 1), containers('exited', 1)]);
    for (const until of [75, 85]) expect(state(until)).toEqual(['pods{} 1', containers('created', 1)]);
    expect(state(95)).toEqual([containers('exited', 1)]);
  });
});

describe('images', () => {
  const pulled = { waitedMs: 2_000, tookMs: 1_000.9999999, sizeBytes: 5 };

  test('pulls that came through, checks of the records, images removed; a new kubelet begins at zero', () => {
    const collector = noted(new ImageCollector(v1_37), (trace) => {
      const pod = trace.pod(0, 'web', [['app', 'a:1']]);
      pod.pull(10, 'app', 'failed', 'a:1', pulled);
      pod.pull(20, 'app', 'pulled', 'a:1', pulled);
      const result = {
        type: 'result',
        imageRef: '',
        error: '',
        message: '',
        policy: 'Always',
        present: true,
        pullRequired: false,
      } as const;
      trace.tell(30, pod.actor, result);
      trace.tell(40, pod.actor, { ...result, credentialCheck: 'credentialPolicyAllowed' });
      for (const state of ['removed', 'failed', 'finished'] as const)
        trace.tell(50, 'node-1/image-gc', { type: 'imageGC', trigger: 'loop', state, reason: 'age' });
      trace.tell(60, 'node-1/image-gc', { type: 'imageGC', trigger: 'loop', state: 'removed' });
    });
    expect(told(collector.families())).toEqual([
      'image_pull_duration_seconds{image_size_in_bytes=0-10MB} 1, 3.001',
      'image_manager_ensure_image_requests_total{present_locally=true,pull_policy=always,pull_required=false} 2',
      'imagemanager_image_mustpull_checks_total{result=credentialPolicyAllowed} 1',
      'image_garbage_collected_total{reason=age} 1',
      'image_garbage_collected_total{reason=space} 1',
    ]);
    collector.restart();
    expect(told(collector.families())).toEqual([]);
  });
});
