import { expect, it } from 'vitest';
import { gcNeverRemovesImageInUse } from '../../../../src/run/invariants/kubelet/gc-never-removes-image-in-use.ts';
import { type Line, node, podRef, traceOf } from '../trace-of.ts';

// pkg/kubelet/images/image_gc_manager.go (v1.36.3): imagesInEvictionOrder leaves out what containers use at
// the listing.

const gc = 'node-1/kubelet/image-gc';
const ensured: Line = [
  1,
  'node-1/kubelet/default/web/app',
  { type: 'result', imageRef: 'sha256:aa', error: '', message: '', policy: 'IfNotPresent' },
];
const container = (at: number, state: 'created' | 'exited'): Line => [
  at,
  'node-1/kubelet/default/web',
  { type: 'container', state, pod: podRef('web'), container: 'app' },
];
const removed = (at: number, ref: string): Line => [
  at,
  gc,
  {
    type: 'imageGC',
    state: 'removed',
    trigger: 'loop',
    image: 'app:1',
    ref,
    reason: 'space',
    believedBytes: 1,
    freedBytes: 1,
    heldBytes: 0,
  },
];
const finished = (at: number): Line => [
  at,
  gc,
  { type: 'imageGC', state: 'finished', trigger: 'loop', removed: 1, believedBytes: 1, freedBytes: 1 },
];
const check = (...lines: Line[]) => gcNeverRemovesImageInUse.check(traceOf([node()], lines));

it('holds where no container uses the image any more, or one comes while the round runs', () => {
  expect(check(ensured, container(2, 'created'), removed(3, 'sha256:bb'))).toEqual([]);
  expect(check(ensured, container(2, 'created'), container(3, 'exited'), removed(4, 'sha256:aa'))).toEqual(
    [],
  );
  expect(check(removed(1, 'sha256:bb'), ensured, container(2, 'created'), removed(3, 'sha256:aa'))).toEqual(
    [],
  );
});

it('holds where the pod is deleted, or the node has rebooted', () => {
  const deleted: Line = [3, 'node-1', { type: 'pod', state: 'deleted', pod: podRef('web'), containers: [] }];
  expect(check(ensured, container(2, 'created'), deleted, removed(4, 'sha256:aa'))).toEqual([]);
  const rebooting: Line = [3, 'node-1', { type: 'node', state: 'rebooting' }];
  expect(check(ensured, container(2, 'created'), rebooting, removed(4, 'sha256:aa'))).toEqual([]);
});

it('finds an image removed that a container used when the round began', () => {
  const message = 'app:1 is removed on node-1 while default/web/app uses it';
  expect(check(ensured, container(2, 'created'), removed(3, 'sha256:aa'))).toEqual([{ record: 3, message }]);
  expect(
    check(removed(1, 'sha256:bb'), finished(1), ensured, container(2, 'created'), removed(3, 'sha256:aa')),
  ).toEqual([{ record: 5, message }]);
});
