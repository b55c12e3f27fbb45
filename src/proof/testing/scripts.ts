import {
  compareTraces as compareOfKind,
  type Divergence,
  type TraceComparison,
} from '../conformance/compare-traces.ts';
import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import { imageManagerKind } from '../conformance/imagemanager/image-manager-kind.ts';
import { runScript as runWith } from '../conformance/imagemanager/run-script.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import { shrinkScript as shrinkOfKind } from '../conformance/shrink-script.ts';
import { judgeTrace } from '../model-testing/judge-trace.ts';
import { properties as protocolProperties } from '../model-testing/properties/properties.ts';
import { profileOf } from './profile-of.ts';

/**
 * Runs a script of the conformance protocol on the simulated kubelet of a release, and returns what it did.
 * Throws a `RangeError` for a release that is not known, and a `SimulationError` if an actor fails.
 */
export function runScript(script: Script, release: string): ConformanceTrace {
  return runWith(script, profileOf(release));
}

/**
 * Compares what a system did with a script (`actual`) with what a kubelet did, entry by entry. The order of
 * keys does not matter. Where the kubelet leaves an order open (`races`), only what comes before is compared.
 */
export function compareTraces(expected: ConformanceTrace, actual: ConformanceTrace): TraceComparison<Entry> {
  return compareOfKind(expected, actual, imageManagerKind);
}

/**
 * Makes a script smaller as long as `shows` says that it still shows the same: without calls, with simpler
 * settings, names and times. At most `runsMax` scripts are tried (400 if absent). The result is the same
 * every time.
 */
export async function shrinkScript(
  script: Script,
  shows: (script: Script) => boolean | Promise<boolean>,
  runsMax?: number,
): Promise<{ readonly script: Script; readonly runs: number }> {
  return shrinkOfKind(script, imageManagerKind, async (candidate) => shows(candidate), runsMax);
}

/** A place where a trace breaks a property. */
export interface TraceViolation {
  /** ms from the start. */
  readonly at: number;
  /** The id of the call, if there is one. */
  readonly call?: string;
  readonly message: string;
}

/** A rule that every image manager keeps in every script. */
export interface TraceProperty {
  /** The name, `back-off-windows`. */
  readonly name: string;
  /** The rule in one sentence. */
  readonly says: string;
  /** Whether the trace of a system keeps the rule; the release is the one that the system claims to be. */
  readonly holds: (script: Script, trace: ConformanceTrace, release: string) => boolean;
  /** Returns every place where it does not. */
  readonly violations: (
    script: Script,
    trace: ConformanceTrace,
    release: string,
  ) => readonly TraceViolation[];
}

/**
 * The properties by which `windlass test` judges a system, as predicates over its trace. None needs a model
 * of the kubelet. Those of whole runs are `invariants` of the package `windlass`.
 */
export const properties: readonly TraceProperty[] = protocolProperties.map(({ name, says }) => {
  const violations: TraceProperty['violations'] = (script, trace, release) =>
    judgeTrace(script, trace, profileOf(release)).flatMap(({ property, violation }) =>
      property === name ? [violation] : [],
    );
  return { name, says, violations, holds: (...run) => violations(...run).length === 0 };
});

export type { Divergence, TraceComparison };
