import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formats } from '../../../src/cli/run/format-run.ts';
import { listenToRun } from '../../../src/cli/run/listen-to-run.ts';
import { type Asked, type RunAnswers, runAnswers } from '../../../src/cli/run/run-answers.ts';
import type { SimulationInput } from '../../../src/input/model.ts';
import { readInput } from '../../../src/input/read-input.ts';
import { type OutputName, outputs } from '../../../src/report/outputs.ts';
import type { PartEnd } from '../../../src/simulation/part-run.ts';
import { simulate } from '../../../src/simulation/simulate.ts';
import { traceHeader } from '../../../src/simulation/trace-header.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { unequalNodes } from '../../simulation/unequal-nodes.ts';
import { wholeNodeInput } from '../../whole-node/whole-node-input.ts';

const pauses = { isDue: () => false, goesOn: async () => true };
const read = (Object.keys(outputs) as OutputName[]).filter((output) => !('ofRecords' in formats[output]));

async function told(answers: RunAnswers, end: PartEnd, records: readonly TraceRecord[] = []) {
  const { text, summary, failure, shown } = answers;
  return { text: await text({ end, records, certainty: {} }), summary: summary(end), failure: failure(end), shown: shown(end) };
}

/** Holds what is read part by part, while the run goes on, against the same of its whole trace. */
async function expectSame(input: SimulationInput, asked: Asked) {
  const header = traceHeader(input);
  const meanwhile = runAnswers(header, asked);
  const { end } = await listenToRun(input, {}, pauses, (part) => meanwhile.reading.begin(traceHeader(part)));
  const { records } = simulate(input);
  const afterwards = runAnswers(header, asked);
  afterwards.reading.readAll(records, end);
  // The whole trace numbers its records itself; a summary made of it is held against the totals elsewhere.
  const expected = await told(afterwards, end, records);
  const answer = await told(meanwhile, end);
  expect(answer.failure).toBe(expected.failure);
  expect(answer.shown).toBe(expected.shown);
  expect(answer.summary).toEqual(expected.summary);
  expect(answer.text).toBe(expected.text);
  return answer;
}

const width = { width: 120, colour: false };

describe('what is read of parts that end at different times is what their whole trace tells', () => {
  const input = unequalNodes();
  it.each(read)('%s', async (output) => {
    const { text } = await expectSame(input, { output, text: width, addsUp: true, failOn: 'not-running' });
    expect(text).not.toBe('');
    const earlier = { ...width, atMs: 30_000 };
    await expectSame(input, { output, text: earlier, addsUp: false, failOn: 'any-failure' });
    const filter = { nodes: ['node-2', 'node-4'], owners: ['DaemonSet/*'] };
    const some = await expectSame(input, { output, text: { ...width, filter }, addsUp: true, failOn: undefined });
    expect(some.text).not.toBe(text);
    expect(some.shown).toBe('6 of 16 pods shown (--node node-2 --node node-4 --owner DaemonSet/*).');
  });

  it('of random whole nodes', async () => {
    await fc.assert(
      fc.asyncProperty(wholeNodeInput, fc.constantFrom(...read), async (sources, output) => {
        const result = readInput(sources, {});
        if (result.ok && result.input.pods.length > 0)
          await expectSame(result.input, { output, text: width, addsUp: false, failOn: undefined });
      }),
      { numRuns: 10 },
    );
  });
});

test('--fail-on is about the whole run, whatever moment is printed', async () => {
  const asked = { output: 'pods', text: { ...width, atMs: 1 }, addsUp: false, failOn: 'any-failure' } as const;
  expect((await expectSame(unequalNodes(), asked)).failure).toMatch(/^--fail-on any-failure: \d+ pulls failed$/);
});
