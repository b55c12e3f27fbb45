import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moved, type Observation, textOf } from '../../../src/answers/verification/observation.ts';
import { sequenceOf } from '../../../src/answers/verification/observation-sequence.ts';
import { type Recorded, recordedRun, verified } from './recorded.ts';

/** Enough to find a run of what really happened; a mutation is refused by all. */
const runsMax = 3;

const recordedA = recordedRun('a', 'a.log');
const events = recordedA.observations.filter(({ what }) => what === 'event');

/**
 * What is seen after a sync that a mutation has moved: the next one is at most 15 s, a tick and a relist
 * later.
 */
const nextSyncMicros = 17_500_000;

interface Mutation {
  readonly observations: readonly Observation[];
  /** The observations that were touched, as they were and as they are. */
  readonly touched: readonly Observation[];
}

/**
 * Refuses, names no event before the first that was touched, and at the latest one of the syncs after it.
 * Returns what it names.
 */
function refused({ observations, touched }: Mutation, recorded: Recorded): string {
  const start = Math.floor(Math.min(...observations.map(({ lowMicros }) => lowMicros)) / 1e6) * 1e6;
  const [node] = verified(
    { ...recorded, observations: observations.toSorted((a, b) => a.lowMicros - b.lowMicros) },
    runsMax,
  ).nodes;
  const deviation = node?.deviation;
  const words = touched
    .map((observation) => `${(observation.lowMicros - start) / 1e6}: ${textOf(observation)}`)
    .join('\n');
  expect(deviation, words).toBeDefined();
  const times = touched.map(({ lowMicros }) => lowMicros);
  const at = (node?.startMicros ?? 0) + (deviation?.atMicros ?? 0);
  expect(at, `${words}\n${JSON.stringify(deviation)}`).toBeGreaterThan(Math.min(...times) - 1_500_000);
  expect(at, `${words}\n${JSON.stringify(deviation)}`).toBeLessThan(Math.max(...times) + nextSyncMicros);
  return deviation?.what ?? '';
}

const without = (...gone: readonly Observation[]) =>
  recordedA.observations.filter((observation) => !gone.includes(observation));
/** The log may have ended before its last line. */
const dropped = fc
  .constantFrom(...events.slice(0, -1))
  .map((observation): Mutation => ({ observations: without(observation), touched: [observation] }));
/**
 * Events of one sync come within milliseconds, or with the end of a pull: one of them alone cannot be
 * elsewhere by seconds.
 */
const movedAway = fc
  .record({
    observation: fc.constantFrom(...events),
    bySeconds: fc.double({ min: 3, max: 40, noNaN: true }),
    earlier: fc.boolean(),
  })
  .map(({ observation, bySeconds, earlier }): Mutation => {
    const other = moved(observation, (earlier ? -1 : 1) * Math.round(bySeconds * 1e6));
    return { observations: [...without(observation), other], touched: [observation, other] };
  });
const swapped = fc
  .tuple(fc.constantFrom(...events), fc.constantFrom(...events))
  .filter(([one, two]) => sequenceOf(one) !== sequenceOf(two) && one.lowMicros !== two.lowMicros)
  .map(([one, two]): Mutation => {
    const by = two.lowMicros - one.lowMicros;
    return { observations: [...without(one, two), moved(one, by), moved(two, -by)], touched: [one, two] };
  });

describe('run A, by its log, with one event changed beyond the rules, is explained by no run', () => {
  test('dropped: the event is named, or another of its sync', () => {
    const named: boolean[] = [];
    const judge = (mutation: Mutation) => {
      named.push(refused(mutation, recordedA) === textOf(mutation.touched[0] as Observation));
    };
    fc.assert(fc.property(dropped, judge), { numRuns: 25 });
    expect(named.filter(Boolean).length / named.length).toBeGreaterThan(0.6);
  });

  test('moved by 3 s and more', () => {
    fc.assert(
      fc.property(movedAway, (mutation) => void refused(mutation, recordedA)),
      { numRuns: 25 },
    );
  });

  test('two swapped, however near', () => {
    fc.assert(
      fc.property(swapped, (mutation) => void refused(mutation, recordedA)),
      { numRuns: 25 },
    );
  });

  test('a whole sync dropped: the next try came too late', () => {
    const at30s = recordedA.observations.filter(({ at }) => /^a\.log:(?:2[0-9])$/.test(at));
    const backOffs = events.filter(
      ({ lowMicros }) =>
        lowMicros > (events[0]?.lowMicros ?? 0) + 30e6 && lowMicros < (events[0]?.lowMicros ?? 0) + 31e6,
    );
    expect([at30s.length > 0, backOffs.length]).toEqual([true, 4]);
    expect(refused({ observations: without(...backOffs), touched: backOffs }, recordedA)).toContain(
      'Back-off pulling image',
    );
  });
});

describe.each(['c', 'd'] as const)('run %s, by its calls', (run) => {
  const recorded = recordedRun(run, `${run}.ndjson`);
  const calls = recorded.observations;
  const change = (observation: Observation | undefined, other: readonly Observation[]): Mutation => {
    if (observation === undefined) throw new Error('no such call');
    return {
      observations: [...calls.filter((one) => one !== observation), ...other],
      touched: [observation, ...other],
    };
  };
  const begins = calls.filter((call) => call.what === 'call' && call.edge === 'begin');
  const ends = calls.filter((call) => call.what === 'call' && call.edge === 'end');

  test.each([0, 1, 2, 3])('begin %i dropped is missed', (index) => {
    refused(change(begins[index], []), recorded);
  });

  test.each([2, 3])('begin %i before a slot is free is refused', (index) => {
    const begin = begins[index];
    if (begin === undefined) throw new Error('no such call');
    expect(refused(change(begin, [moved(begin, -1_000_000)]), recorded)).toMatch(/begins$/);
  });

  test.each([2, 3])('begin %i while a slot stays free is refused', (index) => {
    const begin = begins[index];
    if (begin === undefined) throw new Error('no such call');
    expect(refused(change(begin, [moved(begin, 1_000_000)]), recorded)).toBe(textOf(begin));
  });

  test('the end of a pull that others wait for, 1 s later: the begin of the next is refused', () => {
    const [end] = ends;
    if (end === undefined) throw new Error('no such call');
    expect(refused(change(end, [moved(end, 1_000_000)]), recorded)).toMatch(/begins$/);
  });

  test('an end and the begin of the next swapped, 14 ms apart', () => {
    const [end, begin] = run === 'd' ? [ends[0], begins[1]] : [ends[0], begins[2]];
    if (end === undefined || begin === undefined) throw new Error('no such call');
    const by = begin.lowMicros - end.lowMicros;
    const observations = [
      ...calls.filter((one) => one !== end && one !== begin),
      moved(end, by),
      moved(begin, -by),
    ];
    expect(refused({ observations, touched: [end, begin] }, recorded)).toBe(textOf(begin));
  });

  test('how long a pull takes is no rule: the last end may be elsewhere', () => {
    const end = ends.at(-1);
    if (end === undefined) throw new Error('no such call');
    const observations = [...calls.filter((one) => one !== end), moved(end, 1_000_000)];
    expect(verified({ ...recorded, observations }, 12).nodes[0]?.deviation).toBeUndefined();
  });
});
