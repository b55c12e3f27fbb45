/** What a process did instead of answering with a trace. */
export type ProcessFault = 'ended' | 'too-slow' | 'not-a-trace' | 'wrong-script' | 'closed';

/** A process under test did not answer a script as the protocol has it; the message says what it did and what it should do. */
export class ProcessUnderTestError extends Error {
  override readonly name = 'ProcessUnderTestError';
  readonly fault: ProcessFault;
  /** The name of the script that it had been given. */
  readonly script: string;

  constructor(fault: ProcessFault, script: string, message: string, stderrTail = '') {
    super(stderrTail === '' ? message : `${message}\nLast lines of its stderr:\n${stderrTail.replace(/^/gm, '  ')}`);
    this.fault = fault;
    this.script = script;
  }
}
