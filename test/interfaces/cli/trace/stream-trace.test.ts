import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import type { Terminal } from '../../../../src/interfaces/cli/terminal.ts';
import { type StreamOptions, streamTrace } from '../../../../src/interfaces/cli/trace/stream-trace.ts';
import { wholeNodeInput } from '../../../../src/proof/whole-node/whole-node-input.ts';
import { remarksOf } from '../../../../src/reports/summary/remarks.ts';
import { type Pauses, simulate, splitInput } from '../../../../src/run/simulation/simulate.ts';
import type { SimulationInput } from '../../../../src/run/simulation-input.ts';
import { formatRecords } from '../../../../src/trace/write-trace.ts';
import { appYaml, scenarioYaml } from '../../../run/simulation/pod-yaml.ts';
import { inputOf } from '../../../run/simulation/run-yaml.ts';

const unpaused: Pauses = { isDue: () => false, goesOn: async () => true };

function terminal(cwd: string, write: (text: string) => void = () => {}): Terminal {
  return {
    cwd,
    env: {},
    stdin: (async function* () {})(),
    stdout: { write },
    stderr: { write },
  } as unknown as Terminal;
}

async function streamed(input: SimulationInput, options: Partial<StreamOptions> = {}, pauses = unpaused) {
  const pieces: string[] = [];
  const write = (text: string) => void pieces.push(text);
  const run = await streamTrace(input, { out: undefined, ...options }, pauses, terminal('.', write));
  return { ...run, text: pieces.join(''), pieces };
}

/** Nodes that share nothing: every second one has nothing that meets the fault. */
const apart = (nodes: number) =>
  inputOf(
    Array.from({ length: nodes * 2 }, (_, index) => appYaml(`web-${index}`, `shop/web:${index % 3}`)).join(
      '',
    ) +
      scenarioYaml(
        ['kind: registryDown, registry: docker.io, from: 1s, until: 20s'],
        `nodes: { count: ${nodes} }`,
      ),
  );

describe('a trace that is written meanwhile is the trace of the records', () => {
  const expectSame = async (input: SimulationInput) => {
    const { records, end } = simulate(input);
    const run = await streamed(input);
    expect(run.text).toBe([...formatRecords(records)].join(''));
    expect(run.remarks).toEqual(remarksOf(records));
    expect(run.end).toMatchObject({ at: end.at, reason: end.reason, steps: end.steps });
  };

  it('of one part', () => expectSame(apart(1)));

  it('of several parts', async () => {
    expect(splitInput(apart(7))).toHaveLength(7);
    await expectSame(apart(7));
  });

  it('of random whole nodes', async () => {
    await fc.assert(
      fc.asyncProperty(wholeNodeInput, async (sources) => {
        const result = readInput(sources, {});
        if (result.ok) await expectSame(result.input);
      }),
      { numRuns: 5 },
    );
  });
});

it('begins while the run goes on', async () => {
  const steps: number[] = [];
  let writtenAt: number | undefined;
  const write = () => {
    writtenAt ??= steps.at(-1);
  };
  const options: StreamOptions = {
    out: undefined,
    steps: true,
    onProgress: (moment) => steps.push(moment.steps),
  };
  await streamTrace(apart(3), options, unpaused, terminal('.', write));
  expect(writtenAt).toBeLessThan(steps.at(-1) ?? 0);
});

it('keeps records of a trace with steps where they are asked for', async () => {
  expect((await streamed(apart(1), { steps: true, keepRecords: true })).records.length).toBeGreaterThan(10);
  expect((await streamed(apart(1), { steps: true })).records).toEqual([]);
});

test('a run that fails leaves no file, and tells its own error', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'windlass-file-'));
  const input = apart(2);
  const astray = { ...input, pods: input.pods.map((pod) => ({ ...pod, nodeName: 'node-9' })) };
  await expect(streamTrace(astray, { out: 'a.ndjson' }, unpaused, terminal(cwd))).rejects.toThrow(
    'there is no such node',
  );
  expect(readdirSync(cwd)).toEqual([]);
});

test.each([
  ['one part', 1, false],
  ['one part with steps', 1, true],
  ['several parts', 3, false],
])('an output that fails is told as such, and ends a run of %s', async (_, nodes, steps) => {
  const full = () => {
    throw new Error('no space left');
  };
  let last = 0;
  const onProgress = (moment: { readonly steps: number }) => {
    last = moment.steps;
  };
  const everyStep: Pauses = { isDue: () => true, goesOn: async () => true };
  const writing = streamTrace(
    apart(nodes),
    { out: undefined, steps, onProgress },
    everyStep,
    terminal('.', full),
  );
  await expect(writing).rejects.toThrow(/^no space left$/);
  if (steps) expect(last).toBeLessThan(simulate(apart(nodes)).end.steps);
});

test('what is interrupted while parts are joined ends with that reason where it has come to', async () => {
  const input = apart(3);
  const { end } = simulate(input);
  let joined = 0;
  // The simulation has a pause for each instant too: the join is what comes after its end.
  let isOver = false;
  const pauses: Pauses = { isDue: () => isOver, goesOn: async () => ++joined < 20 };
  const onProgress = ({ podsUnsettled }: { readonly podsUnsettled: number }) => {
    isOver = podsUnsettled === 0;
  };
  const run = await streamed(input, { onProgress }, pauses);
  const last = JSON.parse(run.text.trimEnd().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ type: 'end', reason: 'interrupted', at: run.end.at });
  expect(run.end.reason).toBe('interrupted');
  expect(run.end.at).toBeLessThan(end.at);
});
