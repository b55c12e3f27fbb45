import type { TraceRecord } from '../../trace/record.ts';
import { isWaiting, type Phase } from '../phases/container-phases.ts';
import { durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { BarDetails } from './bar-details.ts';
import { CauseIndex } from './cause-index.ts';
import { recordedCauses } from './recorded-causes.ts';
import { type RunRow, runRows } from './run-rows.ts';
import { whyPhrase } from './why-phrase.ts';

/** The most containers of a pod that are examined on each side. */
const siblingsMax = 100;

/** Returns which container of the pod delayed another one's turn longest, and how long; or that none did. */
function turnText(rows: readonly RunRow[], row: number, phase: Phase): string[] {
  const uid = rows[row]?.container.pod.uid;
  if (rows[row]?.isPrePull === true) return [];
  let longest: RunRow | undefined;
  let longestMs = 0;
  // The rows of a pod stand together.
  for (const step of [-1, 1]) {
    for (
      let at = row + step;
      rows[at]?.container.pod.uid === uid && Math.abs(at - row) <= siblingsMax;
      at += step
    ) {
      const sibling = rows[at];
      if (sibling === undefined || sibling.isPrePull) break;
      const busyMs = busyWithin(sibling, phase);
      if (busyMs <= longestMs) continue;
      longest = sibling;
      longestMs = busyMs;
    }
  }
  if (longest === undefined) return ["The pod's sandbox and volumes come first"];
  return [
    `Containers come one after another; ${longest.container.name} took ${durationText(longestMs)} of it`,
  ];
}

/**
 * Returns how long a container kept the next ones waiting. An init container must have ended, the others have
 * only to be started.
 */
function busyWithin({ container }: RunRow, { fromMs, toMs }: Phase): number {
  let busyMs = 0;
  for (const { phase, ...span } of container.phases) {
    const isBusy =
      phase === 'running' ? container.kind === 'init' : isWaiting(phase) && phase !== 'waitingToStart';
    if (isBusy) busyMs += Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs));
  }
  return busyMs;
}

/**
 * Explains each bar of a run's picture: what it shows, how long it lasted and why. It is built once for each
 * run, and a question costs very little.
 */
export class WhyIndex {
  readonly #rows: readonly RunRow[];
  readonly #causes: CauseIndex;
  readonly #details: BarDetails;

  constructor(records: readonly TraceRecord[], atMs?: number) {
    this.#rows = runRows(records, atMs).rows;
    this.#causes = new CauseIndex(recordedCauses(records), this.#rows);
    this.#details = new BarDetails(records, this.#causes);
  }

  /**
   * Returns the sentences about a bar, by the numbers that `runView` gives to rows and bars; empty if there
   * is no such bar.
   */
  sentence(row: number, bar: number): string {
    const found = this.#rows[row];
    const phase = found?.container.phases[bar];
    if (found === undefined || phase === undefined) return '';
    const phrase = whyPhrase(this.#causes, found, phase);
    const turn = phase.phase === 'waitingToStart' ? turnText(this.#rows, row, phase) : [];
    const sentences = [phrase, ...turn, ...this.#details.of(found, phase)];
    return visibleText(
      sentences.map((text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`).join(' '),
    );
  }
}
