import { expect, test } from 'vitest';
import { formatDescription } from '../../../src/reports/describe/describe.ts';
import { type PodBuild, TraceBuilder } from '../trace-builder.ts';

const options = { width: 80, colour: false };

function waitingStatus(
  trace: TraceBuilder,
  at: number,
  pod: PodBuild,
  reason: string,
  message?: string,
): void {
  const view = {
    name: 'app',
    kind: 'container',
    state: 'waiting',
    reason,
    restarts: 0,
    ...(message === undefined ? {} : { message }),
  } as const;
  trace.tell(at, pod.actor, { type: 'status', pod: pod.ref, phase: 'Pending', containers: [view] });
}

/** A pod whose image is not there, as far as its second sync. */
function failingPod(): { trace: TraceBuilder; pod: PodBuild } {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [
    ['app', 'web:gone'],
    ['model', 'ghcr.io/ml/model:1', 'imageVolume'],
  ]);
  trace.tell(6, pod.actor, { type: 'sync', state: 'started', pod: pod.ref, trigger: 'added' });
  waitingStatus(trace, 6, pod, 'ContainerCreating');
  trace.tell(200, pod.actor, { type: 'sandbox', state: 'ready', pod: pod.ref });
  pod.pull(300, 'app', 'waiting', 'web:gone');
  pod.event(300, 'Pulling', 'Pulling image "web:gone"', 'Normal', 'app');
  pod.pull(900, 'app', 'failed', 'web:gone', {
    reason: 'ErrImagePull',
    error: 'not found',
    windowMs: 10_000,
    untilMs: 10_900,
  });
  pod.event(900, 'Failed', 'Failed to pull image "web:gone": not found', 'Warning', 'app');
  pod.event(900, 'Failed', 'Error: ErrImagePull', 'Warning', 'app');
  trace.tell(1500, pod.actor, { type: 'sync', state: 'started', pod: pod.ref, trigger: 'lifecycle' });
  waitingStatus(trace, 1500, pod, 'ErrImagePull', 'not found');
  pod.event(1500, 'BackOff', 'Back-off pulling image "web:gone"', 'Normal', 'app');
  pod.event(1500, 'Failed', 'Error: ImagePullBackOff', 'Warning', 'app');
  return { trace, pod };
}

// kubectl v0.36.3, pkg/describe/describe.go: describePod, describeContainers, DescribeEvents.
test('a pod as kubectl describes it, and what kubectl does not tell', () => {
  const { trace } = failingPod();
  expect(formatDescription(trace.records, { ...options, atMs: 2000 })).toBe(`Name:        web
Namespace:   default
Node:        node-1
Start Time:  Wed, 01 Jan 2025 00:00:00 +0000
Status:      Pending
Containers:
  app:
    Image:          web:gone
    Image ID:       
    State:          Waiting
      Reason:       ErrImagePull
    Ready:          False
    Restart Count:  0
Conditions:
  Type                        Status
  PodReadyToStartContainers   True 
  Initialized                 True 
  Ready                       False 
  ContainersReady             False 
  PodScheduled                True 
Volumes:
  model:
    Type:        Image (a container image or OCI artifact)
    Reference:   ghcr.io/ml/model:1
    PullPolicy:  IfNotPresent
Events:
  Type     Reason     Age   From               Message
  ----     ------     ----  ----               -------
  Normal   Scheduled  2s    default-scheduler  Successfully assigned default/web to node-1
  Normal   Pulling    2s    kubelet            spec.containers{app}: Pulling image "web:gone"
  Warning  Failed     2s    kubelet            spec.containers{app}: Failed to pull image "web:gone": not found
  Warning  Failed     2s    kubelet            spec.containers{app}: Error: ErrImagePull
  Normal   BackOff    1s    kubelet            spec.containers{app}: Back-off pulling image "web:gone"
  Warning  Failed     1s    kubelet            spec.containers{app}: Error: ImagePullBackOff
---- what kubectl describe does not show ----
In truth:
  Container  Does         Message of its status
  app        backing off  not found
`);
});

