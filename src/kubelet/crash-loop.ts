import type { BackOffTable } from './back-off.ts';
import { formatGoDuration } from './go-duration.ts';
import type { PodRef } from './observation.ts';
import type { ContainerRuntimeStatus } from './pod-runtime-status.ts';

const initialMicros = 10_000_000;
const maxMicros = 300_000_000;
const expiryMicros = 600_000_000;

/** Whether a container that exited must rest before it is started again, and the table that remembers it. */
export type CrashLoopVerdict =
  | { readonly backsOff: false; readonly table: BackOffTable }
  | { readonly backsOff: true; readonly message: string; readonly event: string; readonly untilMicros: number };

/**
 * Mirrors `doBackOff` (kuberuntime) with `IsInBackOffSince` and `Next` of flowcontrol.Backoff, v1.36.3: the window counts
 * from the exit; a start that is allowed doubles the next window, unless the last one is more than ten minutes old.
 */
export function checkCrashLoop(
  table: BackOffTable,
  pod: PodRef,
  container: string,
  status: ContainerRuntimeStatus | undefined,
  nowMicros: number,
): CrashLoopVerdict {
  if (status?.state !== 'exited') return { backsOff: false, table };
  const entry = table.get(container);
  const lives = entry !== undefined && status.finishedAtMicros - entry.lastUpdateMicros <= expiryMicros;
  if (lives && nowMicros - status.finishedAtMicros < entry.backOffMicros) {
    const fullName = `${pod.name}_${pod.namespace}(${pod.uid})`;
    return {
      backsOff: true,
      message: `back-off ${formatGoDuration(entry.backOffMicros)} restarting failed container=${container} pod=${fullName}`,
      event: `Back-off restarting failed container ${container} in pod ${fullName}`,
      untilMicros: status.finishedAtMicros + entry.backOffMicros,
    };
  }
  const backOffMicros = lives ? Math.min(entry.backOffMicros * 2, maxMicros) : initialMicros;
  return { backsOff: false, table: new Map(table).set(container, { backOffMicros, lastUpdateMicros: nowMicros }) };
}
