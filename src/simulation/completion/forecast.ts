import type { TraceRecord } from '../../trace/record.ts';

/** A part of a run that can tell from the trace whether it can still act by itself. */
export interface Forecast {
  readonly canAct: boolean;
  observe(record: TraceRecord): void;
}

/** Adds a key to the set, or removes it. */
export function mark(set: Set<string>, key: string, isIn: boolean): void {
  if (isIn) set.add(key);
  else set.delete(key);
}
