import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { ownerText } from '../../rules/kubelet/pods/pod.ts';
import type { ContainerKind, PodRef } from '../../trace/observation.ts';
import type { EndRecord, TraceRecord } from '../../trace/record.ts';
import { rankedCauses } from '../first-cause/first-cause.ts';
import { type ShownCause, shownCauses } from '../first-cause/shown-causes.ts';
import { type SlowestPod, slowestPod } from '../first-cause/slowest-pod.ts';
import type { PhaseName } from '../phases/container-phases.ts';
import { endOf, headerOf, nodeText, runText } from '../summary/run-conditions.ts';
import { settingsChanges } from '../summary/settings-in-force.ts';
import { type RunSummary, summarizeWithHeld } from '../summary/summary.ts';
import { visibleText } from '../text/visible-text.ts';
import { nodeNotes } from '../timeline/node-notes.ts';
import { CauseIndex } from './cause-index.ts';
import { type CauseView, type PhaseCause, phaseCause } from './phase-cause.ts';
import { recordedCauses } from './recorded-causes.ts';
import { type RunRow, runRows } from './run-rows.ts';

/**
 * Everything that a picture of a run shows, as plain data that a worker can send; computed from the trace.
 * Times in virtual ms.
 */
export interface RunView {
  /** The run in a line, `seed 42 · settled after 41 s`. */
  readonly title: string;
  readonly seed: number | null;
  readonly endMs: number;
  readonly endReason: EndRecord['reason'] | null;
  readonly nodes: readonly NodeView[];
  /** Every row of every node, in the order in which they are shown. A row's number is its index here. */
  readonly rows: readonly RowView[];
  readonly assumptions: readonly string[];
  /** What was read of the input, and what of it does not count. */
  readonly readings: readonly string[];
  readonly summary: RunSummary;
  /** What held pods back most, with the rows that it held; the first one is the summary's. */
  readonly causes: readonly ShownCause[];
  /** Its container that took longest; absent without pods. */
  readonly slowest?: SlowestPod;
}

export interface NodeView {
  readonly name: string;
  /** The node in a line, `node-1 · kubelet 1.36 · containerd://2.4 · serialized pulls`. */
  readonly title: string;
  /** What happened to it, in sentences: restarts, faults, conditions. */
  readonly notes: readonly string[];
  /** Its rows: `rowCount` of them, from `firstRow` on. */
  readonly firstRow: number;
  readonly rowCount: number;
}

/** A container, an image volume, or an image that is pulled ahead. */
export interface RowView {
  readonly node: string;
  /** Absent for an image that somebody pulls without the kubelet. */
  readonly pod?: PodRef;
  /** The workload of its pod, `Deployment/web`. */
  readonly owner?: string;
  readonly container: string;
  readonly kind: ContainerKind | 'prePull';
  /** The image as written in the pod. */
  readonly image: string;
  /**
   * The name of its image pull in records, `node-1/kubelet/default/web-0/app`,
   * `node-1/kubelet/default/web-0/volumes/model`.
   */
  readonly actor: string;
  readonly arrivedMs: number;
  readonly runningAtMs?: number;
  readonly state: PhaseName;
  /** In order of time, without gaps. None is empty. */
  readonly bars: readonly BarView[];
  readonly failures: readonly FailureView[];
}

/** A phase of a container, from when to when in virtual ms. */
export interface BarView {
  readonly phase: PhaseName;
  readonly fromMs: number;
  readonly toMs: number;
  /** The cause, if it is another row, a fault or a holder of a slot. */
  readonly cause?: CauseView;
}

interface FailureView {
  readonly atMs: number;
  readonly reason: string;
  readonly error: string;
}

/** Returns what a picture of the run shows, up to `atMs` (default: the trace's end). */
export function runView(records: readonly TraceRecord[], atMs?: number): RunView {
  const { rows, nodes, pods, endMs } = runRows(records, atMs);
  const header = headerOf(records);
  const end = endOf(records);
  const headerNodes = new Map(header?.nodes.map((node) => [node.name, node]));
  const notes = nodeNotes(records, atMs);
  const changes = groupedBy(
    records.filter((record) => record.type === 'node'),
    ({ actor }) => actor,
  );
  const causes = new CauseIndex(recordedCauses(records), rows);
  const { summary, held } = summarizeWithHeld(records, atMs);
  const slowest = slowestPod(causes, pods, endMs);
  return {
    title: runText(records, atMs),
    seed: header?.seed ?? null,
    endMs,
    endReason: end !== undefined && end.at <= endMs ? end.reason : null,
    nodes: nodes.map(({ name, firstRow, rowCount }) => {
      const node = headerNodes.get(name);
      return {
        name,
        title: node === undefined ? visibleText(name) : nodeText(node),
        notes: [...settingsChanges(changes.get(name) ?? [], name, endMs), ...(notes.get(name) ?? [])],
        firstRow,
        rowCount,
      };
    }),
    rows: rows.map((row) => rowView(row, causes)),
    assumptions: header?.assumptions ?? [],
    readings: header?.readings ?? [],
    summary,
    causes: shownCauses(rankedCauses([held]), causes, pods),
    ...(slowest === undefined ? {} : { slowest }),
  };
}

function rowView(row: RunRow, causes: CauseIndex): RowView {
  const { container, actor, arrivedMs, owner, isPrePull } = row;
  return {
    node: container.node,
    ...(isPrePull ? {} : { pod: container.pod }),
    ...(owner === undefined ? {} : { owner: ownerText(owner) }),
    container: container.name,
    kind: isPrePull ? 'prePull' : container.kind,
    image: container.image,
    actor,
    arrivedMs,
    ...(container.runningAtMs === undefined ? {} : { runningAtMs: container.runningAtMs }),
    state: container.lastPhase,
    bars: container.phases.map((phase): BarView => {
      const { fromMs, toMs } = phase;
      return { phase: phase.phase, fromMs, toMs, ...causeView(phaseCause(causes, row, phase)) };
    }),
    failures: container.failures,
  };
}

function causeView(cause: PhaseCause | undefined): { readonly cause?: CauseView } {
  if (cause === undefined) return {};
  const { kind, actor, atMs, row } = cause;
  return { cause: { kind, actor, atMs, ...(row === undefined ? {} : { row }) } };
}
