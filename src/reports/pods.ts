import { largest } from '../rules/collections/extremes.ts';
import { getOrInsert } from '../rules/collections/get-or-insert.ts';
import { groupedBy } from '../rules/collections/grouped-by.ts';
import type { PodOwner } from '../rules/kubelet/pods/pod.ts';
import type { ContainerStatusView } from '../trace/observation.ts';
import type { Readings } from '../trace/readings.ts';
import type { RecordOf, TraceRecord } from '../trace/record.ts';
import { podStatusCells, type StatusRecord } from './pod-status.ts';
import { filteredReadings } from './run-filter/shown-records.ts';
import { type RunReader, readRun } from './run-reader.ts';
import { wrapWords } from './text/fitted-text.ts';
import { countText, humanDuration } from './text/quantity-text.ts';
import { nameStem } from './text/short-name.ts';
import { kubectlTable } from './text/tab-writer.ts';
import type { TextOptions } from './text/text-options.ts';
import { visibleText } from './text/visible-text.ts';

type PodRecord = RecordOf<'pod'>;

interface PodRow {
  readonly namespace: string;
  readonly name: string;
  /** The workload that makes it; absent if none does or is known. */
  readonly owner?: PodOwner;
  readonly ready: string;
  readonly status: string;
  /** The cell of restarts: `0`, or `3 (41s ago)`. */
  readonly restarts: string;
  readonly age: string;
  /** A container of it has started or ended, and its kubelet has not told the API server yet. */
  readonly isBehind: boolean;
}

interface Known {
  readonly added: Pick<PodRecord, 'pod' | 'owner' | 'at'> & {
    readonly containers: readonly { readonly kind: string }[];
  };
  rejected?: PodRecord;
  isDeleting: boolean;
  status?: StatusRecord;
  /** When a container of it last started or ended. */
  changedMs: number;
  /** By container: when it last exited, and the time before that. */
  readonly exits: Map<string, readonly [lastMs: number, previousMs: number | undefined]>;
  readonly running: Set<string>;
  /**
   * When the status was published: when the containers had last exited, and the ends that their last states
   * tell.
   */
  lastEnds: ReadonlyMap<string, readonly [exitMs: number | undefined, lastEndMs: number | undefined]>;
}

/**
 * Returns the pods as kubectl would list them at `atMs` (default: the trace's end): by namespace, then by
 * name.
 */
export function podRows(records: readonly TraceRecord[], atMs?: number): PodRow[] {
  return readRun(records, atMs, podRowsReader);
}

function podRowsReader(): RunReader<PodRow[]> {
  const pods = new Map<string, Known>();
  const ofNode = new Map<string, Set<Known>>();
  const knownOf = (record: PodRecord | RecordOf<'scheduling'>): Known =>
    getOrInsert(pods, record.pod.uid, () => ({
      added: record,
      isDeleting: false,
      changedMs: Number.NEGATIVE_INFINITY,
      exits: new Map(),
      running: new Set(),
      lastEnds: new Map(),
    }));
  const readings: Readings = {
    scheduling: (record) => void knownOf(record),
    pod: (record) => {
      const known = knownOf(record);
      if (record.state === 'rejected') known.rejected = record;
      if (record.state === 'deleting') known.isDeleting = true;
      const beside = getOrInsert(ofNode, record.node, () => new Set());
      if (record.state === 'deleted') {
        pods.delete(record.pod.uid);
        beside.delete(known);
      } else beside.add(known);
    },
    status: (record) => {
      const known = pods.get(record.pod.uid);
      if (known === undefined) return;
      known.lastEnds = new Map(
        record.containers.map((view) => [view.name, [known.exits.get(view.name)?.[0], lastEnd(known, view)]]),
      );
      known.status = record;
    },
    container: (record) => {
      const known = pods.get(record.pod.uid);
      if (known === undefined || (record.state !== 'running' && record.state !== 'exited')) return;
      known.changedMs = record.at;
      if (record.state === 'running') known.running.add(record.container);
      else noteExit(known, record.container, record.at);
    },
    // The runtime finds then what has ended with the node.
    node: ({ state, node, at }) => {
      if (state !== 'rebooted') return;
      for (const known of ofNode.get(node) ?? [])
        for (const container of known.running) noteExit(known, container, at);
    },
  };
  const inOrder = () => [...pods.values()].sort((a, b) => a.added.at - b.added.at);
  return {
    readings: [readings],
    finish: ({ endMs }) =>
      inOrder()
        .map((known) => rowOf(known, endMs))
        .sort(byNamespaceAndName),
  };
}

/** Returns what `kubectl get pods` prints (`-A` if there are several namespaces); empty without pods. */
export function formatPods(records: readonly TraceRecord[], options: TextOptions): string {
  return readRun(records, options.atMs, () => podsReader(options));
}

/** Reads a run for it. */
export function podsReader({ filter }: TextOptions): RunReader<string> {
  const { readings, finish } = podRowsReader();
  return { readings: filteredReadings(readings, filter), finish: (until) => podsTable(finish(until)) };
}