// the status that a sync publishes has the reasons of the sync before.
test('the status lags by one sync: during the first pull it says ContainerCreating, in back-off still ErrImagePull', () => {
  const { trace } = failingPod();
  const reasonAt = (atMs: number) =>
    /Reason: +(\w+)\n/.exec(formatDescription(trace.records, { ...options, atMs }))?.[1];
  expect([reasonAt(500), reasonAt(1000), reasonAt(1600)]).toEqual([
    'ContainerCreating',
    'ContainerCreating',
    'ErrImagePull',
  ]);
});

test('before the first sync a pod has no container states', () => {
  const { trace } = failingPod();
  const text = formatDescription(trace.records, { ...options, atMs: 5 });
  expect(text).toContain(
    '  app:\n    Image:  web:gone\nConditions:\n  Type           Status\n  PodScheduled   True \n',
  );
  expect(text).not.toContain('Start Time');
});

// describe.go, describeStatus and describeContainerState: Last State only of what was terminated.
test('a container that crashed and runs again shows both runs', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  const view = { name: 'app', kind: 'container', restarts: 1 } as const;
  pod.container(1000, 'app', 'running');
  pod.container(5000, 'app', 'exited', 3);
  const waits = { ...view, state: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off 10s' } as const;
  trace.tell(5500, pod.actor, { type: 'status', pod: pod.ref, phase: 'Running', containers: [waits] });
  const last = `    Last State:     Terminated
      Reason:       Error
      Exit Code:    3
      Started:      Wed, 01 Jan 2025 00:00:01 +0000
      Finished:     Wed, 01 Jan 2025 00:00:05 +0000
`;
  expect(formatDescription(trace.records, options)).toContain(
    `      Reason:       CrashLoopBackOff\n${last}`,
  );
  pod.container(16_000, 'app', 'running');
  trace.tell(16_500, pod.actor, {
    type: 'status',
    pod: pod.ref,
    phase: 'Running',
    containers: [{ ...view, state: 'running' }],
  });
  expect(formatDescription(trace.records, options)).toContain(
    `      Started:      Wed, 01 Jan 2025 00:00:16 +0000\n${last}`,
  );
});

test('--pod chooses pods, by name or namespace and name', () => {
  const trace = new TraceBuilder();
  for (const [namespace, name] of [
    ['shop', 'web-0'],
    ['shop', 'db-0'],
    ['ops', 'web-1'],
  ] as const)
    trace.pod(0, name, [['app', 'a:1']], { namespace });
  const namesOf = (pod: string) =>
    [
      ...formatDescription(trace.records, { ...options, filter: { pods: [pod] } }).matchAll(
        /^Name: +(\S+)/gm,
      ),
    ].map(([, name]) => name);
  expect(namesOf('web-*')).toEqual(['web-0', 'web-1']);
  expect(namesOf('shop/*')).toEqual(['web-0', 'db-0']);
  expect(formatDescription(trace.records, { ...options, filter: { pods: ['nobody'] } })).toBe('');
});

// client-go/tools/record/events_cache.go (v0.36.3): the spam filter's burst of 25; the correlator does not
// outlive its kubelet.
test('what the spam filter holds back is told below, and a kubelet that starts anew has a new correlator', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  for (let index = 0; index < 30; index++) pod.event(1000 + index, 'BackOff', 'Back-off', 'Normal', 'app');
  const text = formatDescription(trace.records, { ...options, atMs: 2000 });
  expect(text).toContain('  Normal  BackOff    1s (x25 over 1s)');
  expect(text).toContain('Not shown:  5 of 30 events');
  expect(text).toMatch(/ {2}x5 +0s +spam filter +Normal +BackOff +spec\.containers\{app\}: Back-off\n/);
  trace.tell(3000, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  pod.event(4000, 'BackOff', 'Back-off', 'Normal', 'app');
  expect(formatDescription(trace.records, { ...options, atMs: 4000 }).match(/BackOff +\S/g)).toHaveLength(3);
});

