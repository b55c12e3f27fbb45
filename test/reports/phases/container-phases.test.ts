import { expect, test } from 'vitest';
import type { ContainerPhases } from '../../../src/reports/phases/container-phases.ts';
import { containerPhases } from '../../../src/reports/phases/pod-phases.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { rollout } from '../rollout.ts';
import { TraceBuilder } from '../trace-builder.ts';

/** `phase from–to` of one container. */
function told(records: readonly TraceRecord[], name: string, atMs?: number): string[] {
  return phasesOf(records, name, atMs).phases.map(({ phase, fromMs, toMs }) => `${phase} ${fromMs}–${toMs}`);
}

function phasesOf(records: readonly TraceRecord[], name: string, atMs?: number): ContainerPhases {
  const found = containerPhases(records, atMs).find((container) => container.name === name);
  if (found === undefined) throw new Error(`no container ${name}`);
  return found;
}

test('a container behind an init container, whose first pull fails, goes through its phases', () => {
  expect(told(rollout(), 'api')).toEqual([
    'waitingToStart 2–67000',
    'runtimeWork 67000–68000',
    'backingOff 68000–78000',
    'waitingForSync 78000–82000',
    'runtimeWork 82000–82050',
    'downloading 82050–86050',
    'unpacking 86050–88050',
    'starting 88050–88100',
  ]);
  const { failures, runningAtMs, lastPhase } = phasesOf(rollout(), 'api');
  expect(failures).toEqual([{ atMs: 68_000, reason: 'ErrImagePull', error: 'unexpected status: 503' }]);
  expect([runningAtMs, lastPhase]).toEqual([88_100, 'running']);
});

test('an init container that has exited has ended', () => {
  expect(told(rollout(), 'migrate').slice(-3)).toEqual([
    'starting 65750–65800',
    'running 65800–67000',
    'ended 67000–88100',
  ]);
});

test('at an earlier moment the phases end there', () => {
  expect(told(rollout(), 'api', 80_000)).toEqual([
    'waitingToStart 2–67000',
    'runtimeWork 67000–68000',
    'backingOff 68000–78000',
    'waitingForSync 78000–80000',
  ]);
});

test('while the runtime pulls, a layer that comes in counts before one that is unpacked, and that before one that waits', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  pod.pull(100, 'app', 'inspecting', 'web:1');
  pod.pull(150, 'app', 'pulling', 'web:1');
  const cause = { kind: 'inFlight', actor: 'node-1/images/kubelet/default/other/app' };
  pod.layer(200, 'app', 'fetch', 'present', 0, 10);
  pod.layer(200, 'app', 'fetch', 'shared', 1, 10, cause);
  pod.layer(200, 'app', 'fetch', 'queued', 2, 10);
  pod.layer(300, 'app', 'fetch', 'started', 2, 10);
  pod.layer(350, 'app', 'unpack', 'started', 0, 10);
  pod.layer(400, 'app', 'fetch', 'fetched', 2, 10);
  pod.layer(500, 'app', 'unpack', 'finished', 0, 10);
  pod.layer(600, 'app', 'fetch', 'fetched', 1, 10);
  pod.pull(700, 'app', 'pulled', 'web:1');
  const records = trace.end(800);
  expect(told(records, 'app')).toEqual([
    'waitingToStart 0–100',
    'inspecting 100–150',
    'runtimeWork 150–200',
    'waitingForDownload 200–300',
    'downloading 300–400',
    'unpacking 400–500',
    'waitingForOtherPull 500–600',
    'runtimeWork 600–700',
    'starting 700–800',
  ]);
  expect(
    phasesOf(records, 'app').phases.find(({ phase }) => phase === 'waitingForOtherPull')?.because,
  ).toEqual(cause);
});

test('what a runtime waits for has a phase of its own: another pull, bytes that do not come, an unpack slot', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  const other = 'node-1/images/kubelet/default/other/app';
  pod.pull(100, 'app', 'pulling', 'web:1');
  pod.layer(200, 'app', 'unpack', 'shared', 0, 10, { kind: 'inFlight', actor: other });
  pod.layer(300, 'app', 'unpack', 'shared', 1, 10, { kind: 'inFlight', actor: other });
  pod.layer(400, 'app', 'fetch', 'started', 2, 10);
  pod.layer(500, 'app', 'fetch', 'stalled', 2, 10, { kind: 'fault', actor: 'faults/1-stalledBody' });
  pod.layer(900, 'app', 'fetch', 'fetched', 2, 10);
  pod.layer(900, 'app', 'unpack', 'queued', 2, 10);
  pod.layer(1_000, 'app', 'unpack', 'started', 2, 10, { kind: 'unpackSlot', actor: other });
  pod.layer(1_100, 'app', 'unpack', 'finished', 2, 10);
  pod.pull(1_200, 'app', 'pulled', 'web:1');
  const records = trace.end(1_300);
  expect(told(records, 'app')).toEqual([
    'waitingToStart 0–100',
    'runtimeWork 100–200',
    'waitingForOtherPull 200–400',
    'downloading 400–500',
    'stalled 500–900',
    'waitingForUnpack 900–1000',
    'unpacking 1000–1100',
    'runtimeWork 1100–1200',
    'starting 1200–1300',
  ]);
  const because = Object.fromEntries(
    phasesOf(records, 'app').phases.map(({ phase, because }) => [phase, because?.kind]),
  );
  expect(because).toMatchObject({
    waitingForOtherPull: 'inFlight',
    stalled: 'fault',
    waitingForUnpack: 'unpackSlot',
  });
});

