import { expect, test } from 'vitest';
import { readTrace, TraceReader } from '../../src/trace/read-trace.ts';
import { type StepRecord, stepSchemas } from '../../src/trace/step-record.ts';
import { formatRecord, formatStep } from '../../src/trace/write-trace.ts';
import { sampleRecords } from './sample-records.ts';

/** Every type, every optional field somewhere. */
const steps: readonly StepRecord[] = [
  { step: 0, at: 0, type: 'actorStarted', actor: 'node-1', machine: 'node', value: {}, context: {} },
  {
    step: 1,
    at: 0,
    type: 'actorStarted',
    actor: 'node-1/kubelet',
    machine: 'kubelet',
    name: 'node-1/kubelet',
    parent: 'node-1',
    value: { up: 'ready' },
    context: { settings: { serializeImagePulls: true }, workers: ['→ node-1', null] },
  },
  {
    step: 2,
    at: 1.001,
    type: 'actorStep',
    actor: 'node-1/kubelet',
    event: { type: 'POD.ARRIVED', spec: {} },
    source: 'node-1',
    taken: ['kubelet.up POD.ARRIVED → (stays)'],
    value: { up: 'ready' },
    context: { workers: null },
  },
  { step: 3, at: 181, type: 'actorStep', actor: 'node-1', event: { type: 'STRAY' }, taken: [], value: {} },
  { step: 4, at: 181, type: 'actorStopped', actor: 'node-1/kubelet' },
];

/**
 * The records with steps between them: some after the records of 0 ms, the rest before those of 181.001 ms.
 */
const records = sampleRecords.map(formatRecord);
const [early, late] = [steps.slice(0, 3).map(formatStep), steps.slice(3).map(formatStep)];
const lines = [...records.slice(0, 3), ...early, ...records.slice(3, 7), ...late, ...records.slice(7)];
const firstStep = 3;

/** The trace with one step made by `change` from what it is. */
function changed(index: number, change: (step: StepRecord) => unknown): string[] {
  const line = lines.indexOf(formatStep(steps[index] as StepRecord));
  return lines.with(line, JSON.stringify(change(steps[index] as StepRecord)));
}

test('the sample has a step of every type', () => {
  expect(new Set(steps.map(({ type }) => type))).toEqual(new Set(Object.keys(stepSchemas)));
});

test('steps are read back beside the records, wherever they stand after the header', () => {
  expect(readTrace(lines)).toEqual({ ok: true, records: sampleRecords, steps, complete: true });
  const together = [
    ...lines.slice(0, 1),
    ...early.map((line) => line.replace('1.001', '0')),
    ...records.slice(1),
  ];
  expect(readTrace(together)).toMatchObject({ ok: true, records: sampleRecords, complete: true });
});

test('a reader that needs no steps checks them all the same, and keeps none', () => {
  const reader = new TraceReader({ keepSteps: false });
  for (const line of lines) reader.add(line);
  expect(reader.end()).toEqual({ ok: true, records: sampleRecords, steps: [], complete: true });
  const strict = new TraceReader({ keepSteps: false });
  for (const line of changed(3, (step) => ({ ...step, step: 4 }))) strict.add(line);
  expect(strict.end()).toMatchObject({ ok: false });
});

test('a step is one line whose fields come in the documented order, however its object was built', () => {
  const [, , step] = steps;
  const shuffled = Object.fromEntries(Object.entries(step ?? {}).reverse()) as unknown as StepRecord;
  expect(formatStep(shuffled)).toBe(
    '{"step":2,"at":1.001,"type":"actorStep","actor":"node-1/kubelet","event":{"type":"POD.ARRIVED","spec":{}},"source":"node-1",' +
      '"taken":["kubelet.up POD.ARRIVED → (stays)"],"value":{"up":"ready"},"context":{"workers":null}}',
  );
});

const refused: readonly (readonly [string, readonly string[], string])[] = [
  ['before the header', [early[0] ?? '', ...lines], 'the first record must be the header'],
  [
    'after the end',
    [...lines, formatStep({ step: 5, at: 900_000, type: 'actorStopped', actor: 'node-1' })],
    'a step after the end record',
  ],
  [
    'a gap in the numbers',
    lines.toSpliced(firstStep, 1),
    'step 1 where 0 was expected: steps are missing or out of order',
  ],
  [
    'time that falls after a step',
    changed(2, (step) => ({ ...step, at: 2 })),
    'time falls from 2 ms to 1.001 ms',
  ],
  [
    'time that falls after a record',
    changed(3, (step) => ({ ...step, at: 1 })),
    'time falls from 1.001 ms to 1 ms',
  ],
  [
    'a second actor of that path',
    changed(1, (step) => ({ ...step, actor: 'node-1' })),
    'a second actor node-1',
  ],
  [
    'a parent that is not there',
    changed(1, (step) => ({ ...step, parent: 'node-2' })),
    'parent node-2 has not been started',
  ],
  [
    'a step of nobody',
    changed(2, (step) => ({ ...step, actor: 'node-1/images' })),
    'actor node-1/images has not been started',
  ],
  [
    'a sender that is not there',
    changed(2, (step) => ({ ...step, source: 'x' })),
    'source x has not been started',
  ],
  ['an end of nobody', changed(4, (step) => ({ ...step, actor: 'x' })), 'actor x has not been started'],
  [
    'a step of an actor that has stopped',
    lines.toSpliced(
      lines.indexOf(late[1] ?? '') + 1,
      0,
      formatStep({ step: 5, at: 181, type: 'actorStopped', actor: 'node-1/kubelet' }),
    ),
    'actor node-1/kubelet has been stopped',
  ],
  [
    'an event without a type',
    changed(2, (step) => ({ ...step, event: {} })),
    'bad actorStep step, field event: expected an event',
  ],
  [
    'a state that is a number',
    changed(2, (step) => ({ ...step, value: { up: 1 } })),
    'bad actorStep step, field value: expected the name',
  ],
  [
    'a context that is a list',
    changed(1, (step) => ({ ...step, context: [] })),
    'bad actorStarted step, field context: expected a JSON',
  ],
  [
    'a field that nobody knows',
    changed(4, (step) => ({ ...step, why: 1 })),
    'bad actorStopped step: Unrecognized key: "why"',
  ],
];

test.for(refused)('refused: %s', ([, source, message]) => {
  const read = readTrace(source);
  expect(read.ok ? 'read' : read.message).toContain(message);
});
