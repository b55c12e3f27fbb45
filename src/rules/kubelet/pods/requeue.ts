import type { RetryRules } from '../profile.ts';

/** The end of a sync. */
export interface SyncOutcome {
  /** The aggregated error's text; undefined when the sync had none. */
  readonly error: string | undefined;
  /** When the earliest crash-loop back-off among the sync's errors ends. Image back-off never sets it. */
  readonly crashLoopExpiryMicros?: number;
}

const backOffPeriodMicros = 10_000_000;
const transientErrorPeriodMicros = 1_000_000;
const networkNotReady = 'network is not ready';
const jitterFactorMax = 0.5;

/**
 * For how long the pod rests in the work queue after a sync, in microseconds; the next tick after that hands
 * it out. `draw` is a random number from 0 up to 1. Mirrors `completeWork` in pkg/kubelet/pod_workers.go.
 */
export function requeueMicros(
  rules: RetryRules,
  outcome: SyncOutcome,
  settings: { readonly syncFrequencyMicros: number },
  nowMicros: number,
  draw: number,
): number {
  return withJitter(plainMicros(rules, outcome, settings.syncFrequencyMicros, nowMicros), draw);
}

function plainMicros(
  rules: RetryRules,
  outcome: SyncOutcome,
  syncFrequencyMicros: number,
  nowMicros: number,
): number {
  if (outcome.error === undefined) {
    return syncFrequencyMicros;
  }
  if (outcome.error.includes(networkNotReady)) {
    return transientErrorPeriodMicros;
  }
  if (!rules.capsAtSyncFrequency) {
    return backOffPeriodMicros;
  }
  const expiryMicros = outcome.crashLoopExpiryMicros;
  const delayMicros = expiryMicros === undefined ? backOffPeriodMicros : expiryMicros - nowMicros;
  // The order is upstream's: a negative wait becomes 0 whatever syncFrequency is.
  return delayMicros < 0 ? 0 : Math.min(delayMicros, syncFrequencyMicros);
}

// Mirrors `wait.Jitter` of apimachinery.
function withJitter(micros: number, draw: number): number {
  return micros + Math.trunc(draw * jitterFactorMax * micros);
}

const tickMicros = 1_000_000;

/**
 * The tick of the sync loop that hands out a pod due at `dueMicros`: the first one strictly after it. Ticks
 * are whole seconds from `tickOriginMicros`. Mirrors `GetWork` (pkg/kubelet/util/queue/work_queue.go) and
 * `syncCh` of the sync loop.
 */
export function tickAfter(dueMicros: number, tickOriginMicros: number): number {
  return tickOriginMicros + (Math.floor((dueMicros - tickOriginMicros) / tickMicros) + 1) * tickMicros;
}
