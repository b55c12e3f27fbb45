import type { ObservationOf } from '../trace/observation.ts';
import type { PlegHealth } from './pleg/pleg-health.ts';

/** Returns the error of `runtimeErrors` (pkg/kubelet/runtime.go) if PLEG is not healthy, else undefined. */
export function plegNotHealthy({ isHealthy, message }: PlegHealth): string | undefined {
  return isHealthy ? undefined : `PLEG is not healthy: ${message ?? ''}`;
}

/** The Ready condition for this error of the runtime; mirrors `ReadyCondition` in pkg/kubelet/nodestatus/setters.go. */
export function readyCondition(error: string | undefined): ObservationOf<'condition'> {
  return error === undefined
    ? { type: 'condition', condition: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
    : { type: 'condition', condition: 'Ready', status: 'False', reason: 'KubeletNotReady', message: error };
}

/** The event of a changed Ready condition; mirrors `recordNodeStatusEvent` in pkg/kubelet/kubelet_node_status.go. */
export function readyEvent(node: string, reason: 'NodeReady' | 'NodeNotReady'): ObservationOf<'event'> {
  return { type: 'event', eventType: 'Normal', reason, message: `Node ${node} status is now: ${reason}` };
}
