import type { ConformanceTrace } from './conformance-trace.ts';
import type { Script } from './script.ts';

/** Anything that takes scripts and gives traces: the simulator, the real kubelet's code, a process that somebody names. */
export interface SystemUnderTest {
  /** How reports call it. */
  readonly name: string;
  /**
   * Runs one script. Several may be under way; answers come in the order of the scripts.
   * Rejects with an error that says what the system did (ended, took too long, answered something else).
   */
  readonly run: (script: Script) => Promise<ConformanceTrace>;
  readonly close: () => Promise<void>;
}
