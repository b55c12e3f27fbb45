import type { Divergence } from '../conformance/compare-traces.ts';
import type { ConformanceTrace } from '../conformance/conformance-trace.ts';
import type { Script } from '../conformance/script.ts';
import type { MachineCoverage } from '../models/machine-coverage.ts';
import type { BrokenProperty } from './judge-trace.ts';
import type { PropertyViolation } from './properties/protocol-property.ts';

/** Where a script comes from: a path of a machine, the random stream, or a file. */
export type ScriptOrigin =
  | { readonly group: 'paths'; readonly machine: string; readonly path: string }
  | { readonly group: 'random' /** Its place in the stream, from 0. */; readonly run: number }
  | { readonly group: 'replay' };

export type ScriptVerdict =
  | { readonly kind: 'agrees' }
  /** Agrees as far as it is compared. */
  | { readonly kind: 'agrees'; readonly excludedBy: string }
  | { readonly kind: 'diverges'; readonly divergence: Divergence }
  /** The system ended, took too long, or answered something that is no trace. */
  | { readonly kind: 'unanswered'; readonly message: string };

/** What came of one script. */
export interface ScriptResult {
  readonly origin: ScriptOrigin;
  readonly script: Script;
  readonly verdict: ScriptVerdict;
  /** Properties that the system's trace breaks, and the simulator's does not. */
  readonly broken: readonly BrokenProperty[];
}

/** A script that shows that the system is not what it should be, made as small as it gets. */
export interface Finding {
  readonly result: ScriptResult;
  readonly script: Script;
  /** Scripts that were tried to make it small. */
  readonly shrinkRuns: number;
  /** What the small script shows; exactly one of them. */
  readonly shows: Shown;
  /** What the system did with the small script; undefined where it gave no answer. */
  readonly actual: ConformanceTrace | undefined;
}

export type Shown = Exclude<ScriptVerdict, { kind: 'agrees' }> | { readonly kind: 'breaks'; readonly broken: BrokenProperty };

/** What all traces together say about one property. */
export interface PropertyVerdict {
  readonly name: string;
  readonly says: string;
  /** Traces in which it holds. */
  readonly held: number;
  readonly violated: number;
  readonly first?: { readonly script: string; readonly violation: PropertyViolation };
}

export interface TestReport {
  readonly system: string;
  /** `1.36.3` */
  readonly version: string;
  readonly results: readonly ScriptResult[];
  /** Scripts that were left out because the system had stopped answering. */
  readonly notRun: number;
  readonly properties: readonly PropertyVerdict[];
  /** Of the first scripts that diverge, break a property or have no answer; not of all. */
  readonly findings: readonly Finding[];
  /** What the scripts reached in the simulator's machines. */
  readonly coverage: readonly MachineCoverage[];
}

/** The verdict in one word: a divergence outweighs a broken property. */
export function verdictOf({ results }: Pick<TestReport, 'results'>): 'agrees' | 'diverges' | 'violates' {
  if (results.some(({ verdict }) => verdict.kind !== 'agrees')) return 'diverges';
  return results.some(({ broken }) => broken.length > 0) ? 'violates' : 'agrees';
}
