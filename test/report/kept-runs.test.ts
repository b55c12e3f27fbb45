import { describe, expect, test } from 'vitest';
import { type PartMoment, PartRun as RunAnew } from '../../src/simulation/part-run.ts';
import type { ActorRecord } from '../../src/trace/record.ts';
import { podYaml } from '../input/reading.ts';
import { PartRun } from '../kept-runs.ts';
import { inputOf } from '../simulation/run-yaml.ts';

const pods = ['web', 'api', 'job'].map((name) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`));
const input = inputOf(pods.join('---\n'), {});

/** All that is told of a run of which somebody asks for a pause at each of these looks. */
function told(Run: typeof RunAnew, pausesAt: readonly number[], isInterrupted = false) {
  const records: ActorRecord[] = [];
  const pauses: unknown[] = [];
  const moments: unknown[] = [];
  // As often as progress is told.
  const onStep = ({ nowMicros, nextMicros, steps, podsUnsettled }: PartMoment) => {
    if (steps % 250 === 0 || nextMicros === undefined) moments.push([nowMicros, nextMicros, steps, podsUnsettled, records.length]);
  };
  const run = new Run(input, { onRecord: (record) => records.push(record), onStep });
  let looks = 0;
  const isPauseDue = () => pausesAt.includes(++looks);
  for (run.advanceTo(Infinity, isPauseDue); run.nextMicros !== undefined; run.advanceTo(Infinity, isPauseDue)) {
    pauses.push(records.length);
    if (isInterrupted) run.interrupt();
  }
  return { records, pauses, looks, moments, end: isInterrupted ? { reason: run.end.reason } : run.end };
}

describe('a run that was made before', () => {
  test.each([
    ['in one go', [], false],
    ['in pauses', [1, 2, 5, 9, 100], false],
    ['until it is interrupted', [40], true],
  ] as const)('tells the same again, %s', (_, pausesAt, isInterrupted) => {
    const anew = told(RunAnew, pausesAt, isInterrupted);
    expect(anew.records.length).toBeGreaterThan(10);
    expect(anew.moments.length).toBeGreaterThan(isInterrupted ? 0 : 2);
    expect(anew.pauses.length).toBe(pausesAt.length);
    expect(told(PartRun, [])).toEqual(told(RunAnew, []));
    expect(told(PartRun, pausesAt, isInterrupted)).toEqual(anew);
  });

  test('is made once, and its records are of those who hear them', () => {
    const [one, other] = [told(PartRun, []), told(PartRun, [])];
    for (const record of one.records) Object.assign(record, { id: -1 });
    expect(other.records).toEqual(told(RunAnew, []).records);
    expect(new PartRun(input, { onRecord: () => {} })).not.toBeInstanceOf(RunAnew);
    expect(new PartRun(input, { onRecord: () => {}, inspect: () => {} })).toBeInstanceOf(RunAnew);
  });
});
