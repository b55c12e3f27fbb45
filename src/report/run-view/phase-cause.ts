import type { RecordOf } from '../../trace/record.ts';
import type { Phase, PullFailureAt } from '../phases/container-phases.ts';
import type { CauseIndex } from './cause-index.ts';
import type { RunRow } from './run-rows.ts';

/** What a phase is put down to: sentences name it, and arrows come from it. */
export interface PhaseCause extends CauseView {
  /** The fault, or the pull limit of the registry, that a request met. */
  readonly faultOrLimit?: RecordOf<'fault'> | RecordOf<'pullLimit'>;
  /** Behind a back-off, and the wait for the sync after it. */
  readonly failure?: { readonly last: PullFailureAt; readonly count: number };
  /** So many pulls held the slots, of which this row's is the longest. */
  readonly ahead?: number;
}

/** Returns why a phase is as it is; undefined where no record tells. A row is another one's, but behind a back-off its own. */
export function phaseCause(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  switch (phase.phase) {
    case 'waitingForSlot':
      return slotCause(causes, row, phase);
    case 'waitingForDownload':
    case 'waitingForUnpack':
    case 'waitingForOtherPull':
      return otherPull(causes, row, phase);
    case 'backingOff':
    case 'waitingForSync':
      return failedPull(causes, row, phase);
    case 'waitingForSandboxImage':
      return faultOrLimit(causes, phase) ?? otherPull(causes, row, phase);
    case 'resolving':
    case 'downloading':
    case 'stalled':
      return faultOrLimit(causes, phase);
    default:
      return undefined;
  }
}

/** The pull that held the node's slots longest; where none did, the one that let go in the end. */
function slotCause(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  const ahead = causes.pullsWithin(row.container.node, phase.fromMs, phase.toMs);
  const holder = ahead && causes.rows[ahead.longest.row];
  if (ahead === undefined || holder === undefined) return otherPull(causes, row, phase);
  const atMs = Math.max(ahead.longest.fromMs, phase.fromMs);
  return { kind: 'slot', actor: holder.actor, atMs, row: ahead.longest.row, ahead: ahead.count };
}

function otherPull(causes: CauseIndex, row: RunRow, { because }: Phase): PhaseCause | undefined {
  const record = causes.follow(because);
  if (because === undefined || record === undefined) return undefined;
  const found = causes.rowBehind(because);
  const other = found === undefined || causes.rows[found] === row ? {} : { row: found };
  return { kind: because.kind, actor: because.actor, atMs: record.at, ...other };
}

/** The pull that failed last before the phase; of one that a fault made fail, the fault. */
function failedPull(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  const { failures } = row.container;
  const count = failuresUntil(failures, phase.fromMs);
  const last = failures[count - 1];
  const behind = faultOrLimit(causes, phase);
  const failure = last === undefined ? {} : { failure: { last, count } };
  if (last === undefined || behind?.faultOrLimit?.type === 'fault') return behind && { ...behind, ...failure };
  const own = causes.rowOf(row.actor, phase.fromMs);
  const from = { kind: 'backOff', actor: row.actor, atMs: last.atMs, ...(own === undefined ? {} : { row: own }) };
  return { ...behind, ...from, ...failure };
}

/** The registry's own limit, or the fault of the scenario, that a request met. */
function faultOrLimit(causes: CauseIndex, { because }: Phase): PhaseCause | undefined {
  const found = causes.limitBehind(because);
  return found && { kind: found.type, actor: found.actor, atMs: found.at, faultOrLimit: found };
}

/** How many of the container's pulls had failed by then. */
export function failuresUntil(failures: readonly PullFailureAt[], atMs: number): number {
  let low = 0;
  let high = failures.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((failures[middle]?.atMs ?? 0) > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface CauseView {
  /** `slot`, `backOff`, `inFlight`, `fault` … as records name it. */
  readonly kind: string;
  readonly actor: string;
  /** When it happened. */
  readonly atMs: number;
  /** The row that it happened in; absent: it is no container's. */
  readonly row?: number;
}
