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

/** How far two traces agree. */
export interface TraceComparison<E extends TraceEntry = TraceEntry> {
  readonly divergence: Divergence<E> | undefined;
  /** How many entries of the expected trace were compared and agree. */
  readonly entriesAgreeing: number;
  /** The id of the exclusion because of which only a part was compared. */
  readonly excludedBy: string | undefined;
}

/**
 * Compares what a system did with a script with what the judge did, entry by entry. The order of keys does
 * not matter. If the expected trace has a race, the kind of script says which part is compared.
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

/** How far two systems agree over many scripts of one kind. */
export interface Agreement {
  readonly scripts: number;
  readonly scriptsAgreeing: number;
  /** How many of them were compared only in part, because of an exclusion. */
  readonly scriptsExcluded: number;
  /** The number of calls or steps of the scripts. */
  readonly size: number;
  readonly entriesAgreeing: number;
  readonly divergences: readonly Divergence[];
}

export const noAgreement: Agreement = {
  scripts: 0,
  scriptsAgreeing: 0,
  scriptsExcluded: 0,
  size: 0,
  entriesAgreeing: 0,
  divergences: [],
};

/** Returns the agreement after one more script of this size (its calls or steps). */
export function withComparison(sum: Agreement, size: number, comparison: TraceComparison): Agreement {
  const { divergence, entriesAgreeing, excludedBy } = comparison;
  return {
    scripts: sum.scripts + 1,
    scriptsAgreeing: sum.scriptsAgreeing + (divergence === undefined ? 1 : 0),
    scriptsExcluded: sum.scriptsExcluded + (excludedBy === undefined ? 0 : 1),
    size: sum.size + size,
    entriesAgreeing: sum.entriesAgreeing + entriesAgreeing,
    divergences: divergence === undefined ? sum.divergences : [...sum.divergences, divergence],
  };
}

/** Returns JSON with the keys of every object in order, so that two values are equal if their texts are. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
