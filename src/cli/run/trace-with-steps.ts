import { StepLog } from '../../inspector/step-log.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { formatStep } from '../../trace/write-step.ts';
import { formatRecord } from '../../trace/write-trace.ts';
import { type InProgress, openOutput, pieceLength } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Writes a trace with its steps while the run goes on: with those of thousands of pods it is longer than a text may be.
 * `onRecord` and `inspect` are for `simulate`. Throws a `CommandError` where the file cannot be written.
 */
export class TraceWithSteps {
  readonly inspect: StepLog['inspect'];
  readonly #output: InProgress;
  #waiting = '';
  #failure: unknown;

  /** `out`: a file; undefined: stdout. */
  constructor(out: string | undefined, terminal: Terminal) {
    this.#output = openOutput(out, terminal);
    this.inspect = new StepLog({ onStep: (step) => this.#add(formatStep(step)) }).inspect;
  }

  readonly onRecord = (record: TraceRecord): void => this.#add(formatRecord(record));

  /** The run is over: writes the rest. */
  finish(): void {
    this.#flush();
    if (this.#failure !== undefined) throw this.#failure;
    this.#output.finish();
  }

  /** The run failed, or the file could not be written: nothing stays of it. */
  drop(): void {
    this.#output.drop();
  }

  #add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= pieceLength) this.#flush();
  }

  /** Called from within an actor, whose own failure an error would be taken for: it is kept for the end. */
  #flush(): void {
    try {
      if (this.#failure === undefined) this.#output.write(this.#waiting);
    } catch (error) {
      this.#failure = error;
    }
    this.#waiting = '';
  }
}
