import type { Divergence } from '../conformance/compare-traces.ts';
import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import type { NoAnswerFault } from '../conformance/no-answer-error.ts';
import type { MachineCoverage } from '../models/coverage/machine-coverage.ts';
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
  | { readonly kind: 'diverges'; readonly divergence: Divergence<Entry> }
  /** The system ended, took too long, or answered something that is no trace. */
  | { readonly kind: 'unanswered'; readonly message: string; readonly fault?: NoAnswerFault };

/** What came of one script. */
export interface ScriptResult {
  readonly origin: ScriptOrigin;
  readonly script: Script;
  readonly verdict: ScriptVerdict;
  /** Where the system's trace breaks a property. */
  readonly broken: readonly BrokenProperty[];
  /** Where it does so as the simulator's does, by a known bug of the release; not held against the system. */
  readonly excused: readonly BrokenProperty[];
}

/** A script that shows that the system is not what it should be, made as small as it gets. */
export interface Finding {
  readonly result: ScriptResult;
  readonly script: Script;
  /** Scripts that were tried to make it small. */
  readonly shrinkRuns: number;
  /** False where the script alone does not show it: what the system does hangs on the scripts before, or on chance. */
  readonly isRepeatable: boolean;
  /** What the small script shows; exactly one of them. */
  readonly shows: Shown;
  /** What the simulator does with the small script. */
  readonly expected: ConformanceTrace;
  /** What the system did with it; undefined where it gave no answer. */
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
  /** Traces in which it is broken only as the release itself breaks it. */
  readonly excused: number;
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
  /** False where the system tells no metric in any trace: then metrics are not compared. */
  readonly comparesMetrics: boolean;
  /** What the scripts reached in the simulator's machines. */
  readonly coverage: readonly MachineCoverage[];
}

/** The verdict in one word: a divergence outweighs a broken property. */
export function verdictOf({ results }: Pick<TestReport, 'results'>): 'agrees' | 'diverges' | 'violates' {
  if (results.some(({ verdict }) => verdict.kind !== 'agrees')) return 'diverges';
  return results.some(({ broken }) => broken.length > 0) ? 'violates' : 'agrees';
}
