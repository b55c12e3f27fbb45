import type { TraceRecord } from '../../trace/record.ts';

const recordsBetweenLooks = 64;
const msBetween = 100;

/** Tells how far a run has come in virtual time, at most ten times a second of real time: `note` hears its records. */
export class Progress {
  readonly #tell: (atMs: number, horizonMs: number) => void;
  readonly #nowMs: () => number;
  #records = 0;
  #toldMs: number;
  #horizonMs = 0;

  constructor(nowMs: () => number, tell: (atMs: number, horizonMs: number) => void) {
    this.#nowMs = nowMs;
    this.#tell = tell;
    this.#toldMs = nowMs();
  }

  readonly note = (record: TraceRecord): void => {
    if (record.type === 'header') this.#horizonMs = record.horizonMs;
    this.#records++;
    if (this.#records % recordsBetweenLooks !== 0) return;
    const nowMs = this.#nowMs();
    if (nowMs - this.#toldMs < msBetween) return;
    this.#toldMs = nowMs;
    this.#tell(record.at, this.#horizonMs);
  };
}
