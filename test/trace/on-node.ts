import type { ActorRecord } from '../../src/trace/record.ts';
import { fromFormatBefore } from '../../src/trace/version-1.ts';

/** A record written by hand, with the node and the pull that the names of actors in a run say. */
export function onNode(record: object): ActorRecord {
  return fromFormatBefore(record as Readonly<Record<string, unknown>>) as unknown as ActorRecord;
}
