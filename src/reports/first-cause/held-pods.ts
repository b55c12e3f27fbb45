import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { isWaiting, type Phase } from '../phases/container-phases.ts';
import type { PodPhases } from '../phases/pod-phases.ts';
import { CauseIndex } from '../run-view/cause-index.ts';
import type { RecordedCauses } from '../run-view/recorded-causes.ts';
import { podRows, type RunRow } from '../run-view/run-rows.ts';
import { type HoldCause, holdCause } from './hold-cause.ts';
import type { PullDemand } from './pull-demand.ts';

/** The pods of a part that a cause held, in whole microseconds. It is plain data. */
export interface HeldPods extends HoldCause {
  readonly pods: number;
  readonly micros: number;
  /** Of the pod that it held longest. */
  readonly longestMicros: number;
  /** Of how many pods that do not run at the end it is the main cause. */
  readonly idlePods: number;
  /**
   * The least `registryBurst` with which no pull would have been refused; present if the kind is `throttle`
   * and the node is known.
   */
  readonly burstNeeded?: number;
}

/** A phase in which a cause held a container. */
interface HeldSpan {
  readonly row: RunRow;
  readonly phase: Phase;
  readonly fromMicros: number;
  readonly toMicros: number;
}

/** A cause that held a pod: how long in all, and each of its containers. */
interface PodHold extends HoldCause {
  readonly micros: number;
  readonly spans: readonly HeldSpan[];
}

/**
 * Returns for each cause the pods that it held back. A pod that has run counts until it first ran; of one
 * that does not run at the end only the containers count that keep it from running, from their first failure
 * on if they have failed.
 */
export function heldPods(
  recorded: RecordedCauses,
  pods: readonly PodPhases[],
  demand: PullDemand,
): HeldPods[] {
  const rows = podRows(pods);
  const rowsByPod = groupedBy(rows, ({ container }) => container.pod.uid);
  const causes = new CauseIndex(recorded, rows);
  /** By node and QPS: all pulls of the node are looked at, so once for all of its pods. */
  const bursts = new Map<string, number>();
  const found = new Map<string, { -readonly [Field in keyof HeldPods]: HeldPods[Field] }>();
  for (const pod of pods) {
    if (pod.state === 'rejected') continue;
    const holds = podHolds(causes, pod, rowsByPod.get(pod.pod.uid) ?? []);
    for (const [index, { micros, spans: _, ...cause }] of holds.entries()) {
      const held = getOrInsert(found, cause.words, () => ({
        ...cause,
        pods: 0,
        micros: 0,
        longestMicros: 0,
        idlePods: 0,
      }));
      held.pods += 1;
      held.micros += micros;
      held.longestMicros = Math.max(held.longestMicros, micros);
      if (pod.state === 'notRunning' && index === 0) held.idlePods += 1;
      if (cause.throttle === undefined) continue;
      const { registryPullQPS } = cause.throttle;
      const burst = getOrInsert(bursts, `${pod.node} ${registryPullQPS}`, () =>
        demand.burstNeeded(pod.node, registryPullQPS),
      );
      held.burstNeeded = Math.max(held.burstNeeded ?? 0, burst);
    }
  }
  return [...found.values()];
}

/**
 * Returns how long each cause held a pod, the longest first. Containers that are held at the same time count
 * once.
 */
export function podHolds(causes: CauseIndex, pod: PodPhases, rows: readonly RunRow[]): PodHold[] {
  const spans = new Map<string, { readonly cause: HoldCause; readonly spans: HeldSpan[] }>();
  const note = (row: RunRow, phases: readonly Phase[]) => {
    for (const phase of phases) {
      const cause = holdCause(causes, row, phase);
      const span = {
        row,
        phase,
        fromMicros: Math.round(phase.fromMs * 1000),
        toMicros: Math.round(phase.toMs * 1000),
      };
      getOrInsert(spans, cause.words, () => ({ cause, spans: [] })).spans.push(span);
    }
  };
  const holding = rows.filter(({ container }) => container.kind !== 'ephemeral');
  if (pod.state === 'notRunning') {
    for (const row of holding) note(row, idlePhases(row));
    // An init container that exits and starts again.
    if (spans.size === 0)
      for (const row of holding) if (row.container.kind === 'init') note(row, withoutTurn(row));
  } else for (const row of holding) note(row, startPhases(row));
  return [...spans.values()]
    .map((one) => ({ ...one.cause, micros: unionMicros(one.spans), spans: one.spans }))
    .sort((a, b) => b.micros - a.micros);
}

/**
 * Returns the phases in which a container kept its pod from running until it first ran. Init containers do so
 * while they run, too.
 */
function startPhases({ container: { kind, phases, runningAtMs = Infinity } }: RunRow): Phase[] {
  return phases.filter(({ phase, fromMs }) => {
    if (kind === 'init' && phase === 'running') return true;
    return isHeld(phase) && (kind === 'init' || fromMs < runningAtMs);
  });
}

/**
 * Returns the phases of a container that does not run at the end: since it last ran or, if a pull has failed
 * since, from then on.
 */
function idlePhases({ container }: RunRow): Phase[] {
  const { kind, lastPhase, phases, failures, runningAtMs } = container;
  const isSetup = kind === 'init' || kind === 'imageVolume';
  if (isSetup && lastPhase === 'running')
    return phases.filter(({ phase }) => phase === 'running' || isHeld(phase));
  if (lastPhase === 'running' || (isSetup && lastPhase === 'ended')) return [];
  const sinceRun = runningAtMs === undefined ? phases : phases.filter(({ fromMs }) => fromMs >= runningAtMs);
  const failedMs = failures.find(({ atMs }) => atMs >= (sinceRun[0]?.fromMs ?? 0))?.atMs ?? 0;
  return sinceRun.filter(
    ({ phase, fromMs }) =>
      fromMs >= failedMs && (isHeld(phase) || (phase === 'ended' && runningAtMs !== undefined)),
  );
}

function withoutTurn({ container: { phases } }: RunRow): Phase[] {
  return phases.filter(({ phase }) => phase === 'ended' || phase === 'running' || isHeld(phase));
}

/** A container that waits for its turn is held by what another one waits for. */
function isHeld(phase: Phase['phase']): boolean {
  return isWaiting(phase) && phase !== 'waitingToStart';
}

function unionMicros(spans: readonly HeldSpan[]): number {
  let micros = 0;
  let endMicros = 0;
  for (const { fromMicros, toMicros } of spans.toSorted((a, b) => a.fromMicros - b.fromMicros)) {
    micros += Math.max(0, toMicros - Math.max(fromMicros, endMicros));
    endMicros = Math.max(endMicros, toMicros);
  }
  return micros;
}
