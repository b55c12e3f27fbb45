import type { Divergence } from '../conformance/compare-traces.ts';
import type { ConformanceTrace, Entry } from '../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../conformance/imagemanager/script.ts';
import type { NoAnswerFault } from '../conformance/system-under-test.ts';
import type { MachineCoverage } from '../models/coverage/machine-coverage.ts';
import type { Decision } from './decisions.ts';
import type { BrokenProperty } from './judge-trace.ts';
import type { PropertyViolation } from './properties/protocol-property.ts';

/** The origin of a script: a path of a machine, the random stream, or a file. */
export type ScriptOrigin =
  | { readonly group: 'paths'; readonly machine: string; readonly path: string }
  | { readonly group: 'random' /** Its place in the stream, from 0. */; readonly run: number }
  /** Bred from scripts before it: what it is hangs on how the system answered those. */
  | { readonly group: 'bred' /** Its place among those that were bred, from 0. */; readonly run: number }
  /** Kept from an earlier session, because it reached something that no other script did. */
  | { readonly group: 'corpus' }
  | { readonly group: 'replay' };

export interface PlannedScript {
  readonly origin: ScriptOrigin;
  readonly script: Script;
}

export type ScriptVerdict =
  | { readonly kind: 'agrees' }
  /** Agrees as far as it is compared. */
  | { readonly kind: 'agrees'; readonly excludedBy: string }
  | { readonly kind: 'diverges'; readonly divergence: Divergence<Entry> }
  /** The system ended, took too long, or answered with something that is no trace. */
  | { readonly kind: 'unanswered'; readonly message: string; readonly fault?: NoAnswerFault };

/** The result of one script. */
export interface ScriptResult {
  readonly origin: ScriptOrigin;
  readonly script: Script;
  readonly verdict: ScriptVerdict;
  /** The places where the system's trace breaks a property. */
  readonly broken: readonly BrokenProperty[];
  /**
   * The places where the simulator's trace breaks it too, because of a known bug of the release. They do not
   * count against the system.
   */
  readonly excused: readonly BrokenProperty[];
}

/** The smallest script that shows that the system is wrong. */
export interface Finding {
  readonly result: ScriptResult;
  readonly script: Script;
  /** The number of scripts that were tried while shrinking. */
  readonly shrinkRuns: number;
  /**
   * False if the script alone does not show it: the system's behaviour depends on the scripts before, or on
   * chance.
   */
  readonly isRepeatable: boolean;
  /** What the small script shows; exactly one of them. */
  readonly shows: Shown;
  /** What the simulator does with the small script. */
  readonly expected: ConformanceTrace;
  /** What the system did with it; undefined if it gave no answer. */
  readonly actual: ConformanceTrace | undefined;
  /**
   * Why the kubelet does there what it does: what it decided for the call, in order. Empty if the finding is
   * about no entry of a call.
   */
  readonly why: readonly Decision[];
}

export type Shown =
  | Exclude<ScriptVerdict, { kind: 'agrees' }>
  | { readonly kind: 'breaks'; readonly broken: BrokenProperty };

/** What all traces together say about one property. */
export interface PropertyVerdict {
  readonly name: string;
  readonly says: string;
  /** The number of traces in which it holds. */
  readonly held: number;
  readonly violated: number;
  /** The number of traces in which it is broken only as in the release itself. */
  readonly excused: number;
  readonly first?: { readonly script: string; readonly violation: PropertyViolation };
}

export interface TestReport {
  readonly system: string;
  /** `1.36.3` */
  readonly version: string;
  readonly results: readonly ScriptResult[];
  /** The number of scripts that were left out because the system had stopped answering. */
  readonly notRun: number;
  readonly properties: readonly PropertyVerdict[];
  /** The findings of the first scripts that diverge, break a property or have no answer; not of all. */
  readonly findings: readonly Finding[];
  /** False if the system has no metric in any trace: then metrics are not compared. */
  readonly comparesMetrics: boolean;
  /** What the scripts reached in the simulator's machines. */
  readonly coverage: readonly MachineCoverage[];
  /** The scripts that together reached everything that any script reached in the model and the answers. */
  readonly corpus: readonly Script[];
}

/** Returns the verdict in one word. A divergence counts more than a broken property. */
export function verdictOf({ results }: Pick<TestReport, 'results'>): 'agrees' | 'diverges' | 'violates' {
  if (results.some(({ verdict }) => verdict.kind !== 'agrees')) return 'diverges';
  return results.some(({ broken }) => broken.length > 0) ? 'violates' : 'agrees';
}
