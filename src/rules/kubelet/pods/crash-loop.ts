import type { PodRef } from '../../../trace/observation.ts';
import { isFeatureGateOn } from '../configuration/feature-gates.ts';
import type { KubeletSettings } from '../configuration/settings.ts';
import { formatGoDuration } from '../go/go-duration.ts';
import type { BackOffRules, BackOffTable } from '../images/back-off.ts';
import type { ContainerSpec } from './pod.ts';
import type { ContainerRuntimeStatus } from './pod-runtime-status.ts';

/**
 * When an entry expires: a constant of `HasExpiredFunc` in pkg/kubelet/kubelet.go, and in older releases
 * twice the longest back-off, which is as long.
 */
const expiryMicros = 600_000_000;

/** Whether a container that exited must rest before it is started again, and the table that remembers it. */
export type CrashLoopVerdict =
  | { readonly backsOff: false; readonly table: BackOffTable }
  | {
      readonly backsOff: true;
      readonly message: string;
      readonly event: string;
      readonly untilMicros: number;
    };

/**
 * Mirrors `doBackOff` (kuberuntime) with `IsInBackOffSince` and `Next` of flowcontrol.Backoff, v1.36.3: the
 * window counts from the exit; a start that is allowed doubles the next window, unless the exit came more
 * than ten minutes after the start before, or that start is itself so long ago: housekeeping drops such
 * entries (`GC` in HandlePodCleanups, here to the microsecond instead of every two seconds). The key has the
 * container's image: a changed one begins again (`GetBackoffKey` has the hash of its spec).
 */
export function checkCrashLoop(
  table: BackOffTable,
  rules: BackOffRules,
  pod: PodRef,
  { name, image }: Pick<ContainerSpec, 'name' | 'image'>,
  status: ContainerRuntimeStatus | undefined,
  nowMicros: number,
): CrashLoopVerdict {
  if (status?.state !== 'exited') return { backsOff: false, table };
  const key = `${name} ${image}`;
  const entry = table.get(key);
  const lives =
    entry !== undefined &&
    Math.max(status.finishedAtMicros, nowMicros) - entry.lastUpdateMicros <= expiryMicros;
  if (lives && nowMicros - status.finishedAtMicros < entry.backOffMicros) {
    const fullName = `${pod.name}_${pod.namespace}(${pod.uid})`;
    return {
      backsOff: true,
      message: `back-off ${formatGoDuration(entry.backOffMicros)} restarting failed container=${name} pod=${fullName}`,
      event: `Back-off restarting failed container ${name} in pod ${fullName}`,
      untilMicros: status.finishedAtMicros + entry.backOffMicros,
    };
  }
  const backOffMicros = lives ? Math.min(entry.backOffMicros * 2, rules.maxMicros) : rules.initialMicros;
  return { backsOff: false, table: new Map(table).set(key, { backOffMicros, lastUpdateMicros: nowMicros }) };
}

/**
 * How long containers that crash rest: 10 s doubled to 300 s, 1 s doubled to 60 s with the gate
 * ReduceDefaultCrashLoopBackOffDecay; crashLoopBackOff.maxContainerRestartPeriod, where its gate is on, wins
 * over both. Mirrors `newCrashLoopBackOff` in pkg/kubelet/kubelet.go (v1.36.3). Image pulls have no such
 * setting.
 */
export function crashLoopRules(settings: KubeletSettings, release: string): BackOffRules {
  const isReduced = isFeatureGateOn('ReduceDefaultCrashLoopBackOffDecay', release, settings.featureGates);
  const initialMicros = isReduced ? 1_000_000 : 10_000_000;
  const maxMicros = settings.maxContainerRestartPeriodMicros ?? (isReduced ? 60_000_000 : 300_000_000);
  return { initialMicros: Math.min(initialMicros, maxMicros), maxMicros };
}
