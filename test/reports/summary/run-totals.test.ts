import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import { wholeNodeInput } from '../../../src/proof/whole-node/whole-node-input.ts';
import { recordNumber } from '../../../src/reports/numbering/record-number.ts';
import { RecordTimes } from '../../../src/reports/numbering/record-times.ts';
import { podPhases } from '../../../src/reports/phases/pod-phases.ts';
import { remarksOf } from '../../../src/reports/summary/remarks.ts';
import { PartTotalsReader, type RunTold, RunTotals } from '../../../src/reports/summary/run-totals.ts';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { runPart } from '../../../src/run/simulation/part-run.ts';
import { partPlace, simulate, simulateParts, splitInput } from '../../../src/run/simulation/simulate.ts';
import { traceHeader } from '../../../src/run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import type { ActorRecord, TraceRecord } from '../../../src/trace/record.ts';
import { unequalNodes } from '../../run/simulation/unequal-nodes.ts';
import { root } from '../../tidy/sources.ts';

const withoutPauses = { isDue: () => false, goesOn: async () => true };

async function addedUp(input: SimulationInput) {
  const totals = new RunTotals(traceHeader(input));
  const end = await simulateParts(input, {}, withoutPauses, (part) => totals.begin(traceHeader(part)));
  return inOrder(totals.finish(end));
}

/** Parts tell their pods one after another, a trace all of them in order of arrival. */
function inOrder(told: RunTold): RunTold {
  return {
    ...told,
    podTimes: told.podTimes.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  };
}

/** What the whole trace says. */
function ofTrace(records: readonly TraceRecord[]) {
  const podTimes = podPhases(records).pods.map(({ pod, timeToRunningMs }) => ({
    pod: `${pod.namespace}/${pod.name}`,
    timeToRunningMs: timeToRunningMs === undefined ? null : Math.round(timeToRunningMs * 1000) / 1000,
  }));
  return inOrder({ summary: summarize(records), podTimes, idleFaults: remarksOf(records).idleFaults });
}

/**
 * Holds the totals of the parts against the trace of the whole; where there is one part, the records are the
 * same.
 */
async function expectSame(input: SimulationInput) {
  const { records } = simulate(input);
  const [first, ...others] = records;
  const end = others.pop();
  if (splitInput(input).length > 1 || first?.type !== 'header' || end?.type !== 'end') {
    expect(await addedUp(input)).toEqual(ofTrace(records));
    return;
  }
  const totals = new RunTotals(first);
  const part = totals.begin(first);
  for (const record of others) if (record.type !== 'header' && record.type !== 'end') part.note(record);
  part.end(end);
  expect(inOrder(totals.finish(end))).toEqual(ofTrace(records));
}

describe('the totals of a run are the summary of its trace', () => {
  const files = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
    // The published cases are long and of one kind each: random whole nodes, below, have more of everything
    // in less time.
    .filter((file) => file.endsWith('.yaml') && !file.startsWith('published'))
    .sort();
  it.each(files)('%s', async (file) => {
    const result = readInput([{ name: file, text: readFileSync(join(root, 'examples', file), 'utf8') }], {});
    // What happens all night happens in its first hours too.
    if (result.ok)
      await expectSame({ ...result.input, horizonMicros: Math.min(result.input.horizonMicros, 2 * 3_600e6) });
  });

  it('of nodes that share nothing and end at different times', async () => {
    const input = unequalNodes();
    expect(splitInput(input)).toHaveLength(5);
    const whole = ofTrace(simulate(input).records);
    expect(whole.idleFaults).toEqual(['faults/4-registryDown']);
    expect(whole.summary.longestWait?.because?.record).toBeGreaterThan(0);
    expect(await addedUp(input)).toEqual(whole);
    await expectSame({ ...input, seed: 2 });
  });

  it('of random whole nodes', async () => {
    await fc.assert(
      fc.asyncProperty(wholeNodeInput, async (sources) => {
        const result = readInput(sources, {});
        if (result.ok) await expectSame(result.input);
      }),
      { numRuns: 15 },
    );
  });
});

test('a part in which nobody waits any more is totals at once; one in which somebody does waits for the end of the run', () => {
  const parts = splitInput(unequalNodes());
  const isKnown = parts.map((part) => {
    const reader = new PartTotalsReader(traceHeader(part));
    const end = runPart(part, { place: partPlace(part, parts), onRecord: reader.note }, () => false);
    return reader.totals({ ...end, at: 0 }) !== undefined;
  });
  expect(isKnown).toEqual([true, true, true, false, true]);
});

test('a record of a part has the number that the trace of the run gives it', () => {
  const input = unequalNodes();
  const parts = splitInput(input);
  const { records } = simulate(input);
  const results = parts.map((part) => {
    const own: ActorRecord[] = [];
    runPart(part, { place: partPlace(part, parts), onRecord: (record) => own.push(record) }, () => false);
    return own;
  });
  const numberOf = recordNumber(
    results.map((own) => {
      const times = new RecordTimes();
      for (const at of [0, ...own.map((record) => record.at)]) times.push(at);
      const ofScenario = own.flatMap(({ id, type }) => (type === 'fault' ? [id] : []));
      return { times: times.pack(), ofScenario };
    }),
  );
  const numbered = results.flatMap((own, part) =>
    own.map(({ id, type, actor }) => {
      const found = records[numberOf(part, id)];
      return found !== undefined && 'actor' in found && found.type === type && found.actor === actor;
    }),
  );
  expect(numbered.every((isSame) => isSame)).toBe(true);
  const numbers = new Set(results.flatMap((own, part) => own.map(({ id }) => numberOf(part, id))));
  expect(numbers.size).toBe(records.length - 2);
});
