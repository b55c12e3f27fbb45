import type { Observation } from '../../../trace/observation.ts';
import type { PodSpec } from './pod.ts';
import { podObservation, toPodRef } from './sync-log.ts';

/**
 * What a kubelet says of a pod that it has no room for. Mirrors `HandlePodAdditions`, the predicate handler
 * (pkg/kubelet/lifecycle/predicate.go) and `rejectPod` (pkg/kubelet/kubelet.go), v1.36.3.
 */
export function rejectedForPods(pod: PodSpec, usedPods: number, maxPods: number): readonly Observation[] {
  const reason = 'OutOfpods';
  const message = `Node didn't have enough resource: pods, requested: 1, used: ${usedPods}, capacity: ${maxPods}`;
  return rejected(pod, reason, message);
}

/**
 * The same of a pod that comes while the node is under pressure. Mirrors `Admit` in
 * pkg/kubelet/eviction/eviction_manager.go (v1.36.3); critical pods, which are admitted there, are not told
 * apart.
 */
export function rejectedForConditions(pod: PodSpec, conditions: readonly string[]): readonly Observation[] {
  return rejected(pod, 'Evicted', `The node had condition: [${conditions.join(' ')}]. `);
}

function rejected(pod: PodSpec, reason: string, message: string): readonly Observation[] {
  return [
    podObservation(pod, 'rejected', { reason, message }),
    { type: 'event', eventType: 'Warning', reason, message, pod: toPodRef(pod) },
    { type: 'status', pod: toPodRef(pod), phase: 'Failed', reason, containers: [] },
  ];
}
