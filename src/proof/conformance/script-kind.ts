import type fc from 'fast-check';
import type { z } from 'zod';
import type { HistogramTotals } from '../../rules/kubelet/go/go-duration.ts';
import type { EngineName } from '../../run/engine/engine.ts';
import type { Order } from '../../run/simulation/kernel.ts';

/** The fields of scripts of every kind. */
export interface NamedScript {
  readonly name: string;
  /** Absent for the image manager's scripts. */
  readonly kind?: string | undefined;
}

/** The fields of entries in every kind of trace. */
export interface TraceEntry {
  /** ms from the start. */
  readonly at: number;
  readonly type: string;
}

/**
 * What a system did with one script: entries in canonical order. Two traces agree if their JSON is equal,
 * apart from the order of keys.
 */
export interface ScriptTrace<E extends TraceEntry = TraceEntry> {
  readonly script: string;
  readonly trace: readonly E[];
  /** What the real code leaves undefined. The kind of script says what is compared then. */
  readonly races?: readonly string[] | null | undefined;
}

/** Windlass as one release of the code that a kind of script drives. */
export interface ScriptRunner<S extends NamedScript> {
  /** The patch release whose rules apply, `1.36.3`. */
  readonly version: string;
  /** A sentence if that is not the requested release. */
  readonly note?: string | undefined;
  /**
   * Runs a script. `totals` are those that the process has observed before, by default none; `engine` runs
   * the machines; `order` decides what comes first at one time, in scripts of the image manager. Throws a
   * `SimulationError` if an actor fails.
   */
  run(script: S, totals?: HistogramTotals, engine?: EngineName, order?: Order): ScriptTrace;
}

/** The part of two traces that is compared, if a race leaves the rest open. */
export interface ComparedPart {
  readonly expected: readonly TraceEntry[];
  readonly actual: readonly TraceEntry[];
  /** The id of the exclusion, if anything is left out. */
  readonly excludedBy?: string | undefined;
}

/**
 * One kind of script of the conformance protocol: how it is read, run by the simulator, drawn at random and
 * made smaller. It has methods instead of function fields, so that a list can hold kinds of different
 * scripts.
 */
export interface ScriptKind<S extends NamedScript = NamedScript> {
  /** The name of the kind in scripts, `pleg`. */
  readonly kind: string;
  /** The patch releases of which traces are recorded and an oracle can be built, the newest first. */
  readonly recorded: readonly string[];
  /** The schema of scripts. It refuses unknown fields. */
  readonly schema: z.ZodType<S>;
  /** Returns the problems that the schema cannot find, each as a sentence: `steps[2].at: …`. */
  problemsOf(script: S): readonly string[];
  /** Returns the runner of a version as people write it (`1.36`, `v1.30.14`), or why there is none. */
  runnerOf(version: string): ScriptRunner<S> | { readonly error: string };
  /** Returns the whole traces, unless races leave something open. */
  comparedPart(expected: ScriptTrace, actual: ScriptTrace): ComparedPart;
  /** The parts of scripts, which progress and summaries count. */
  readonly unit: 'call' | 'step';
  /** Returns the number of parts of a script. */
  sizeOf(script: S): number;
  random(): fc.Arbitrary<S>;
  /**
   * Fields that stay when a failing script is made smaller, because what follows without them is not
   * compared.
   */
  readonly kept?: readonly string[];
  /**
   * Returns simpler scripts to try then that are more than scripts without a part, the biggest
   * simplifications first.
   */
  simpler?(script: S): Iterable<S>;
}
