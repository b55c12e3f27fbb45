import { expect, test } from 'vitest';
import { readTrace } from '../../src/trace/read-trace.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { recordSchemas } from '../../src/trace/schema.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';
import { sampleRecords } from './sample-records.ts';

const lines = sampleRecords.map(formatRecord);
const trace = `${lines.join('\n')}\n`;

/** The sample with one line made by `change` from its record. */
function changed(id: number, change: (record: Record<string, unknown>) => unknown): string[] {
  return lines.map((line, index) =>
    index === id ? JSON.stringify(change(JSON.parse(line) as Record<string, unknown>)) : line,
  );
}

test('a written trace is read back unchanged, as a text and line by line', () => {
  expect(readTrace(trace)).toEqual({ ok: true, records: sampleRecords, steps: [], complete: true });
  expect(readTrace(lines)).toEqual({ ok: true, records: sampleRecords, steps: [], complete: true });
});

test('the sample has a record of every type', () => {
  expect(new Set(sampleRecords.map((record) => record.type))).toEqual(new Set(Object.keys(recordSchemas)));
});

test('a trace that was cut short is read, and said to be incomplete', () => {
  expect(readTrace(lines.slice(0, 5))).toMatchObject({ ok: true, complete: false });
});

const refused: readonly (readonly [string, string | readonly string[], number, string])[] = [
  ['an empty file', '', 1, 'no records: a trace begins with a header of format windlass-trace/2'],
  ['a line that is not JSON', [lines[0] ?? '', '{'], 2, 'not JSON: '],
  [
    'a line that was cut short',
    [...lines.slice(0, 4), lines[4]?.slice(0, 20) ?? ''],
    5,
    'the trace was cut short in it; without it the rest',
  ],
  ['a line that is no object', [lines[0] ?? '', '[]'], 2, 'not a record: expected a JSON object'],
  [
    'another format version',
    changed(0, (record) => ({ ...record, format: 'windlass-trace/3', more: 1 })),
    1,
    'trace format "windlass-trace/3" is not the one that this version of Windlass reads ("windlass-trace/2"): read it with the version that wrote it, or run the scenario again',
  ],
  ['a missing header', lines.slice(1), 1, 'the first record must be the header'],
  ['a second header', [lines[0] ?? '', lines[0] ?? ''], 2, 'a second header'],
  [
    'an unknown record type',
    changed(1, (record) => ({ ...record, type: 'toString' })),
    2,
    'unknown record type "toString"',
  ],
  ['a missing field', changed(2, ({ fault: _, ...record }) => record), 3, 'bad fault record, field fault: '],
  [
    'an unknown field',
    changed(1, (record) => ({ ...record, colour: 'red' })),
    2,
    'bad node record: Unrecognized key: "colour"',
  ],
  [
    'a gap in the numbers',
    lines.toSpliced(3, 1),
    4,
    'record 4 where 3 was expected: records are missing or out of order',
  ],
  [
    'time that falls',
    changed(8, (record) => ({ ...record, at: 180 })),
    9,
    'time falls from 181.001 ms to 180 ms',
  ],
  [
    'a cause that is not earlier',
    changed(4, (record) => ({ ...record, because: { kind: 'added', actor: 'a', record: 4 } })),
    5,
    'because.record 4 is not an earlier record',
  ],
  ['a record after the end', [...lines, lines[1] ?? ''], lines.length + 1, 'a record after the end record'],
  ['an empty line within', lines.toSpliced(2, 0, ' '), 3, 'empty line within the trace'],
];

test.for(refused)('refused, with its line: %s', ([, source, line, message]) => {
  const read = readTrace(source);
  expect(read).toMatchObject({ ok: false, line });
  expect(read.ok ? '' : read.message).toContain(message);
});

test('a record is one line whose fields come in the documented order, however its object was built', () => {
  const failed = sampleRecords[19] as TraceRecord;
  const shuffled = Object.fromEntries(Object.entries(failed).reverse()) as unknown as TraceRecord;
  expect(formatRecord(shuffled)).toBe(
    '{"id":19,"at":202,"type":"pull","node":"node-1","actor":"node-1/kubelet/default/web-0/app","state":"failed",' +
      '"pod":{"namespace":"default","name":"web-0","uid":"u1"},"container":"app","image":"web:1","reason":"ErrImagePull",' +
      '"error":"boom","waitedMs":0,"tookMs":21,"windowMs":10000,"untilMs":10202,' +
      '"because":{"kind":"fault","actor":"faults","record":2}}',
  );
});

test('line feeds and separators in texts stay within the line', () => {
  const event = {
    id: 1,
    at: 0,
    type: 'event',
    node: 'n',
    actor: 'n/a',
    eventType: 'Normal',
    reason: 'r',
    message: 'a\nb\r\u0000',
  } as const;
  expect(formatRecord(event)).not.toMatch(/[\n\r]/);
  expect(readTrace([lines[0] ?? '', formatRecord(event)])).toMatchObject({ ok: true, records: [{}, event] });
});
