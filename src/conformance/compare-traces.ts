import { canonicalJson } from './canonical-json.ts';
import { harnessExclusion } from './exclusions.ts';
import type { NamedScript, ScriptKind, ScriptTrace, TraceEntry } from './script-kind.ts';

/** The first place where two traces differ. An entry that does not exist is undefined. */
export interface Divergence<E extends TraceEntry = TraceEntry> {
  readonly script: string;
  /** The index in the traces, from 0. */
  readonly index: number;
  readonly expected: E | undefined;
  readonly actual: E | undefined;
}

export interface TraceComparison<E extends TraceEntry = TraceEntry> {
  readonly divergence: Divergence<E> | undefined;
  /** How many entries of the expected trace were compared and agree. */
  readonly entriesAgreeing: number;
  /** The id of the exclusion because of which only a part was compared. */
  readonly excludedBy: string | undefined;
}

/**
 * Compares what a system did with a script with what the judge did, entry by entry. The order of keys does not matter. If the expected
 * trace has a race, the kind of script says which part is compared.
 */
export function compareTraces<E extends TraceEntry, S extends NamedScript>(
  expected: ScriptTrace<E>,
  actual: ScriptTrace<E>,
  kind: Pick<ScriptKind<S>, 'comparedPart'>,
): TraceComparison<E> {
  // A script that the judge's harness could not run says nothing about the system.
  if (expected.trace.some(({ type }) => type === 'oracle-error'))
    return { divergence: undefined, entriesAgreeing: 0, excludedBy: harnessExclusion.id };
  const part = kind.comparedPart(expected, actual);
  const { excludedBy } = part;
  // A part of a trace has the entries of that trace.
  const wanted = part.expected as readonly E[];
  const got = part.actual as readonly E[];
  const length = Math.max(wanted.length, got.length);
  for (let index = 0; index < length; index++) {
    if (canonicalJson(wanted[index]) === canonicalJson(got[index])) continue;
    const divergence = { script: expected.script, index, expected: wanted[index], actual: got[index] };
    return { divergence, entriesAgreeing: index, excludedBy };
  }
  return { divergence: undefined, entriesAgreeing: length, excludedBy };
}
