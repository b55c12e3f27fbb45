import type { SimulationInput } from '../../input/model.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { RunProgress } from '../run-progress.ts';

const recordsBetweenLooks = 64;
const msBetween = 100;

/** Tells how far a run has come, at most ten times a second of real time: `note` hears its records. */
export class Progress {
  readonly #tell: (progress: RunProgress) => void;
  readonly #nowMs: () => number;
  /** Of the pods that run or have come to their end. */
  readonly #done = new Set<string>();
  #pods = 0;
  #horizonMs = 0;
  #records = 0;
  #toldMs: number;

  constructor(nowMs: () => number, tell: (progress: RunProgress) => void) {
    this.#nowMs = nowMs;
    this.#tell = tell;
    this.#toldMs = nowMs();
  }

  begin({ pods, horizonMicros }: SimulationInput): void {
    this.#pods = pods.length;
    this.#horizonMs = horizonMicros / 1000;
  }

  readonly note = (record: TraceRecord): void => {
    if (isDone(record)) this.#done.add(record.pod.uid);
    this.#records++;
    if (this.#records % recordsBetweenLooks !== 0) return;
    const nowMs = this.#nowMs();
    if (nowMs - this.#toldMs < msBetween) return;
    this.#toldMs = nowMs;
    this.#tell({ atMs: record.at, horizonMs: this.#horizonMs, pods: this.#pods, podsDone: Math.min(this.#done.size, this.#pods) });
  };
}

function isDone(record: TraceRecord): record is Extract<TraceRecord, { type: 'status' | 'pod' }> {
  if (record.type === 'status') return record.phase !== 'Pending';
  return record.type === 'pod' && (record.state === 'rejected' || record.state === 'deleted');
}
