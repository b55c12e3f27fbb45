import type { Profile } from '../../../rules/kubelet/profile.ts';
import type { Invariant } from '../../../run/invariants/invariant.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { ConformanceTrace } from '../../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../conformance/imagemanager/script.ts';
import type { CallEntry } from '../call-entries.ts';
import { nodeUnderTest } from '../trace-to-records.ts';

/** A rule for every image manager and every script, judged from its trace alone, without the model. */
export interface ProtocolProperty {
  /** The name, `back-off-windows`. */
  readonly name: string;
  /** The property in one sentence. */
  readonly says: string;
  readonly check: (run: JudgedRun) => readonly PropertyViolation[];
}

/** A script, what a system did with it, and both in the forms that properties read. */
export interface JudgedRun {
  readonly script: Script;
  readonly trace: ConformanceTrace;
  /** The profile of the release that the system claims to be. */
  readonly profile: Profile;
  readonly entries: ReadonlyMap<string, readonly CallEntry[]>;
  readonly records: readonly TraceRecord[];
}

export interface PropertyViolation {
  /** ms from the start. */
  readonly at: number;
  /** The id of the call, if there is one. */
  readonly call?: string;
  readonly message: string;
}

/**
 * Returns an invariant of traces as a property of a system under test. It judges the records that
 * `traceToRecords` makes.
 */
export function invariantProperty({ name, says, check }: Invariant): ProtocolProperty {
  return {
    name,
    says,
    check: ({ records }) =>
      check(records).map(({ record, message }) => {
        const shows = records[record];
        const call = shows !== undefined && 'container' in shows ? { call: shows.container } : {};
        return { at: shows?.at ?? 0, ...call, message: inWordsOfScript(message) };
      }),
  };
}

/** A script has no node and no kubelet: `sut/kubelet/ns/pod/c1` becomes `ns/pod/c1`. */
function inWordsOfScript(message: string): string {
  return message
    .replaceAll(`${nodeUnderTest}/kubelet/`, '')
    .replaceAll(new RegExp(` on ${nodeUnderTest}\\b`, 'g'), ' on the node');
}
