import type { Terminal } from '../terminal.ts';
import { type Remaining, TimeLeft } from './time-left.ts';

/** How far a long task has come. */
export interface Stage {
  readonly told: string;
  /** By every measure that the time left can be told from; where there are several, the first to be over counts. */
  readonly remaining: readonly Remaining[];
}

/** Between two lines of a file or a log; a task that takes less says nothing there. */
const lineEveryMs = 10_000;
/** A terminal has one line, written anew so often. */
const redrawEveryMs = 1_000;

/** Tells on stderr how far a long task has come: a terminal in one line that is taken away again, anything else in a line every 10 s. */
export class Progress {
  readonly #stderr: Terminal['stderr'];
  readonly #nowMs: () => number;
  readonly #timeLeft = new TimeLeft();
  #toldAtMs: number;
  #isDrawn = false;

  /** The first line is counted from here. */
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
    this.#stderr.write(isTerminal ? `\r${line.slice(0, (this.#stderr.columns ?? line.length + 1) - 1)}\u001b[K` : `${line}\n`);
    this.#isDrawn = isTerminal;
  }

  /** Carries out a task, and takes the line away however it ends. */
  async during<T>(task: () => T | Promise<T>): Promise<T> {
    try {
      return await task();
    } finally {
      this.clear();
    }
  }

  /** Takes the line away again. */
  clear(): void {
    if (this.#isDrawn) this.#stderr.write('\r\u001b[K');
    this.#isDrawn = false;
  }
}
