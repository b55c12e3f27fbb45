import { canonicalJson } from '../conformance/compare-traces.ts';
import type { ScriptTrace, TraceEntry } from '../conformance/script-kind.ts';

/** An entry of a kind whose entries may belong to a call. */
type EntryOfCall = TraceEntry & { readonly call?: unknown };

/**
 * Returns the entries of a trace such that two traces are equal here if they differ only in the order of what
 * happens at one time. The entries of one call keep their order. Of the pull records only what is there at the
 * end of a time counts: what was written and deleted within it depends on the order.
 */
export function inAnyOrder({ trace }: ScriptTrace): readonly TraceEntry[] {
  const entries: readonly EntryOfCall[] = trace;
  const times = [...new Set(entries.map(({ at }) => at))].sort((one, other) => one - other);
  const records = new RecordsSeen();
  return times.flatMap((at) => {
    const atOnce = entries.filter((entry) => entry.at === at);
    const calls = [...new Set(atOnce.flatMap(({ call }) => (typeof call === 'string' ? [call] : [])))].sort();
    const ofNoCall = atOnce.filter(({ call, type }) => typeof call !== 'string' && type !== 'records');
    return [
      ...calls.flatMap((call) => atOnce.filter((entry) => entry.call === call)),
      ...ofNoCall
        .map((entry) => ({ entry, text: canonicalJson(entry) }))
        .sort(byText)
        .map(({ entry }) => entry),
      ...records.changeAt(
        at,
        atOnce.filter(({ type }) => type === 'records'),
      ),
    ];
  });
}

function byText(one: { readonly text: string }, other: { readonly text: string }): number {
  return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
}

/** The pull records as the entries of type `records` show them, time by time. */
class RecordsSeen {
  #last = canonicalJson({ pulling: {}, pulled: {} });

  /** Returns what is on the disk at the end of this time, as one entry; nothing where it is as before. */
  changeAt(at: number, entries: readonly TraceEntry[]): readonly TraceEntry[] {
    const now = Object.assign(JSON.parse(this.#last), ...entries.map(contentsOf));
    const text = canonicalJson(now);
    if (text === this.#last) return [];
    this.#last = text;
    return [{ at, type: 'records', ...now }];
  }
}

function contentsOf({ at: _at, type: _type, ...contents }: TraceEntry): object {
  return contents;
}

const ofOutcomes: readonly string[] = ['result', 'panic', 'stuck', 'records'];

/**
 * Returns what a trace comes to: how each call ended and when, and the pull records from time to time, in any
 * order at one time.
 */
export function outcomeOf(trace: ScriptTrace): readonly TraceEntry[] {
  return inAnyOrder(trace).filter(({ type }) => ofOutcomes.includes(type));
}
