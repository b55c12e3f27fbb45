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
  const { text, summary, failure, unmatched } = answers;
  return { text: await text({ end, records, certainty: {} }), summary: summary(end), failure: failure(end), unmatched: unmatched(end) };
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
  expect(answer.unmatched).toBe(expected.unmatched);
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

test('a name that meets nothing is told with the nearest of the whole run', async () => {
  const header = traceHeader(unequalNodes());
  const asked = { output: 'describe', addsUp: false, failOn: undefined } as const;
  const wrongPod = runAnswers(header, { ...asked, text: { ...width, pod: 'nevr' } });
  const { records, end } = simulate(unequalNodes());
  wrongPod.reading.readAll(records, end);
  expect(wrongPod.unmatched(end)).toBe('--pod nevr: no pod of this run is named so; did you mean never?');
  const wrongNode = runAnswers(header, { ...asked, text: { ...width, node: 'node-9' } });
  expect(wrongNode.unmatched(end)).toMatch(/^--node node-9: no node of this run is named so; did you mean node-\d\?$/);
});
