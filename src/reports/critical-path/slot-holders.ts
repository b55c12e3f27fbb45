import { isPulling, type Phase, type PhaseName } from '../phases/container-phases.ts';
import type { CauseIndex } from '../run-view/cause-index.ts';
import type { RunRow } from '../run-view/run-rows.ts';

/** The most pulls through which a slot is followed back. */
const holdersMax = 1_000;

/** A pull that held what another one waited for, in virtual ms, with what it did meanwhile. */
export interface Holder {
  readonly row: RunRow;
  readonly fromMs: number;
  readonly toMs: number;
  readonly phases: readonly { readonly phase: PhaseName; readonly fromMs: number; readonly toMs: number }[];
}

/**
 * Returns the pulls that held one of the kubelet's slots one after another until the waiting pull got it, in
 * order. Each was let in by the one before it. They fill the wait unless a record is missing (a restart, a
 * pull without a cause): then the first ones are missing.
 */
export function slotHolders(causes: CauseIndex, waiter: RunRow, wait: Phase): Holder[] {
  const { because, fromMs, toMs } = wait;
  const holders: Holder[] = [];
  // Of a wait that the run's end cuts off, no record says who lets the pull in: the pull that held a slot
  // longest stands for it.
  let index =
    because === undefined
      ? causes.pullsWithin(waiter.container.node, fromMs, toMs)?.longest.row
      : causes.rowBehind(wait);
  let untilMs = toMs;
  for (let count = 0; count < holdersMax && untilMs > fromMs; count++) {
    const row = index === undefined ? undefined : causes.rows[index];
    if (row === undefined) break;
    const { phases } = row.container;
    const last = phases.findLastIndex(
      (phase) => phase.toMs === untilMs && (isPulling(phase.phase) || phase.phase === 'waitingForSlot'),
    );
    if (last < 0) break;
    let before = last;
    while (before >= 0 && isPulling(phases[before]?.phase ?? 'ended')) before--;
    const held = phases.slice(before + 1, last + 1);
    const beganMs = held[0]?.fromMs ?? untilMs;
    if (beganMs < untilMs) holders.unshift(holderWithin(row, held, Math.max(beganMs, fromMs), untilMs));
    const waited = phases[before];
    if (waited?.phase !== 'waitingForSlot') break;
    untilMs = beganMs;
    index = causes.rowBehind(waited);
  }
  return holders;
}

/** Returns the holder with its phases between these times. */
export function holderWithin(row: RunRow, phases: readonly Phase[], fromMs: number, toMs: number): Holder {
  const inside = phases.flatMap((phase) => {
    const span = {
      phase: phase.phase,
      fromMs: Math.max(phase.fromMs, fromMs),
      toMs: Math.min(phase.toMs, toMs),
    };
    return span.fromMs < span.toMs ? [span] : [];
  });
  return { row, fromMs, toMs, phases: inside };
}
