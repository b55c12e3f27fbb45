import { lowerBound } from '../../rules/collections/lower-bound.ts';
import type { RecordOf } from '../../trace/record.ts';
import type { Phase, PullFailureAt } from '../phases/container-phases.ts';
import type { CauseIndex } from './cause-index.ts';
import type { RunRow } from './run-rows.ts';

/** The cause of a phase, for sentences and arrows. */
export interface PhaseCause extends CauseView {
  /** The fault, or the pull limit of the registry, that a request met. */
  readonly faultOrLimit?: RecordOf<'fault'> | RecordOf<'pullLimit'>;
  /** The failure behind a back-off and the wait for the sync after it. */
  readonly failure?: { readonly last: PullFailureAt; readonly count: number };
  /** How many pulls held the slots; this row's is the longest. */
  readonly ahead?: number;
}

/**
 * Returns the cause of a phase; undefined if no record tells it. The row is another container's, but behind a
 * back-off its own.
 */
export function phaseCause(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  switch (phase.phase) {
    case 'waitingForSlot':
      return slotCause(causes, row, phase);
    case 'waitingForDownload':
    case 'waitingForUnpack':
    case 'waitingForOtherPull':
    case 'waitingForSamePull':
      return otherPull(causes, row, phase);
    case 'backingOff':
    case 'waitingForSync':
      return failedPull(causes, row, phase);
    case 'waitingForSandboxImage':
      return faultOrLimit(causes, phase) ?? otherPull(causes, row, phase);
    case 'waitingForCredentials':
    case 'waitingForCredentialsInSlot':
    case 'resolving':
    case 'resting':
    case 'downloading':
    case 'stalled':
      return faultOrLimit(causes, phase);
    default:
      return undefined;
  }
}

/**
 * Returns the pull that held the node's slots longest; if none did, the one that released its slot at the
 * end.
 */
function slotCause(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  const ahead = causes.pullsWithin(row.container.node, phase.fromMs, phase.toMs);
  const holder = ahead && causes.rows[ahead.longest.row];
  if (ahead === undefined || holder === undefined) return otherPull(causes, row, phase);
  const atMs = Math.max(ahead.longest.fromMs, phase.fromMs);
  return { kind: 'slot', actor: holder.actor, atMs, row: ahead.longest.row, ahead: ahead.count };
}

function otherPull(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  const { because, fromMs } = phase;
  const atMs = causes.follow(because)?.at;
  const found = causes.rowBehind(phase);
  if (because === undefined || (atMs === undefined && found === undefined)) return undefined;
  const other = found === undefined || causes.rows[found] === row ? {} : { row: found };
  return { kind: because.kind, actor: because.actor, atMs: atMs ?? fromMs, ...other };
}

/** Returns the pull that failed last before the phase, or the fault that made it fail. */
function failedPull(causes: CauseIndex, row: RunRow, phase: Phase): PhaseCause | undefined {
  const { failures } = row.container;
  const count = failuresUntil(failures, phase.fromMs);
  const last = failures[count - 1];
  const behind = faultOrLimit(causes, phase);
  const failure = last === undefined ? {} : { failure: { last, count } };
  if (last === undefined || behind?.faultOrLimit?.type === 'fault')
    return behind && { ...behind, ...failure };
  const own = causes.rowOf(row.actor, phase.fromMs);
  const from = {
    kind: 'backOff',
    actor: row.actor,
    atMs: last.atMs,
    ...(own === undefined ? {} : { row: own }),
  };
  return { ...behind, ...from, ...failure };
}

/** Returns the registry's own limit, or the fault of the scenario, that a request met. */
function faultOrLimit(causes: CauseIndex, { because }: Phase): PhaseCause | undefined {
  const found = causes.limitBehind(because);
  return found && { kind: found.type, actor: found.actor, atMs: found.at, faultOrLimit: found };
}

/** Returns how many of the container's pulls had failed by then. */
export function failuresUntil(failures: readonly PullFailureAt[], atMs: number): number {
  return lowerBound(failures.length, (index) => (failures[index]?.atMs ?? 0) > atMs);
}

export interface CauseView {
  /** The kind of cause as records name it: `slot`, `backOff`, `inFlight`, `fault` … */
  readonly kind: string;
  readonly actor: string;
  /** When it happened. */
  readonly atMs: number;
  /** The row in which it happened; absent if it belongs to no container. */
  readonly row?: number;
}
