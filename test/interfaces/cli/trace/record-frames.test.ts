import { expect, test } from 'vitest';
import { FrameReader, FrameWriter } from '../../../../src/interfaces/cli/trace/record-frames.ts';
import type { ActorRecord } from '../../../../src/trace/record.ts';
import { formatRecord } from '../../../../src/trace/write-trace.ts';

const event = (id: number, at: number, message: string, record?: number): ActorRecord => ({
  id,
  at,
  type: 'event',
  node: 'node-1',
  actor: 'node-1',
  eventType: 'Normal',
  reason: 'Größe',
  message,
  because: { kind: 'due', actor: 'node-1', ...(record === undefined ? {} : { record }) },
});

function framed(records: readonly ActorRecord[]) {
  const chunks: Uint8Array[] = [];
  const writer = new FrameWriter((chunk) => chunks.push(chunk));
  records.forEach(writer.note);
  writer.finish();
  const count = chunks.length;
  return { count, reader: new FrameReader(() => chunks.shift()) };
}

test('a record is its line again, with the numbers of the whole', () => {
  const texts = [
    '',
    'größer 𝄞 \ud834',
    '"quoted"\n,"record":7}}',
    '{}',
    'x'.repeat(100_000),
    '€'.repeat(30_000),
    'last',
  ];
  const records = texts.map((text, index) =>
    event(index + 1, index / 8, text, index % 2 === 0 ? index : undefined),
  );
  const { count, reader } = framed(records);
  expect(count).toBeGreaterThan(1);
  for (const [index, record] of records.entries()) {
    expect(reader.nextAt).toBe(record.at);
    expect(reader.isOfScenario).toBe(false);
    const { kind, actor, record: cause } = record.because ?? { kind: '', actor: '' };
    const renumbered = {
      ...record,
      id: 1_000 + index,
      because: { kind, actor, ...(cause === undefined ? {} : { record: cause * 3 }) },
    };
    expect(reader.take(1_000 + index, (own) => own * 3)).toBe(formatRecord(renumbered));
  }
  expect(reader.nextAt).toBeUndefined();
});

test('what the scenario tells is known as such, and passed over where the trace has it', () => {
  const fault: ActorRecord = {
    id: 1,
    at: 5,
    type: 'fault',
    actor: 'faults/1',
    state: 'began',
    fault: 'registryDown',
  };
  const { reader } = framed([fault, event(2, 5, 'next')]);
  expect(reader.isOfScenario).toBe(true);
  expect(reader.take(undefined, (own) => own)).toBeUndefined();
  expect(reader.take(9, (own) => own)).toContain('"message":"next"');
});
