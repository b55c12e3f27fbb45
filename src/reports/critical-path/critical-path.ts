import type { Phase, PhaseName } from '../phases/container-phases.ts';
import type { RunRow } from '../run-view/run-rows.ts';
import type { PodStage, PodStagesReader } from './pod-stages.ts';

/**
 * What a link of a path is: a phase of a container, or a stage of its pod in which no container had its turn.
 */
export type LinkName = Exclude<PhaseName, 'waitingToStart'> | PodStage;

/** A link of a critical path, in virtual ms. */
export interface PathLink {
  readonly name: LinkName;
  readonly fromMs: number;
  readonly toMs: number;
  /** The container and its phase; absent for a stage of the pod. */
  readonly of?: { readonly row: RunRow; readonly phase: Phase };
}

/** When a path begins and ends, and what its container had reached by then. */
export interface PathSpan {
  /** The arrival of the pod, or when an ephemeral container was added. */
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * `there`: an image volume that is there; `ended`: the pod ended or was refused before; `waiting`: it
   * waited until the run's end.
   */
  readonly reached: 'running' | 'there' | 'ended' | 'waiting';
}

/**
 * Returns the time until a container first ran, or an image volume first was there; otherwise until the pod
 * or the run ended.
 */
export function pathSpan({ container, arrivedMs }: RunRow): PathSpan {
  const { phases, runningAtMs, lastPhase, kind } = container;
  const fromMs = phases[0]?.fromMs ?? arrivedMs;
  if (runningAtMs !== undefined) return { fromMs, toMs: runningAtMs, reached: 'running' };
  const endMs = phases.at(-1)?.toMs ?? fromMs;
  const over =
    phases.find(({ phase }) => phase === 'ended')?.fromMs ?? (lastPhase === 'ended' ? endMs : undefined);
  if (over === undefined) return { fromMs, toMs: endMs, reached: 'waiting' };
  return { fromMs, toMs: over, reached: kind === 'imageVolume' ? 'there' : 'ended' };
}

/**
 * Returns what a container's start consisted of, from the begin to the end of its path: links without gaps,
 * in order. While the container waits for its turn, the link is the phase of the container of its pod that
 * has it; if none has, the stage of the pod. `podRows` are the rows of the pod, this one among them.
 */
export function criticalPath(row: RunRow, podRows: readonly RunRow[], stages: PodStagesReader): PathLink[] {
  const { toMs: endMs } = pathSpan(row);
  const others = podRows.filter((other) => other !== row);
  const busy = others.flatMap(turnsOf);
  const turns = [
    ...busy,
    ...others.flatMap((other) => waitsForVolume(other, row)).flatMap((wait) => without(wait, busy)),
  ];
  return row.container.phases.flatMap((phase) => {
    const [fromMs, toMs] = [phase.fromMs, Math.min(phase.toMs, endMs)];
    if (fromMs >= toMs) return [];
    if (phase.phase !== 'waitingToStart') return [{ name: phase.phase, fromMs, toMs, of: { row, phase } }];
    return turnLinks(turns, row.container.pod.uid, fromMs, toMs, stages);
  });
}

type Turn = PathLink & { readonly name: Exclude<PhaseName, 'waitingToStart'> };

/** Returns the phases in which a container keeps the others of its pod from having their turn. */
function turnsOf(row: RunRow): Turn[] {
  const { kind, phases, runningAtMs = Infinity } = row.container;
  return phases.flatMap((phase) => {
    const { phase: name, fromMs, toMs } = phase;
    if (name === 'waitingToStart' || isOfPod(name) || name === 'ended') return [];
    if (name === 'running' && kind !== 'init') return [];
    // SyncPod goes on with the next container if one failed, but not after an init container or a sidecar
    // that never ran.
    const isFirst = kind === 'init' || (kind === 'sidecar' && toMs <= runningAtMs);
    return isRest(name) && !isFirst ? [] : [{ name, fromMs, toMs, of: { row, phase } }];
  });
}

/** All containers of a pod wait for these together, and each has the phase itself. */
function isOfPod(name: PhaseName): name is 'waitingForNode' | 'waitingForNetwork' | 'waitingForSandboxImage' {
  return name === 'waitingForNode' || name === 'waitingForNetwork' || name === 'waitingForSandboxImage';
}

