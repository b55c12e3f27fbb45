import type { ConformanceTrace } from './imagemanager/conformance-trace.ts';
import type { Script } from './imagemanager/script.ts';
import type { NamedScript, ScriptRunner, ScriptTrace } from './script-kind.ts';

/**
 * A system that takes scripts and returns traces: the simulator, the real kubelet's code, or a user's
 * process.
 */
export interface SystemUnderTest<S extends NamedScript = NamedScript, T extends ScriptTrace = ScriptTrace> {
  /** The system's name in reports. */
  readonly name: string;
  /**
   * Runs one script. Several may be active; answers come in the order of the scripts. Rejects with a
   * `NoAnswerError` that says what the system did (ended, took too long, answered something else).
   */
  readonly run: (script: S) => Promise<T>;
  /**
   * Makes sure that earlier scripts do not affect the next one: a process is started again. Not to be called
   * while a script is active.
   */
  readonly renew?: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Returns the simulator for a kind of scripts as a system under test, in this process. Its promise rejects if
 * the runner throws.
 */
export function simulatedSystem<S extends NamedScript, T extends ScriptTrace>(
  runner: Pick<ScriptRunner<S>, 'version'> & { run(script: S): T },
): SystemUnderTest<S, T> {
  return {
    name: `windlass ${runner.version}`,
    run: async (script) => runner.run(script),
    close: async () => {},
  };
}

/** What a system did instead of answering with a trace. */
export type NoAnswerFault = 'ended' | 'too-slow' | 'not-a-trace' | 'wrong-script' | 'closed';

/**
 * A system under test did not answer a script as the protocol requires. The message says what it did and what
 * it should do.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly fault: NoAnswerFault;
  /** The name of the script that it was given. */
  readonly script: string;

  constructor(fault: NoAnswerFault, script: string, message: string, stderrTail = '') {
    super(
      stderrTail === ''
        ? message
        : `${message}\nLast lines of its stderr:\n${stderrTail.replace(/^/gm, '  ')}`,
    );
    this.fault = fault;
    this.script = script;
  }
}

/** A system that takes scripts of the image manager and returns their traces. */
export type ImageManagerUnderTest = SystemUnderTest<Script, ConformanceTrace>;
