import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { type Format, formatOf } from '../../../../src/interfaces/cli/run/format-run.ts';
import { listenToRun } from '../../../../src/interfaces/cli/run/listen-to-run.ts';
import { type Asked, type RunAnswers, runAnswers } from '../../../../src/interfaces/cli/run/run-answers.ts';
import { wholeNodeInput } from '../../../../src/proof/whole-node/whole-node-input.ts';
import { type OutputName, outputs } from '../../../../src/reports/outputs.ts';
import type { PartEnd } from '../../../../src/run/simulation/part-run.ts';
import { type PartListener, simulate } from '../../../../src/run/simulation/simulate.ts';
import { traceHeader } from '../../../../src/run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { unequalNodes } from '../../../run/simulation/unequal-nodes.ts';

const pauses = { isDue: () => false, goesOn: async () => true };
const formats = new Map<OutputName, Format>();
for (const output of Object.keys(outputs) as OutputName[]) {
  const format = await formatOf(output);
  if (!('ofRecords' in format)) formats.set(output, format);
}
const read = [...formats.keys()];

async function told(answers: RunAnswers, end: PartEnd, records: readonly TraceRecord[] = []) {
  const { text, summary, failure, shown } = answers;
  return {
    text: await text({ end, records, certainty: {} }),
    summary: summary(end),
    failure: failure(end),
    shown: shown(end),
  };
}

function together(listeners: readonly PartListener[]): PartListener {
  return {
    note: (record) => {
      for (const { note } of listeners) note(record);
    },
    end: (end) => {
      for (const { end: ends } of listeners) ends?.(end);
    },
  };
}

/**
 * What is read part by part, while the run goes on, and the same of its whole trace, for each that is asked;
 * all in one run of each kind.
 */
async function answersTo(input: SimulationInput, asked: readonly Asked[]) {
  const header = traceHeader(input);
  const meanwhile = asked.map((one) => runAnswers(header, one));
  const { end } = await listenToRun(input, {}, pauses, (part) =>
    together(meanwhile.map(({ reading }) => reading.begin(traceHeader(part)))),
  );
  const { records } = simulate(input);
  return Promise.all(
    asked.map(async (one, index) => {
      const afterwards = runAnswers(header, one);
      afterwards.reading.readAll(records, end);
      const answers = meanwhile[index];
      if (answers === undefined) throw new Error('not asked');
      // The whole trace numbers its records itself; a summary made of it is held against the totals
      // elsewhere.
      return { answer: await told(answers, end), expected: await told(afterwards, end, records) };
    }),
  );
}

const width = { width: 120, colour: false };

describe('what is read of parts that end at different times is what their whole trace tells', () => {
  const filter = { nodes: ['node-2', 'node-4'], owners: ['DaemonSet/*'] };
  const askedOf = (output: OutputName): readonly Asked[] => [
    { format: formats.get(output), text: width, addsUp: true, failOn: 'not-running' },
    { format: formats.get(output), text: { ...width, atMs: 30_000 }, addsUp: false, failOn: 'any-failure' },
    { format: formats.get(output), text: { ...width, filter }, addsUp: true, failOn: undefined },
  ];
  let answers: Awaited<ReturnType<typeof answersTo>>;
  beforeAll(async () => {
    answers = await answersTo(unequalNodes(), read.flatMap(askedOf));
  });

  it.each(read)('%s', (output) => {
    const own = answers.slice(3 * read.indexOf(output)).slice(0, 3);
    for (const { answer, expected } of own) expect(answer).toEqual(expected);
    const [all, , some] = own;
    expect(all?.answer.text).not.toBe('');
    expect(some?.answer.text).not.toBe(all?.answer.text);
    expect(some?.answer.shown).toBe('6 of 16 pods shown (--node node-2 --node node-4 --owner DaemonSet/*).');
  });

  it('of random whole nodes', async () => {
    await fc.assert(
      fc.asyncProperty(wholeNodeInput, async (sources) => {
        const result = readInput(sources, {});
        if (!result.ok || result.input.pods.length === 0) return;
        const asked = [...formats.values()].map((format) => ({
          format,
          text: width,
          addsUp: false,
          failOn: undefined,
        }));
        for (const { answer, expected } of await answersTo(result.input, asked))
          expect(answer).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});

test('--fail-on is about the whole run, whatever moment is printed', async () => {
  const asked = {
    format: formats.get('pods'),
    text: { ...width, atMs: 1 },
    addsUp: false,
    failOn: 'any-failure',
  } as const;
  const [only] = await answersTo(unequalNodes(), [asked]);
  expect(only?.answer).toEqual(only?.expected);
  expect(only?.answer.failure).toMatch(/^--fail-on any-failure: \d+ pulls failed$/);
});
