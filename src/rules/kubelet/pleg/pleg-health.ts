import type { ObservationOf } from '../../../trace/observation.ts';
import { formatGoDuration } from '../go/go-duration.ts';
import type { PlegRules } from './pleg-rules.ts';

/** `message` is the error's text; absent where PLEG is healthy. */
export interface PlegHealth {
  readonly isHealthy: boolean;
  readonly message?: string;
}

/** The result of `time.Since` for Go's zero time: the longest duration there is. */
const sinceTheZeroTime = '2562047h47m16.854775807s';

/**
 * Whether the last relist that counts began within the threshold (inclusive), in microseconds; undefined:
 * there was none. `zeroTimeMicros` is where Go's zero time stands on this clock, for a fake clock that begins
 * there. Mirrors `Healthy` in pkg/kubelet/pleg/generic.go.
 */
export function plegHealth(
  rules: PlegRules,
  relistTimeMicros: number | undefined,
  nowMicros: number,
  thresholdMicros: number,
  zeroTimeMicros?: number,
): PlegHealth {
  if (relistTimeMicros === undefined && rules.saysYetToBeSuccessful)
    return { isHealthy: false, message: 'pleg has yet to be successful' };
  const since = relistTimeMicros ?? zeroTimeMicros;
  if (since !== undefined && nowMicros - since <= thresholdMicros) return { isHealthy: true };
  const elapsed = since === undefined ? sinceTheZeroTime : formatGoDuration(nowMicros - since);
  return {
    isHealthy: false,
    message: `pleg was last seen active ${elapsed} ago; threshold is ${formatGoDuration(thresholdMicros)}`,
  };
}

/**
 * How often PLEG relists by itself, and how old its last relist may be (`RelistDuration` of
 * pkg/kubelet/pleg).
 */
export interface RelistPeriods {
  readonly relistPeriodMicros: number;
  readonly relistThresholdMicros: number;
}

/** `genericPlegRelistThreshold` of pkg/kubelet/kubelet.go; the period is a timing of the node. */
const genericThresholdMicros = 180_000_000;
/**
 * `eventedPlegRelistPeriod` and `eventedPlegRelistThreshold`: relists only make sure that no event was
 * missed.
 */
const eventedPeriodMicros = 300_000_000;
const eventedThresholdMicros = 600_000_000;

/** The periods of a kubelet whose own is `relistPeriodMicros`, with or without the gate EventedPLEG. */
export function relistPeriods(relistPeriodMicros: number, isEvented: boolean): RelistPeriods {
  return isEvented
    ? { relistPeriodMicros: eventedPeriodMicros, relistThresholdMicros: eventedThresholdMicros }
    : { relistPeriodMicros, relistThresholdMicros: genericThresholdMicros };
}

/** Returns the error of `runtimeErrors` (pkg/kubelet/runtime.go) if PLEG is not healthy, else undefined. */
export function plegNotHealthy({ isHealthy, message }: PlegHealth): string | undefined {
  return isHealthy ? undefined : `PLEG is not healthy: ${message ?? ''}`;
}

/**
 * The Ready condition for this error of the runtime; mirrors `ReadyCondition` in
 * pkg/kubelet/nodestatus/setters.go.
 */
export function readyCondition(error: string | undefined): ObservationOf<'condition'> {
  return error === undefined
    ? {
        type: 'condition',
        condition: 'Ready',
        status: 'True',
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
      }
    : { type: 'condition', condition: 'Ready', status: 'False', reason: 'KubeletNotReady', message: error };
}

/**
 * The event of a changed Ready condition; mirrors `recordNodeStatusEvent` in
 * pkg/kubelet/kubelet_node_status.go.
 */
export function readyEvent(node: string, reason: 'NodeReady' | 'NodeNotReady'): ObservationOf<'event'> {
  return { type: 'event', eventType: 'Normal', reason, message: `Node ${node} status is now: ${reason}` };
}
