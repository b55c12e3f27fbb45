import { durationText } from '../report/quantity-text.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { Terminal } from './terminal.ts';

const recordsPerLine = 20_000;

/** Tells a terminal how far a long run has come in virtual time; short runs, pipes and files see nothing. */
export class RunProgress {
  readonly #stderr: Terminal['stderr'];
  #records = 0;

  constructor({ stderr }: Terminal) {
    this.#stderr = stderr;
  }

  readonly note = (record: TraceRecord): void => {
    this.#records++;
    if (this.#stderr.isTTY === true && this.#records % recordsPerLine === 0) {
      this.#stderr.write(`\rwindlass: ${durationText(record.at)} simulated, ${this.#records} records\u001b[K`);
    }
  };

  /** Takes the line away again. */
  clear(): void {
    if (this.#stderr.isTTY === true && this.#records >= recordsPerLine) this.#stderr.write('\r\u001b[K');
  }
}
