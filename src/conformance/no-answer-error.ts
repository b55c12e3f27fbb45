/** What a system did instead of answering with a trace. */
export type NoAnswerFault = 'ended' | 'too-slow' | 'not-a-trace' | 'wrong-script' | 'closed';

/** A system under test did not answer a script as the protocol requires. The message says what it did and what it should do. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly fault: NoAnswerFault;
  /** The name of the script that it was given. */
  readonly script: string;

  constructor(fault: NoAnswerFault, script: string, message: string, stderrTail = '') {
    super(stderrTail === '' ? message : `${message}\nLast lines of its stderr:\n${stderrTail.replace(/^/gm, '  ')}`);
    this.fault = fault;
    this.script = script;
  }
}
