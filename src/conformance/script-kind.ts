import type fc from 'fast-check';
import type { z } from 'zod';
import type { EngineName } from '../engine/engine.ts';
import type { HistogramTotals } from '../kubelet/go/duration-seconds.ts';

/** What scripts of every kind have. */
export interface NamedScript {
  readonly name: string;
  /** Absent: the image manager's. */
  readonly kind?: string | undefined;
}

/** What entries of every kind of trace have. */
export interface TraceEntry {
  /** ms from the start. */
  readonly at: number;
  readonly type: string;
}

/** What a system did with one script: entries in canonical order. Two traces agree when their JSON is equal, key order aside. */
export interface ScriptTrace<E extends TraceEntry = TraceEntry> {
  readonly script: string;
  readonly trace: readonly E[];
  /** What the real code leaves undefined; the kind says what is compared then. */
  readonly races?: readonly string[] | null | undefined;
}

/** Windlass as one release of what a kind of script drives. */
export interface ScriptRunner<S extends NamedScript> {
  /** The patch release whose rules are in force, `1.36.3`. */
  readonly version: string;
  /** Where that is not the release asked for: a sentence. */
  readonly note?: string | undefined;
  /**
   * By a process that has observed `totals` before, by default nothing; `engine` runs the machines. Throws a `SimulationError`
   * where an actor fails.
   */
  run(script: S, totals?: HistogramTotals, engine?: EngineName): ScriptTrace;
}

/** The part of two traces that is compared, where a race leaves the rest open. */
export interface ComparedPart {
  readonly expected: readonly TraceEntry[];
  readonly actual: readonly TraceEntry[];
  /** The id of the exclusion, where anything is left out. */
  readonly excludedBy?: string | undefined;
}

/**
 * One kind of script of the conformance protocol: how it is read, run by the simulator, drawn at random and made smaller.
 * Methods, not function fields, so that a list can hold kinds of different scripts.
 */
export interface ScriptKind<S extends NamedScript = NamedScript> {
  /** As scripts name it, `pleg`. */
  readonly kind: string;
  /** Patch releases of which traces are recorded and an oracle can be built, the newest first. */
  readonly recorded: readonly string[];
  /** Strict: an unknown field is refused. */
  readonly schema: z.ZodType<S>;
  /** What the schema cannot say, a sentence each, `steps[2].at: …`. */
  problemsOf(script: S): readonly string[];
  /** The runner of a version as people write it (`1.36`, `v1.30.14`), or why there is none. */
  runnerOf(version: string): ScriptRunner<S> | { readonly error: string };
  /** Traces whole, unless races leave something open. */
  comparedPart(expected: ScriptTrace, actual: ScriptTrace): ComparedPart;
  /** What scripts are made of, and what progress and summaries count. */
  readonly unit: 'call' | 'step';
  /** How many of them a script has. */
  sizeOf(script: S): number;
  random(): fc.Arbitrary<S>;
  /** Smaller scripts to try when one fails, the greatest steps first. */
  simpler(script: S): Iterable<S>;
}
