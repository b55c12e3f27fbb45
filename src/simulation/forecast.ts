import type { ActorRecord, TraceRecord } from '../trace/record.ts';

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

/** `node-1` of `node-1/kubelet/image-gc`. */
export function nodeOf({ actor }: ActorRecord): string {
  return actor.split('/', 1)[0] ?? actor;
}