test('a manifest that waits for a download slot is a wait from its record on, or from the answer before', () => {
  const request = (state: 'waiting' | 'sent' | 'answered', kind: 'tag' | 'manifest') =>
    ({ type: 'request', state, method: 'GET', kind, registry: 'r.io', image: 'web:1' }) as const;
  const because = { kind: 'downloadSlot', actor: 'node-1/images/kubelet/default/other/app' };
  for (const isTold of [true, false]) {
    const trace = new TraceBuilder();
    const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
    const actor = 'node-1/images/kubelet/default/web-0/app#fetch-0';
    pod.pull(100, 'app', 'pulling', 'web:1');
    trace.tell(110, actor, request('sent', 'tag'));
    trace.tell(150, actor, request('answered', 'tag'));
    if (isTold) trace.tell(150, actor, request('waiting', 'manifest'));
    trace.tell(400, actor, request('sent', 'manifest'), because);
    trace.tell(450, actor, request('answered', 'manifest'));
    const records = trace.end(500);
    expect(told(records, 'app')).toEqual([
      'waitingToStart 0–100',
      'runtimeWork 100–110',
      'resolving 110–150',
      'waitingForDownload 150–400',
      'resolving 400–450',
      'runtimeWork 450–500',
    ]);
    expect(phasesOf(records, 'app').phases[3]?.because).toEqual(because);
  }
});

test('the cause of a wait for a slot is told when it ends: whoever gave the slot back', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  const cause = { kind: 'slot', actor: 'node-1/kubelet/default/other/app', record: 1 };
  pod.pull(100, 'app', 'waiting', 'web:1');
  pod.pull(500, 'app', 'pulling', 'web:1', {}, cause);
  const [, wait, work] = phasesOf(trace.end(600), 'app').phases;
  expect(wait).toEqual({ phase: 'waitingForSlot', fromMs: 100, toMs: 500, because: cause });
  expect(work).toEqual({ phase: 'runtimeWork', fromMs: 500, toMs: 600 });
});

test('a refusal by back-off within the window does not cut it in two; without a window only the next sync is waited for', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [
    ['app', 'web:1'],
    ['never', 'gone:1'],
  ]);
  pod.pull(1_000, 'app', 'failed', 'web:1', { reason: 'ErrImagePull', windowMs: 20_000, untilMs: 21_000 });
  pod.pull(2_000, 'never', 'neverPresent', 'gone:1');
  for (const at of [2_000, 14_000]) {
    pod.pull(at, 'app', 'inspecting', 'web:1');
    pod.pull(at, 'app', 'backingOff', 'web:1', { windowMs: 20_000, untilMs: 21_000 });
  }
  const records = trace.end(26_000, 'horizon');
  expect(told(records, 'app')).toEqual([
    'waitingToStart 0–1000',
    'backingOff 1000–21000',
    'waitingForSync 21000–26000',
  ]);
  expect(told(records, 'never')).toEqual(['waitingToStart 0–2000', 'waitingForSync 2000–26000']);
  expect(phasesOf(records, 'never').failures).toEqual([
    { atMs: 2_000, reason: 'ErrImageNeverPull', error: '' },
  ]);
});

test('an image volume has ended once its image is there, and a rejected pod at once', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['models', 'models:1', 'imageVolume']]);
  pod.pull(100, 'models', 'waiting', 'models:1');
  pod.load(200, 'models', 'models:1', 10, 50, 50);
  const late = trace.pod(300, 'web-1', [['app', 'web:1']]);
  const containers = [{ name: 'app', image: 'web:1', kind: 'container', policy: 'Always' }] as const;
  trace.tell(300, late.actor, {
    type: 'pod',
    state: 'rejected',
    pod: late.ref,
    containers,
    reason: 'OutOfpods',
  });
  const records = trace.records.filter((record) => record.type !== 'container');
  expect(told(records, 'models', 400)).toEqual([
    'waitingToStart 0–100',
    'waitingForSlot 100–200',
    'runtimeWork 200–250',
    'downloading 250–300',
    'unpacking 300–350',
    'ended 350–400',
  ]);
  expect(told(records, 'app', 400)).toEqual(['ended 300–400']);
});

