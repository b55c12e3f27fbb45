import { expect, test } from 'vitest';
import { formatPods } from '../../../src/reports/pods.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { formatSummary } from '../../../src/reports/summary/summary-text.ts';
import { nodeNotes } from '../../../src/reports/timeline/node-notes.ts';
import { formatTimeline } from '../../../src/reports/timeline/timeline.ts';
import { TraceBuilder } from '../trace-builder.ts';

function faultyNode(): TraceBuilder {
  const trace = new TraceBuilder();
  const ready = {
    type: 'condition',
    condition: 'Ready',
    reason: 'KubeletReady',
    message: 'kubelet is posting ready status',
  } as const;
  trace.tell(0, 'node-1/kubelet', { ...ready, status: 'True' });
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  const gc = {
    type: 'imageGC',
    trigger: 'loop',
    image: 'docker.io/shop/old:1',
    ref: 'sha256:1',
    reason: 'age',
  } as const;
  trace.tell(300_000, 'node-1/kubelet/image-gc', {
    ...gc,
    state: 'removed',
    believedBytes: 2_000_000,
    freedBytes: 1_500_000,
  });
  trace.tell(300_000, 'node-1/kubelet/image-gc', {
    type: 'imageGC',
    trigger: 'loop',
    state: 'finished',
    removed: 1,
    error: 'wanted more',
  });
  trace.tell(310_000, 'node-1/kubelet', {
    ...ready,
    status: 'False',
    reason: 'KubeletNotReady',
    message: 'PLEG is not healthy: …',
  });
  trace.tell(320_000, 'node-1/kubelet', { ...ready, status: 'True' });
  const pressure = {
    type: 'condition',
    condition: 'DiskPressure',
    reason: 'KubeletHasDiskPressure',
    message: 'kubelet has disk pressure',
  } as const;
  trace.tell(330_000, 'node-1/kubelet', { ...pressure, status: 'True' });
  trace.tell(340_000, pod.actor, { type: 'pod', state: 'deleting', pod: pod.ref, containers: [] });
  return trace;
}

test('what happens to a node has a line each, in the timeline too', () => {
  const { records } = faultyNode();
  expect(nodeNotes(records).get('node-1')).toEqual([
    'at 5 m 0 s: image GC removed old:1 (unused too long, 1.5 MB freed)',
    'at 5 m 0 s: image GC failed: wanted more',
    'at 5 m 10 s: NotReady: PLEG is not healthy: …',
    'at 5 m 20 s: Ready again',
    'at 5 m 30 s: DiskPressure begins: kubelet has disk pressure',
    'at 5 m 40 s: pod default/web is deleted',
  ]);
  expect(nodeNotes(records, 305_000).get('node-1')).toHaveLength(2);
  expect(formatTimeline(records, { width: 80, colour: false })).toContain('at 5 m 10 s: NotReady');
});

test('many lines are cut, and it is said', () => {
  const { records } = faultyNode();
  const notes = nodeNotes([...records, ...records.slice(1)].map((record) => record));
  expect(notes.get('node-1')).toHaveLength(9);
  expect(notes.get('node-1')?.at(-1)).toBe('and 4 more (-o trace has all)');
});

test('the summary counts it, and has no such line where nothing happened', () => {
  const { records } = faultyNode();
  expect(summarize(records, 1e9).nodes).toEqual({
    imagesRemoved: 1,
    freedBytes: 1_500_000,
    believedBytes: 2_000_000,
    gcFailures: 1,
    notReady: 1,
    diskPressure: 1,
    podsDeleted: 0,
  });
  const text = (more: typeof records) => formatSummary(summarize(more), { width: 200, colour: false });
  expect(text(records)).toContain(
    'nodes            NotReady once; disk pressure once; image GC removed 1 image, 1.5 MB freed of 2.0 MB believed; image GC failed once',
  );
  expect(text(new TraceBuilder().records)).not.toContain('nodes');
});

