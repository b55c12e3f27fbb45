import { lineOf, writerByType } from './json-writer.ts';
import type { TraceRecord } from './record.ts';
import { recordSchemas } from './schema.ts';

const write = writerByType(recordSchemas);

/**
 * Returns the record as one line of JSON without a line feed. The fields have a fixed order: id, at, type, actor, then as in docs/trace.md,
 * `because` last. The same record gives the same bytes however its object was built. Unknown fields are left out, because the reader would
 * refuse them.
 */
export function formatRecord(record: TraceRecord): string {
  return lineOf(write, record);
}

/** Some 60 KB of text. A text can have at most 512 MB, and making one text of many pieces costs less than many texts of few. */
const recordsAtOnce = 200;

/** Returns the lines of all records, in texts of many lines. Each line ends in a line feed. */
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