test('a restarted kubelet loses its pulls, not its containers; a reboot loses both', () => {
  const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'node-2' }]);
  const first = trace.pod(0, 'web-0', [['first', 'web:1']]);
  const second = trace.pod(0, 'web-1', [['second', 'web:1']]);
  const other = trace.pod(0, 'web-2', [['other', 'web:1']], { node: 'node-2' });
  first.start(50, 'first');
  second.pull(100, 'second', 'pulling', 'web:1');
  other.pull(100, 'other', 'pulling', 'web:1');
  trace.tell(1_000, 'node-1', { type: 'node', state: 'kubeletRestarted' });
  second.layer(1_500, 'second', 'fetch', 'started', 0, 10);
  trace.tell(2_000, 'node-1', { type: 'node', state: 'rebooting' });
  const records = trace.end(3_000);
  expect(told(records, 'first')).toEqual([
    'waitingToStart 0–50',
    'starting 50–100',
    'running 100–2000',
    'waitingToStart 2000–3000',
  ]);
  expect(told(records, 'second')).toEqual([
    'waitingToStart 0–100',
    'runtimeWork 100–1000',
    'waitingForSync 1000–2000',
    'waitingToStart 2000–3000',
  ]);
  expect(told(records, 'other')).toEqual(['waitingToStart 0–100', 'runtimeWork 100–3000']);
});

test('two pods of one name, one after the other, keep their phases apart', () => {
  const trace = new TraceBuilder();
  const old = trace.pod(0, 'web-0', [['app', 'web:1']]);
  old.pull(100, 'app', 'pulling', 'web:1');
  trace.tell(200, old.actor, {
    type: 'pod',
    state: 'terminated',
    pod: old.ref,
    containers: [],
    reason: 'Failed',
  });
  const ref = { ...old.ref, uid: 'uid-2' };
  const containers = [{ name: 'app', image: 'web:1', kind: 'container', policy: 'Always' }] as const;
  trace.tell(300, old.actor, { type: 'pod', state: 'added', pod: ref, containers });
  trace.tell(400, `${old.actor}/app`, {
    type: 'pull',
    state: 'pulling',
    pod: ref,
    container: 'app',
    image: 'web:1',
  });
  old.layer(500, 'app', 'fetch', 'started', 0, 10);
  const [before, after] = containerPhases(trace.end(600));
  expect(before?.phases.map(({ phase }) => phase)).toEqual(['waitingToStart', 'runtimeWork', 'ended']);
  expect(after?.phases.map(({ phase }) => phase)).toEqual(['waitingToStart', 'runtimeWork', 'downloading']);
});

// kubernetes#119891: every sync within the window looks for the image and shows BackOff; the pod waits on.
test('a back-off window is one wait, however often the worker syncs within it', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  pod.pull(100, 'app', 'pulling', 'web:1');
  pod.pull(600, 'app', 'failed', 'web:1', { error: 'not found', untilMs: 40_600 });
  for (const atMs of [1_100, 14_100, 27_100, 40_100]) {
    pod.pull(atMs, 'app', 'inspecting', 'web:1');
    pod.pull(atMs + 2, 'app', 'backingOff', 'web:1', { untilMs: 40_600 });
  }
  pod.pull(53_100, 'app', 'inspecting', 'web:1');
  pod.pull(53_102, 'app', 'waiting', 'web:1');
  expect(told(trace.end(60_000), 'app').slice(1, -1)).toEqual([
    'runtimeWork 100–600',
    'backingOff 600–40600',
    'waitingForSync 40600–53100',
    'inspecting 53100–53102',
  ]);
});

// docs/measurements.md R3: containerd 2 takes one of its three slots for the manifest and the config too,
// first come first served.
test('a manifest that waits for a download slot is a wait for a download, behind whoever gave the slot', () => {
  const trace = new TraceBuilder();
  const pod = trace.pod(0, 'web-0', [['app', 'web:1']]);
  const other = trace.pod(1, 'ml-0', [['app', 'ml:1']]);
  other.pull(50, 'app', 'pulling', 'ml:1');
  pod.pull(100, 'app', 'pulling', 'web:1');
  const request = { type: 'request', method: 'GET', registry: 'docker.io', image: 'web:1' } as const;
  const actor = 'node-1/images/kubelet/default/web-0/app#fetch-0';
  trace.tell(104, actor, { ...request, method: 'HEAD', kind: 'tag', state: 'sent' });
  trace.tell(124, actor, { ...request, method: 'HEAD', kind: 'tag', state: 'answered', status: 200 });
  const because = { kind: 'downloadSlot', actor: 'node-1/images/kubelet/default/ml-0/app#fetch-3' };
  trace.tell(3_000, actor, { ...request, kind: 'manifest', state: 'sent' }, because);
  trace.tell(3_020, actor, { ...request, kind: 'manifest', state: 'answered', status: 200 });
  const records = trace.end(4_000);
  const phases = containerPhases(records).find((container) => container.image === 'web:1')?.phases ?? [];
  expect(phases.map(({ phase, fromMs, toMs }) => `${phase} ${fromMs}–${toMs}`).slice(1)).toEqual([
    'runtimeWork 100–104',
    'resolving 104–124',
    'waitingForDownload 124–3000',
    'resolving 3000–3020',
    'runtimeWork 3020–4000',
  ]);
  expect(phases[3]?.because).toEqual(because);
});
