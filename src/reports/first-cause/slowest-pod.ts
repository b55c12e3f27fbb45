import type { PodPhases } from '../phases/pod-phases.ts';
import type { CauseIndex } from '../run-view/cause-index.ts';
import type { RunRow } from '../run-view/run-rows.ts';
import { podHolds } from './held-pods.ts';

/** The container that took longest to run, and what held its pod longest. */
export interface SlowestPod {
  /** The number of the container's row in the picture. */
  readonly row: number;
  /** From its arrival until it ran, or until the end. */
  readonly tookMs: number;
  /** The cause that held its pod longest, as the beginning of a sentence; absent if nothing held it. */
  readonly cause?: { readonly words: string; readonly heldMs: number };
}

/** Returns the container of a pod that took longest to run, counted from its arrival; undefined without pods. */
export function slowestPod(
  causes: CauseIndex,
  pods: readonly PodPhases[],
  endMs: number,
): SlowestPod | undefined {
  const { rows } = causes;
  const row = slowestRow(rows, endMs);
  const slowest = row === undefined ? undefined : rows[row];
  if (row === undefined || slowest === undefined) return undefined;
  const { uid } = slowest.container.pod;
  const pod = pods.find((one) => one.pod.uid === uid);
  const ofPod = rows.filter(({ container, isPrePull }) => !isPrePull && container.pod.uid === uid);
  const [held] = pod === undefined || pod.state === 'rejected' ? [] : podHolds(causes, pod, ofPod);
  return {
    row,
    tookMs: tookMs(slowest, endMs),
    ...(held === undefined ? {} : { cause: { words: held.words, heldMs: held.micros / 1000 } }),
  };
}

type TimedRow = Pick<RunRow, 'isPrePull' | 'arrivedMs'> & {
  readonly container: Pick<RunRow['container'], 'runningAtMs'>;
};

/** Returns the number of the row that took longest; of images that are pulled ahead none waits. */
export function slowestRow(rows: readonly TimedRow[], endMs: number): number | undefined {
  let slowest: number | undefined;
  let longestMs = -1;
  for (const [number, row] of rows.entries()) {
    const took = tookMs(row, endMs);
    if (row.isPrePull || took <= longestMs) continue;
    slowest = number;
    longestMs = took;
  }
  return slowest;
}

function tookMs({ container, arrivedMs }: TimedRow, endMs: number): number {
  return (container.runningAtMs ?? endMs) - arrivedMs;
}
