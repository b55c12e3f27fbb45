import type { Phase, PhaseName } from '../container-phases.ts';
import type { CauseIndex } from './cause-index.ts';
import type { RunRow } from './run-rows.ts';
import type { CauseView } from './run-view.ts';
import { failuresUntil } from './why-phrase.ts';

/** What a fault of the scenario prolongs or brings about. */
const troubled: readonly PhaseName[] = ['resolving', 'downloading', 'backingOff', 'waitingForSync'];

/**
 * Returns where a phase's cause is: the fault behind a trouble, the failed pull behind a back-off, the pull that held the
 * slot or fetches the layer; undefined where no record tells one.
 */
export function barCause(causes: CauseIndex, row: RunRow, { phase, fromMs, because }: Phase): CauseView | undefined {
  const fault = troubled.includes(phase) ? causes.faultBehind(because) : undefined;
  if (fault !== undefined) return { kind: 'fault', actor: fault.actor, atMs: fault.at };
  if (phase === 'backingOff' || phase === 'waitingForSync') {
    const failure = row.container.failures[failuresUntil(row.container, fromMs) - 1];
    const own = causes.rowOf(row.actor, fromMs);
    if (failure !== undefined) return { kind: 'backOff', actor: row.actor, atMs: failure.atMs, ...(own === undefined ? {} : { row: own }) };
  }
  const cause = because && causes.follow(because, () => true);
  if (because === undefined || cause === undefined) return undefined;
  const found = causes.rowBehind(because);
  return { kind: because.kind, actor: because.actor, atMs: cause.at, ...(found === undefined ? {} : { row: found }) };
}