/**
 * Reads a run for the same beside its figures: rows that are alike become one where there are `foldedFrom`
 * (`web-… × 47`), and what the kubelets have not told yet is said below the table.
 */
export function explainedPodsReader({ filter, width }: TextOptions, foldedFrom: number): RunReader<string> {
  const { readings, finish } = podRowsReader();
  const table = (rows: readonly PodRow[]) => podsTable(rows.length < foldedFrom ? rows : foldedPods(rows));
  const shown = (rows: readonly PodRow[]) =>
    [table(rows), ...wrapWords(behindText(rows), width).map((line) => `${line}\n`)].join('');
  return { readings: filteredReadings(readings, filter), finish: (until) => shown(finish(until)) };
}

/**
 * Returns which rows are not what the containers are by now, as kubectl would show it too; empty if none is.
 */
function behindText(rows: readonly PodRow[]): string {
  const names = rows.flatMap(({ name, isBehind }) => (isBehind ? [visibleText(name)] : []));
  if (names.length === 0) return '';
  const [first, others] = [names[0], names.length - 1];
  return `As in kubectl, this table does not show yet that ${first}${others > 0 ? ` and ${countText(others, 'other pod')}` : ''} started or ended in the last moments.`;
}

/** Restarts and ages of several pods are the first and the last of the list. */
function foldedPods(rows: readonly PodRow[]): PodRow[] {
  const alike = groupedBy(rows, ({ namespace, name, owner, ready, status }) =>
    [namespace, owner?.kind, nameStem(name, owner), ready, status].join('\n'),
  );
  return [...alike.values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (group.length === 1 || first === undefined || last === undefined) return group;
    const range = (from: string, to: string) => (from === to ? from : `${from} … ${to}`);
    const [restarts, age] = [range(first.restarts, last.restarts), range(first.age, last.age)];
    return [{ ...first, name: `${nameStem(first.name, first.owner)}-… × ${group.length}`, restarts, age }];
  });
}

function podsTable(rows: readonly PodRow[]): string {
  if (rows.length === 0) return '';
  const withNamespace = new Set(rows.map(({ namespace }) => namespace)).size > 1;
  const lines = kubectlTable(
    [...(withNamespace ? ['NAMESPACE'] : []), 'NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'],
    rows.map((row) => [
      ...(withNamespace ? [row.namespace] : []),
      row.name,
      row.ready,
      row.status,
      row.restarts,
      row.age,
    ]),
  );
  return `${lines.join('\n')}\n`;
}

function rowOf({ added, rejected, isDeleting, status, changedMs, lastEnds }: Known, endMs: number): PodRow {
  const { namespace, name } = added.pod;
  const isBehind = status !== undefined && changedMs > status.at;
  const base = {
    namespace,
    name,
    ...(added.owner && { owner: added.owner }),
    age: humanDuration(endMs - added.at),
    isBehind,
  };
  // A rejected pod is never synced, so its status has no containers.
  const containers = added.containers.filter(({ kind }) => kind === 'container' || kind === 'sidecar').length;
  if (rejected !== undefined)
    return { ...base, ready: `0/${containers}`, status: rejected.reason ?? 'Failed', restarts: '0' };
  if (status === undefined)
    return {
      ...base,
      ready: `0/${containers}`,
      status: isDeleting ? 'Terminating' : 'Pending',
      restarts: '0',
    };
  const cells = podStatusCells(status);
  const endedMs = largest(
    cells.ended.map((container) => lastEnds.get(container)?.[1] ?? Number.NEGATIVE_INFINITY),
  );
  const restarts =
    cells.restarts > 0 && Number.isFinite(endedMs)
      ? `${cells.restarts} (${humanDuration(endMs - endedMs)} ago)`
      : `${cells.restarts}`;
  const isOver = status.phase === 'Succeeded' || status.phase === 'Failed';
  return {
    ...base,
    ready: cells.ready,
    status: isDeleting && !isOver ? 'Terminating' : cells.status,
    restarts,
  };
}

function noteExit({ exits, running }: Known, container: string, atMs: number): void {
  exits.set(container, [atMs, exits.get(container)?.[0]]);
  running.delete(container);
}

/**
 * Returns `lastState.terminated.finishedAt`: for a container that has terminated again, the exit before this
 * one, unless it has waited since (in back-off), as that made its own end the last one.
 */
function lastEnd(
  { status, exits, lastEnds }: Known,
  { name, state, restarts }: ContainerStatusView,
): number | undefined {
  const [lastMs, previousMs] = exits.get(name) ?? [];
  if (state !== 'terminated') return lastMs;
  const before = status?.containers.find((view) => view.name === name);
  const [exitMs, lastEndMs] = lastEnds.get(name) ?? [];
  const isSame =
    before?.restarts === restarts &&
    before.last !== undefined &&
    (before.state !== 'terminated' || exitMs === lastMs);
  return isSame ? lastEndMs : previousMs;
}

function byNamespaceAndName(a: PodRow, b: PodRow): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
