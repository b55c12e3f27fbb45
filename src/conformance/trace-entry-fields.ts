import type { TraceEntry } from './script-kind.ts';

/** An entry of whatever kind with the fields that it happens to have. */
export function fieldsOf(entry: TraceEntry): Readonly<Record<string, unknown>> {
  return entry as TraceEntry & Readonly<Record<string, unknown>>;
}

/** A field that is a text, empty where there is none. */
export function textOf(entry: TraceEntry, field: string): string {
  const value = fieldsOf(entry)[field];
  return typeof value === 'string' ? value : '';
}

/** A field that is a list, empty where there is none. */
export function listOf(entry: TraceEntry, field: string): readonly unknown[] {
  const value = fieldsOf(entry)[field];
  return Array.isArray(value) ? value : [];
}

/** The names in an object, none where it is no object. */
export function namesIn(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
