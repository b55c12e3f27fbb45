import { type Stage, TimeLeft } from '../../../answers/what-if/runs/time-left.ts';
import type { Terminal } from '../terminal.ts';

/** The time between two lines of a file or a log. A shorter task prints nothing there. */
const lineEveryMs = 10_000;
/** The time between two updates of the one line on a terminal. */
const redrawEveryMs = 1_000;

/**
 * Prints on stderr how far a long task has come: on a terminal in one line that is removed again, elsewhere
 * in a line every 10 s.
 */
export class Progress {
  readonly #stderr: Terminal['stderr'];
  readonly #nowMs: () => number;
  readonly #timeLeft = new TimeLeft();
  #toldAtMs: number;
  #isDrawn = false;

  /** The time to the first line counts from here. */
  constructor({ stderr, nowMs }: Terminal) {
    this.#stderr = stderr;
    this.#nowMs = nowMs;
    this.#toldAtMs = nowMs();
  }

  /** To be called much more often than lines are written. */
  note({ told, remaining }: Stage): void {
    const now = this.#nowMs();
    const isTerminal = this.#stderr.isTTY === true;
    this.#timeLeft.begin(now, remaining);
    if (now - this.#toldAtMs < (isTerminal ? redrawEveryMs : lineEveryMs)) return;
    this.#toldAtMs = now;
    const left = this.#timeLeft.sample(now, remaining);
    const line = `windlass: ${told}${left === undefined ? '' : `, ${left} left`}`;
    this.#stderr.write(
      isTerminal ? `\r${line.slice(0, (this.#stderr.columns ?? line.length + 1) - 1)}\u001b[K` : `${line}\n`,
    );
    this.#isDrawn = isTerminal;
  }

  /** Runs a task, and removes the line however it ends. */
  async during<T>(task: () => T | Promise<T>): Promise<T> {
    try {
      return await task();
    } finally {
      this.clear();
    }
  }

  /** Removes the line. */
  clear(): void {
    if (this.#isDrawn) this.#stderr.write('\r\u001b[K');
    this.#isDrawn = false;
  }
}