test('restarts and what image GC could not do have lines too; what a node begins with, and settings told elsewhere, have none', () => {
  const trace = new TraceBuilder([{ name: 'node-1' }, { name: 'node-2' }]);
  const condition = { type: 'condition', reason: 'r', message: 'm' } as const;
  trace.tell(0, 'node-1/kubelet', { ...condition, condition: 'DiskPressure', status: 'False' });
  trace.tell(0, 'node-1/kubelet', { ...condition, condition: 'Ready', status: 'False' });
  trace.tell(0, 'node-1', { type: 'node', state: 'started' });
  trace.tell(1_000, 'node-1/kubelet', { ...condition, condition: 'DiskPressure', status: 'True' });
  trace.tell(2_000, 'node-1/kubelet', { ...condition, condition: 'DiskPressure', status: 'False' });
  trace.tell(3_000, 'node-2', { type: 'node', state: 'kubeletRestarted' });
  trace.tell(4_000, 'node-1', { type: 'node', state: 'kubeletRestarted', kubelet: { maxPods: 5 } });
  trace.tell(5_000, 'node-1', { type: 'node', state: 'rebooting' });
  trace.tell(6_000, 'node-1', { type: 'node', state: 'rebooted' });
  const gc = { type: 'imageGC', trigger: 'diskPressure' } as const;
  trace.tell(7_000, 'node-1/image-gc', {
    ...gc,
    state: 'removed',
    image: 'shop/old:1',
    reason: 'space',
    believedBytes: 9,
  });
  trace.tell(7_000, 'node-1/image-gc', { ...gc, state: 'failed', image: 'shop/held:1', error: 'in use' });
  trace.tell(7_000, 'node-1/image-gc', { ...gc, state: 'finished', removed: 1 });
  const pod = trace.pod(7_500, 'web', [['app', 'web:1']], { node: 'node-2' });
  trace.tell(8_000, 'node-2', { type: 'pod', state: 'deleting', pod: pod.ref, containers: [] });
  trace.tell(9_000, 'node-2', { type: 'pod', state: 'deleted', pod: pod.ref, containers: [] });
  const records = trace.end(10_000);
  expect([...nodeNotes(records)]).toEqual([
    [
      'node-1',
      [
        'at 0 ms: NotReady: m',
        'at 1.0 s: DiskPressure begins: m',
        'at 2.0 s: DiskPressure is over',
        'at 5.0 s: the node goes down',
        'at 6.0 s: the node is up again',
        'at 7.0 s: image GC removed old:1 (for space, 0 B freed)',
        'at 7.0 s: image GC could not remove held:1: in use',
      ],
    ],
    ['node-2', ['at 3.0 s: the kubelet starts anew', 'at 8.0 s: pod default/web is deleted']],
  ]);
  expect(nodeNotes(records, 1_000).get('node-1')).toHaveLength(2);
  const figures = {
    imagesRemoved: 1,
    freedBytes: 0,
    believedBytes: 9,
    gcFailures: 0,
    notReady: 1,
    diskPressure: 1,
    podsDeleted: 1,
  };
  expect(summarize(records, 9_000).nodes).toEqual(figures);
  expect(summarize(records, 8_999).nodes).toEqual({ ...figures, podsDeleted: 0 });
});

test('eight lines are all shown', () => {
  const trace = new TraceBuilder();
  for (let at = 0; at < 8; at++) trace.tell(at, 'node-1', { type: 'node', state: 'rebooting' });
  expect(nodeNotes(trace.records).get('node-1')).toHaveLength(8);
});

// pkg/printers/internalversion/printers.go, printPod (v1.36.3): a deletion timestamp and a phase that is not
// over.
test('a pod that is being deleted is Terminating, then it is not listed any more', () => {
  const trace = faultyNode();
  expect(formatPods(trace.records, { width: 80, colour: false })).toContain('Terminating');
  const pod = { namespace: 'default', name: 'web', uid: 'uid-web' };
  trace.tell(370_000, 'node-1/kubelet/default/web', { type: 'pod', state: 'deleted', pod, containers: [] });
  expect(formatPods(trace.records, { width: 80, colour: false })).toBe('');
});
