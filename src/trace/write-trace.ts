import { lineOf, writerByType } from './json-writer.ts';
import type { TraceRecord } from './record.ts';
import { recordSchemas } from './schema.ts';

const write = writerByType(recordSchemas);

/**
 * Returns the record as one line of JSON, without a line feed. Fields come in a fixed order: id, at, type, actor, then
 * as in docs/trace.md, `because` last; the same record gives the same bytes however its object was built. Fields that
 * the schema does not know are left out, as the reader would refuse them.
 */
export function formatRecord(record: TraceRecord): string {
  return lineOf(write, record);
}

/** Some 60 KB: a text has at most 512 MB, and making one of many pieces is cheaper than of few. */
const recordsAtOnce = 200;

/** Returns the lines of all records, in texts of many lines that each end in a line feed. */
export function* formatRecords(records: Iterable<TraceRecord>): Generator<string> {
  let pieces: string[] = [];
  let count = 0;
  for (const record of records) {
    write(record, pieces);
    pieces.push('\n');
    if (++count % recordsAtOnce !== 0) continue;
    yield pieces.join('');
    pieces = [];
  }
  if (pieces.length > 0) yield pieces.join('');
}
