import type { TestProgress } from '../model-testing/test-session.ts';
import type { Terminal } from './terminal.ts';

/** Tells a terminal how far a session has come; pipes and files see nothing. */
export class TestProgressLine {
  readonly #stderr: Terminal['stderr'];
  #isShown = false;

  constructor({ stderr }: Terminal) {
    this.#stderr = stderr;
  }

  readonly note = ({ phase, scripts, scriptsAll }: TestProgress): void => {
    if (this.#stderr.isTTY !== true || (phase === 'running' && scripts % 10 !== 0)) return;
    this.#isShown = true;
    const what = phase === 'running' ? `${scripts} of ${scriptsAll} scripts` : 'making what differs small';
    this.#stderr.write(`\rwindlass: ${what}\u001b[K`);
  };

  /** Takes the line away again. */
  clear(): void {
    if (this.#isShown) this.#stderr.write('\r\u001b[K');
  }
}
