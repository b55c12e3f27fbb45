import type { Entry } from '../conformance/imagemanager/conformance-trace.ts';
import type { ScriptResult } from './test-report.ts';

/**
 * Returns what a result shows, so that two of a kind are reported once: the entries that differ, or the broken property; undefined if
 * nothing.
 */
export function kindOf({ verdict, broken }: Pick<ScriptResult, 'verdict' | 'broken'>): string | undefined {
  if (verdict.kind === 'unanswered') return `unanswered ${verdict.fault}`;
  if (verdict.kind === 'agrees') return broken[0]?.property;
  const { expected, actual } = verdict.divergence;
  if (expected === undefined || actual === undefined || expected.type !== actual.type)
    return `${kindOfEntry(expected)} / ${kindOfEntry(actual)}`;
  const fields = Object.keys({ ...expected, ...actual }).filter((field) => textOf(expected, field) !== textOf(actual, field));
  return `${kindOfEntry(expected)} / ${kindOfEntry(actual)}: ${fields.join(', ')}`;
}

function kindOfEntry(entry: Entry | undefined): string {
  if (entry === undefined) return 'none';
  return ['type', 'op', 'reason', 'error', 'metric'].map((field) => textOf(entry, field)).join(' ');
}

function textOf(entry: Entry, field: string): string {
  const value: unknown = Reflect.get(entry, field);
  return value === undefined ? '' : JSON.stringify(value);
}