function isRest(name: PhaseName): name is 'backingOff' | 'waitingForSync' {
  return name === 'backingOff' || name === 'waitingForSync';
}

/**
 * Returns how long an image volume that failed waits to be tried again. Only containers that mount it wait
 * for that, which no record tells: a container that has its turn before the volume is there does not.
 */
function waitsForVolume(volume: RunRow, waiter: RunRow): Turn[] {
  if (volume.container.kind !== 'imageVolume') return [];
  const { reached, toMs: thereMs } = pathSpan(volume);
  const turn = waiter.container.phases.find(({ phase }) => phase !== 'waitingToStart' && !isOfPod(phase));
  if (turn !== undefined && (reached !== 'there' || thereMs > turn.fromMs)) return [];
  return volume.container.phases.flatMap((phase) => {
    const { phase: name, fromMs, toMs } = phase;
    return isRest(name) ? [{ name, fromMs, toMs, of: { row: volume, phase } }] : [];
  });
}

/** Returns what is left of a turn beside others. */
function without(turn: Turn, others: readonly Turn[]): Turn[] {
  let parts = [turn];
  for (const other of others)
    parts = parts.flatMap((part) => {
      if (other.toMs <= part.fromMs || other.fromMs >= part.toMs) return [part];
      const before = { ...part, toMs: other.fromMs };
      const after = { ...part, fromMs: other.toMs };
      return [before, after].filter(({ fromMs, toMs }) => fromMs < toMs);
    });
  return parts;
}

/** Returns the links of a wait for one's turn, found from its end back to its beginning. */
function turnLinks(
  turns: readonly Turn[],
  uid: string,
  fromMs: number,
  toMs: number,
  stages: PodStagesReader,
): PathLink[] {
  let links: PathLink[] = [];
  let untilMs = toMs;
  while (untilMs > fromMs) {
    const turn = lastBefore(turns, untilMs);
    const turnEndMs = Math.max(fromMs, Math.min(turn?.toMs ?? fromMs, untilMs));
    const between = stages.within(uid, turnEndMs, untilMs);
    links = [...between.map(({ stage, ...span }) => ({ name: stage, ...span })), ...links];
    const turnBeginMs = Math.max(fromMs, turn?.fromMs ?? fromMs);
    if (turn !== undefined && turnBeginMs < turnEndMs)
      links.unshift({ ...turn, fromMs: turnBeginMs, toMs: turnEndMs });
    untilMs = turnBeginMs;
  }
  return links;
}

/** Returns the turn that lasts longest up to this time; of several the one that began last. */
function lastBefore(turns: readonly Turn[], untilMs: number): Turn | undefined {
  let last: Turn | undefined;
  for (const turn of turns) {
    if (turn.fromMs >= untilMs) continue;
    const isLater = last === undefined || Math.min(turn.toMs, untilMs) > Math.min(last.toMs, untilMs);
    const isAsLate = last !== undefined && Math.min(turn.toMs, untilMs) === Math.min(last.toMs, untilMs);
    if (isLater || (isAsLate && turn.fromMs > (last?.fromMs ?? 0))) last = turn;
  }
  return last;
}

/**
 * Returns the container with the longest path, of one pod or of many: one that waits at the end before all
 * that ran, and of equal ones the first. Init containers and image volumes count only if there is nothing
 * else, because they are on the way of the others.
 */
export function longestPath(rows: readonly RunRow[]): RunRow | undefined {
  const main = rows.filter(({ container: { kind } }) => kind === 'container' || kind === 'sidecar');
  let longest: RunRow | undefined;
  let longestMs = -1;
  for (const row of main.length > 0 ? main : rows) {
    const { fromMs, toMs, reached } = pathSpan(row);
    const tookMs = reached === 'ended' ? 0 : reached === 'waiting' ? Number.MAX_SAFE_INTEGER : toMs - fromMs;
    if (tookMs <= longestMs) continue;
    longest = row;
    longestMs = tookMs;
  }
  return longest;
}
