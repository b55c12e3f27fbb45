import { expect, test } from 'vitest';
import { nodeFigures } from '../../src/report/node-figures.ts';
import { nodeNotes } from '../../src/report/node-notes.ts';
import { formatPods } from '../../src/report/pods.ts';
import { formatSummary, summarize } from '../../src/report/summary.ts';
import { formatTimeline } from '../../src/report/timeline.ts';
import { TraceBuilder } from './trace-builder.ts';

function troubledNode(): TraceBuilder {
  const trace = new TraceBuilder();
  const ready = { type: 'condition', condition: 'Ready', reason: 'KubeletReady', message: 'kubelet is posting ready status' } as const;
  trace.tell(0, 'node-1/kubelet', { ...ready, status: 'True' });
  const pod = trace.pod(0, 'web', [['app', 'web:1']]);
  const gc = { type: 'imageGC', trigger: 'loop', image: 'docker.io/shop/old:1', ref: 'sha256:1', reason: 'age' } as const;
  trace.tell(300_000, 'node-1/kubelet/image-gc', { ...gc, state: 'removed', believedBytes: 2_000_000, freedBytes: 1_500_000 });
  trace.tell(300_000, 'node-1/kubelet/image-gc', { type: 'imageGC', trigger: 'loop', state: 'finished', removed: 1, error: 'wanted more' });
  trace.tell(310_000, 'node-1/kubelet', { ...ready, status: 'False', reason: 'KubeletNotReady', message: 'PLEG is not healthy: …' });
  trace.tell(320_000, 'node-1/kubelet', { ...ready, status: 'True' });
  const pressure = {
    type: 'condition',
    condition: 'DiskPressure',
    reason: 'KubeletHasDiskPressure',
    message: 'kubelet has disk pressure',
  } as const;
  trace.tell(330_000, 'node-1/kubelet', { ...pressure, status: 'True' });
  trace.tell(340_000, pod.actor, { type: 'pod', state: 'deleting', pod: pod.ref, node: 'node-1', containers: [] });
  return trace;
}

test('what happens to a node has a line each, in the timeline too', () => {
  const { records } = troubledNode();
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
  const { records } = troubledNode();
  const notes = nodeNotes([...records, ...records.slice(1)].map((record) => record));
  expect(notes.get('node-1')).toHaveLength(9);
  expect(notes.get('node-1')?.at(-1)).toBe('and 4 more (-o trace has all)');
});

test('the summary counts it, and has no such line where nothing happened', () => {
  const { records } = troubledNode();
  expect(nodeFigures(records, 1e9)).toEqual({
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

// pkg/printers/internalversion/printers.go, printPod (v1.36.3): a deletion timestamp and a phase that is not over.
test('a pod that is being deleted is Terminating, then it is not listed any more', () => {
  const trace = troubledNode();
  expect(formatPods(trace.records, { width: 80, colour: false })).toContain('Terminating');
  const pod = { namespace: 'default', name: 'web', uid: 'uid-web' };
  trace.tell(370_000, 'node-1/kubelet/default/web', { type: 'pod', state: 'deleted', pod, node: 'node-1', containers: [] });
  expect(formatPods(trace.records, { width: 80, colour: false })).toBe('');
});
