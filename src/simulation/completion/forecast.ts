import type { TraceRecord } from '../../trace/record.ts';

/** One part of a run that knows from the trace whether it can still do something, if it is only given time. */
export interface Forecast {
  readonly canAct: boolean;
  observe(record: TraceRecord): void;
}

/** Puts a key into the set, or takes it out. */
export function mark(set: Set<string>, key: string, isIn: boolean): void {
  if (isIn) set.add(key);
  else set.delete(key);
}
