import type { NamedScript, ScriptTrace } from './script-kind.ts';

/** Anything that takes scripts and gives traces: the simulator, the real kubelet's code, a process that somebody names. */
export interface SystemUnderTest<S extends NamedScript = NamedScript, T extends ScriptTrace = ScriptTrace> {
  /** How reports call it. */
  readonly name: string;
  /**
   * Runs one script. Several may be under way; answers come in the order of the scripts.
   * Rejects with a `NoAnswerError` that says what the system did (ended, took too long, answered something else).
   */
  readonly run: (script: S) => Promise<T>;
  /** Lets nothing of the scripts before reach the next one: a process is started anew. Not while a script is under way. */
  readonly renew?: () => void;
  readonly close: () => Promise<void>;
}
