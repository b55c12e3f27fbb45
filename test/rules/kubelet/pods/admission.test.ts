import { expect, it } from 'vitest';
import { rejectedForPods } from '../../../../src/rules/kubelet/pods/admission.ts';
import { podOf } from '../pod-fixtures.ts';

// The predicate handler (pkg/kubelet/lifecycle/predicate.go, InsufficientResourceError) and rejectPod
// (kubelet.go), v1.36.3.

it('a pod too many fails as OutOfpods, with an event on the pod and the numbers', () => {
  const message = "Node didn't have enough resource: pods, requested: 1, used: 110, capacity: 110";
  const pod = { namespace: 'default', name: 'web', uid: 'uid-1' };
  const [rejected, event, status] = rejectedForPods(podOf(), 110, 110);
  expect(rejected).toMatchObject({ type: 'pod', state: 'rejected', pod, reason: 'OutOfpods', message });
  expect(event).toEqual({ type: 'event', eventType: 'Warning', reason: 'OutOfpods', message, pod });
  expect(status).toMatchObject({ type: 'status', phase: 'Failed', reason: 'OutOfpods', containers: [] });
});