// pkg/registry/core/event, and the API server's --event-ttl (1 h).
test('after an hour without news an event is gone', () => {
  const { trace } = failingPod();
  const text = formatDescription(trace.records, { ...options, atMs: 3_700_000 });
  expect(text).toContain('Events:  <none>\n');
  expect(text).toContain('Not shown:  5 of 5 events');
  expect(text).toContain('older than 1 h');
});

// The same, EventAggregate: ten distinct messages.
test('many similar events become one, and the messages are told below', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  for (let index = 0; index < 12; index++)
    pod.event(1000 * index, 'Failed', `Failed to pull image "web:1": try ${index}`, 'Warning', 'app');
  const text = formatDescription(trace.records, { ...options, atMs: 12_000 });
  expect(text).toContain(
    '  Warning  Failed     1s (x3 over 3s)  kubelet            spec.containers{app}: (combined from similar events): Failed to pull image "web:1": try 11',
  );
  expect(text).toMatch(
    / {2}x1 +1s +combined +Warning +Failed +spec\.containers\{app\}: Failed to pull image "web:1": try 11\n/,
  );
});

// describe.go, describeNode.
test('--node describes a node with its conditions, pods and events', () => {
  const { trace } = failingPod();
  const ready = { type: 'condition', condition: 'Ready' } as const;
  trace.tell(2000, 'node-1/kubelet', {
    ...ready,
    status: 'True',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
  });
  trace.tell(9000, 'node-1/kubelet', {
    ...ready,
    status: 'False',
    reason: 'KubeletNotReady',
    message: 'PLEG is not healthy',
  });
  trace.tell(9000, 'node-1/kubelet', {
    type: 'event',
    eventType: 'Normal',
    reason: 'NodeNotReady',
    message: 'Node node-1 status is now: NodeNotReady',
  });
  expect(
    formatDescription(trace.records, { ...options, filter: { nodes: ['node-*'] }, atMs: 10_000 }),
  ).toBe(`Name:  node-1
Conditions:
  Type    Status  LastTransitionTime                Reason            Message
  ----    ------  ------------------                ------            -------
  Ready   False   Wed, 01 Jan 2025 00:00:09 +0000   KubeletNotReady   PLEG is not healthy
System Info:
  Container Runtime Version:  containerd://2.4
  Kubelet Version:            v1.36.3
Non-terminated Pods:          (1 in total)
  Namespace                   Name
  ---------                   ----
  default                     web
Events:
  Type    Reason        Age   From     Message
  ----    ------        ----  ----     -------
  Normal  NodeNotReady  1s    kubelet  Node node-1 status is now: NodeNotReady
---- what kubectl describe does not show ----
Runtime:                         containerd://2.4
  max_concurrent_downloads       3 (default)
  max_concurrent_unpacks         1 (default)
  concurrent_layer_fetch_buffer  0 (default)
  image_pull_progress_timeout    5m0s (default)
  snapshotter                    overlayfs (default)
  use_local_image_pull           false (default)
`);
});

test('a pod on its way out is Terminating', () => {
  const { trace, pod } = failingPod();
  trace.tell(5000, pod.actor, { type: 'pod', state: 'deleting', pod: pod.ref, containers: [] });
  const text = formatDescription(trace.records, { ...options, atMs: 40_000 });
  expect(text).toContain('Status:                    Terminating (lasts 5s)\n');
  expect(text).toContain('  app:\n');
  trace.tell(41_000, pod.actor, { type: 'pod', state: 'deleted', pod: pod.ref, containers: [] });
  expect(formatDescription(trace.records, options)).toBe('');
});
