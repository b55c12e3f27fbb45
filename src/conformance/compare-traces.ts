import { canonicalJson } from './canonical-json.ts';
import type { ConformanceTrace, Entry } from './conformance-trace.ts';
import { excludedFrom } from './exclusions.ts';

/** The first place where two traces differ; an entry that is not there is undefined. */
export interface Divergence {
  readonly script: string;
  /** Place in the traces, from 0. */
  readonly index: number;
  readonly expected: Entry | undefined;
  readonly actual: Entry | undefined;
}

export interface TraceComparison {
  readonly divergence: Divergence | undefined;
  /** Entries of the expected trace that were compared and agree. */
  readonly entriesAgreeing: number;
  /** The id of the exclusion because of which only what comes before was compared. */
  readonly excludedBy: string | undefined;
}

/**
 * Compares what a system did with a script with what the judge did, entry by entry; key order does not count. Where the
 * expected trace has an exclusion (a race), only what happened before it is compared.
 */
export function compareTraces(expected: ConformanceTrace, actual: ConformanceTrace): TraceComparison {
  const exclusion = excludedFrom(expected);
  const isCompared = ({ at }: Entry): boolean => exclusion === undefined || at < exclusion.at;
  const excludedBy = exclusion?.exclusion.id;
  const wanted = expected.trace.filter(isCompared);
  const got = actual.trace.filter(isCompared);
  const length = Math.max(wanted.length, got.length);
  for (let index = 0; index < length; index++) {
    if (canonicalJson(wanted[index]) === canonicalJson(got[index])) continue;
    const divergence = { script: expected.script, index, expected: wanted[index], actual: got[index] };
    return { divergence, entriesAgreeing: index, excludedBy };
  }
  return { divergence: undefined, entriesAgreeing: length, excludedBy };
}
