import { describe, expect, test } from 'vitest';
import { PartRun as RunAnew } from '../../src/simulation/part-run.ts';
import type { ActorRecord } from '../../src/trace/record.ts';
import { podYaml } from '../input/reading.ts';
import { PartRun } from '../kept-runs.ts';
import { inputOf } from '../simulation/run-yaml.ts';

const input = inputOf(podYaml('web', '{ containers: [{ name: a, image: acme/web:1 }] }'), {});

/** All that is told of a run of which somebody asks for a pause at each of these looks. */
function told(Run: typeof RunAnew, pausesAt: readonly number[], isInterrupted = false) {
  const records: ActorRecord[] = [];
  const pauses: unknown[] = [];
  const run = new Run(input, { onRecord: (record) => records.push(record) });
  let looks = 0;
  const isPauseDue = () => pausesAt.includes(++looks);
  for (run.advanceTo(Infinity, isPauseDue); run.nextMicros !== undefined; run.advanceTo(Infinity, isPauseDue)) {
    pauses.push(records.length);
    if (isInterrupted) run.interrupt();
  }
  return { records, pauses, looks, end: isInterrupted ? { reason: run.end.reason } : run.end };
}

describe('a run that was made before', () => {
  test.each([
    ['in one go', [], false],
    ['in pauses', [1, 2, 5, 9, 100], false],
    ['until it is interrupted', [40], true],
  ] as const)('tells the same again, %s', (_, pausesAt, isInterrupted) => {
    const anew = told(RunAnew, pausesAt, isInterrupted);
    expect(anew.records.length).toBeGreaterThan(10);
    expect(anew.pauses.length).toBe(pausesAt.length);
    expect(told(PartRun, [])).toEqual(told(RunAnew, []));
    expect(told(PartRun, pausesAt, isInterrupted)).toEqual(anew);
  });

  test('is made once, and its records are of those who hear them', () => {
    const [one, other] = [told(PartRun, []), told(PartRun, [])];
    for (const record of one.records) Object.assign(record, { id: -1 });
    expect(other.records).toEqual(told(RunAnew, []).records);
    expect(new PartRun(input, { onRecord: () => {} })).not.toBeInstanceOf(RunAnew);
    expect(new PartRun(input, { onRecord: () => {}, onStep: () => {} })).toBeInstanceOf(RunAnew);
  });
});
