import { isWaiting, type PhaseName } from '../../../reports/phases/container-phases.ts';
import { phaseLooks } from '../../../reports/phases/phase-looks.ts';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';

/** A pod in the table of a run. Times are virtual ms. */
export interface PodLine {
  readonly key: string;
  readonly node: string;
  readonly namespace: string;
  readonly pod: string;
  readonly containers: number;
  /**
   * The time from its arrival until the last of its containers first ran; undefined if one of them never did.
   */
  readonly toRunningMs: number | undefined;
  /** The longest single wait of any of its containers. */
  readonly waitMs: number;
  readonly waitPhase: PhaseName | undefined;
  readonly failures: number;
  /** `running`, or the phase of its first container that does not run. */
  readonly state: string;
  readonly firstRow: number;
  /** The row and bar of the longest wait. */
  readonly waitRow: number;
  readonly waitBar: number | undefined;
}

/** Returns the pods of a run, in its order. */
export function podLines(view: RunView): PodLine[] {
  const pods = new Map<string, number[]>();
  for (const [place, { node, pod }] of view.rows.entries())
    if (pod !== undefined)
      getOrInsert(pods, `${node} ${pod.uid} ${pod.namespace}/${pod.name}`, () => []).push(place);
  return [...pods].flatMap(([key, rows]) => podLine(view, key, rows) ?? []);
}

function podLine(view: RunView, key: string, rows: readonly number[]): PodLine | undefined {
  const [firstRow] = rows;
  const first = firstRow === undefined ? undefined : view.rows[firstRow];
  if (first?.pod === undefined || firstRow === undefined) return undefined;
  let toRunningMs: number | undefined = 0;
  let waitMs = 0;
  let waitRow = firstRow;
  let waitBar: number | undefined;
  let failures = 0;
  let state: PhaseName = 'running';
  for (const place of rows) {
    const row = view.rows[place];
    if (row === undefined) continue;
    failures += row.failures.length;
    if (row.kind === 'container' || row.kind === 'sidecar') {
      if (row.runningAtMs === undefined) toRunningMs = undefined;
      else if (toRunningMs !== undefined)
        toRunningMs = Math.max(toRunningMs, row.runningAtMs - row.arrivedMs);
    }
    if (state === 'running' && row.kind !== 'init' && row.kind !== 'imageVolume') state = row.state;
    for (const [bar, { phase, fromMs, toMs }] of row.bars.entries()) {
      if (!isWaiting(phase) || phase === 'waitingToStart' || toMs - fromMs <= waitMs) continue;
      waitMs = toMs - fromMs;
      waitRow = place;
      waitBar = bar;
    }
  }
  return {
    key,
    node: first.node,
    namespace: first.pod.namespace,
    pod: first.pod.name,
    containers: rows.length,
    toRunningMs,
    waitMs,
    waitPhase: waitBar === undefined ? undefined : view.rows[waitRow]?.bars[waitBar]?.phase,
    failures,
    state: phaseLooks[state].words,
    firstRow,
    waitRow,
    waitBar,
  };
}
