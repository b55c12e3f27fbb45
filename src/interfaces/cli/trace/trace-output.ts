import type { Pauses } from '../../../run/simulation/simulate.ts';
import { type InProgress, openOutput, pieceLength } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';

/** Writes the lines of a trace to a file or to stdout while the run goes on. */
export class TraceOutput {
  readonly #output: InProgress;
  #waiting = '';
  #failure: unknown;

  /** `out` is a file; undefined means stdout. Throws a `CommandError` if the file cannot be written. */
  constructor(out: string | undefined, terminal: Terminal) {
    this.#output = openOutput(out, terminal);
  }

  readonly add = (line: string): void => {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= pieceLength) this.#flush();
  };

  /** Returns the same pauses. After a failure of the output, the run ends at the next pause. */
  pausing({ isDue, goesOn }: Pauses): Pauses {
    return {
      isDue: () => this.#failure !== undefined || isDue(),
      goesOn: async () => this.#failure === undefined && goesOn(),
    };
  }

  /** Writes the rest after the run. Throws an earlier failure of the output. */
  finish(): void {
    this.#flush();
    if (this.#failure !== undefined) throw this.#failure;
    this.#output.finish();
  }

  /** The run failed, or the file could not be written: deletes what was written. */
  drop(): void {
    this.#output.drop();
  }

  /**
   * Called within an actor. An error thrown here would count as the actor's failure, so it is kept for the
   * end.
   */
  #flush(): void {
    try {
      if (this.#failure === undefined) this.#output.write(this.#waiting);
    } catch (error) {
      this.#failure = error;
    }
    this.#waiting = '';
  }
}
