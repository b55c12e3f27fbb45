import type { Pauses } from '../../simulation/simulate.ts';
import { type InProgress, openOutput, pieceLength } from '../files/file-in-progress.ts';
import type { Terminal } from '../terminal.ts';

/** The lines of a trace on their way to a file or to stdout while the run goes on. */
export class TraceOutput {
  readonly #output: InProgress;
  #waiting = '';
  #failure: unknown;

  /** `out`: a file; undefined: stdout. Throws a `CommandError` where the file cannot be written. */
  constructor(out: string | undefined, terminal: Terminal) {
    this.#output = openOutput(out, terminal);
  }

  readonly add = (line: string): void => {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= pieceLength) this.#flush();
  };

  /** The same pauses; where the output has failed, the run ends at the next one. */
  pausing({ isDue, goesOn }: Pauses): Pauses {
    return { isDue: () => this.#failure !== undefined || isDue(), goesOn: async () => this.#failure === undefined && goesOn() };
  }

  /** The run is over: writes the rest. Throws what went wrong meanwhile. */
  finish(): void {
    this.#flush();
    if (this.#failure !== undefined) throw this.#failure;
    this.#output.finish();
  }

  /** The run failed, or the file could not be written: nothing stays of it. */
  drop(): void {
    this.#output.drop();
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
