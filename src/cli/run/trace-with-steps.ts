import { StepLog } from '../../inspector/step-log.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { formatStep } from '../../trace/write-step.ts';
import { formatRecord } from '../../trace/write-trace.ts';
import { FileInProgress } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';

/** Characters that are gathered before they are written. */
const batch = 1 << 16;

/**
 * Writes a trace with its steps while the run goes on: with those of thousands of pods it is longer than a text may be.
 * `onRecord` and `inspect` are for `simulate`. Throws a `CommandError` where the file cannot be written.
 */
export class TraceWithSteps {
  readonly inspect: StepLog['inspect'];
  readonly #file: FileInProgress | undefined;
  readonly #write: (text: string) => void;
  #waiting = '';
  #failure: unknown;

  /** `out`: a file; undefined: stdout. */
  constructor(out: string | undefined, { cwd, stdout }: Terminal) {
    const file = out === undefined ? undefined : new FileInProgress(cwd, out);
    this.#file = file;
    this.#write = (text) => {
      if (file !== undefined) file.write(text);
      else if (stdout.writeNow !== undefined) stdout.writeNow(text);
      else stdout.write(text);
    };
    this.inspect = new StepLog({ onStep: (step) => this.#add(formatStep(step)) }).inspect;
  }

  readonly onRecord = (record: TraceRecord): void => this.#add(formatRecord(record));

  /** The run is over: writes the rest. */
  finish(): void {
    this.#flush();
    if (this.#failure !== undefined) throw this.#failure;
    this.#file?.finish();
  }

  /** The run failed, or the file could not be written: nothing stays of it. */
  drop(): void {
    this.#file?.drop();
  }

  #add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= batch) this.#flush();
  }

  /** Called from within an actor, whose own failure an error would be taken for: it is kept for the end. */
  #flush(): void {
    try {
      if (this.#failure === undefined) this.#write(this.#waiting);
    } catch (error) {
      this.#failure = error;
    }
    this.#waiting = '';
  }
}
