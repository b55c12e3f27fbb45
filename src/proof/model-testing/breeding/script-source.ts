import type { ConformanceTrace } from '../../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../conformance/imagemanager/script.ts';
import type { PlannedScript } from '../test-report.ts';
import { Breeder } from './breeder.ts';
import type { RunObserver } from './run-observer.ts';

/**
 * The scripts of a session in their order: the planned ones, then those that are bred. A script is bred when it
 * is asked for, from what was learnt until then; a session asks at the same places each time.
 */
export class ScriptSource {
  readonly length: number;
  readonly #planned: readonly PlannedScript[];
  readonly #breeder: Breeder | undefined;
  #given = 0;

  constructor(
    planned: readonly PlannedScript[],
    breeding?: { readonly seed: number; readonly runs: number },
  ) {
    this.#planned = planned;
    this.#breeder = breeding === undefined ? undefined : new Breeder(breeding.seed);
    this.length = planned.length + (planned.length === 0 ? 0 : (breeding?.runs ?? 0));
  }

  /** Returns the next script; undefined after the last one. */
  next(): PlannedScript | undefined {
    if (this.#given >= this.length) return undefined;
    const planned = this.#planned[this.#given];
    const run = this.#given - this.#planned.length;
    this.#given += 1;
    if (planned !== undefined) return planned;
    const script = this.#breeder?.next();
    return script === undefined
      ? undefined
      : { origin: { group: 'bred', run }, script: { ...script, name: `bred-${run}` } };
  }

  /** Notes what a script reached, and how the system answered it; undefined if it did not. */
  learn(planned: PlannedScript, observer: RunObserver, answer: ConformanceTrace | undefined): void {
    this.#breeder?.learn(planned, observer, answer);
  }

  /** Returns the scripts that together reach everything that was reached; none without breeding. */
  corpus(): readonly Script[] {
    return this.#breeder?.corpus() ?? [];
  }
}
