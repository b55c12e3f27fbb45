import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants, shortestViolatingPrefix } from '../../../src/run/invariants/check-invariants.ts';
import type { Invariant } from '../../../src/run/invariants/invariant.ts';
import { invariants } from '../../../src/run/invariants/invariants.ts';
import { noLostWaiter } from '../../../src/run/invariants/kubelet/no-lost-waiter.ts';
import { slotsRespected } from '../../../src/run/invariants/kubelet/pull-slots.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { admitted, event, fetch, type Line, node, pull, runtime, stored, traceOf } from './trace-of.ts';

it('names every invariant once, with a sentence', () => {
  expect(new Set(invariants.map(({ name }) => name)).size).toBe(invariants.length);
  for (const { name, says } of invariants) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(says).toMatch(/^[A-Z].*\.$/);
  }
});

it('says which invariant a trace breaks, and where', () => {
  const records = traceOf(
    [node()],
    [pull(1, 'a', 'waiting'), pull(1, 'a', 'pulling'), pull(2, 'b', 'waiting'), pull(2, 'b', 'pulling')],
  );
  expect(checkInvariants(records)).toEqual([
    {
      invariant: 'slots-respected',
      violation: { record: 4, message: '2 pulls in flight on node-1, which has 1 slot' },
    },
  ]);
});

it('finds nothing in an empty trace', () => {
  expect(checkInvariants([])).toEqual([]);
});

it('ends at the record that completes the first violation', () => {
  const lines = [
    pull(1, 'a', 'pulling'),
    pull(2, 'b', 'pulling'),
    pull(3, 'c', 'pulling'),
    pull(9, 'a', 'pulled'),
  ];
  const prefix = shortestViolatingPrefix(traceOf([node()], lines), slotsRespected);
  expect(prefix).toEqual({
    length: 3,
    violation: { record: 2, message: '2 pulls in flight on node-1, which has 1 slot' },
  });
});

it('is not fooled by a prefix that only seems to violate, within an instant', () => {
  const handedOn = [pull(0, 'a', 'pulling'), pull(5, 'b', 'pulling'), pull(5, 'a', 'pulled')];
  expect(slotsRespected.check(traceOf([node()], handedOn.slice(0, 2)))).toHaveLength(1);
  expect(shortestViolatingPrefix(traceOf([node()], handedOn), slotsRespected)).toBeUndefined();
  const later = traceOf([node()], [...handedOn, pull(6, 'c', 'pulling')]);
  expect(shortestViolatingPrefix(later, slotsRespected)?.length).toBe(5);
});

it('is the whole trace where only its end shows that something is missing', () => {
  const records = traceOf([node()], [pull(0, 'a', 'waiting'), pull(0, 'b', 'present')], 'settled');
  expect(shortestViolatingPrefix(records, noLostWaiter)).toMatchObject({
    length: records.length,
    violation: { record: 1 },
  });
});

describe('every invariant of kind always, on traces of random records', () => {
  const always = invariants.filter(({ kind }) => kind === 'always');
  const pod = fc.constantFrom('a', 'b', 'c');
  const state = fc.constantFrom(
    'inspecting',
    'present',
    'waiting',
    'pulling',
    'pulled',
    'failed',
    'backingOff',
    'neverPresent',
  );
  const line = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(pod, state).map(([name, told]) => (at: number): Line[] => [pull(at, name, told)]),
    },
    fc.constantFrom(
      (at: number): Line[] => [event(at, 'a', 'Pulling')],
      (at: number): Line[] => [runtime(at, 'b', 'PullImage')],
      (at: number): Line[] => [pull(at, 'a', 'inspecting'), runtime(at, 'a', 'GetImageRef')],
      (at: number): Line[] => [stored(at, 'present')],
      (at: number): Line[] => [stored(at, 'removed')],
      (at: number): Line[] => [fetch(at, 'a', 'started')],
      (at: number): Line[] => [fetch(at, 'b', 'fetched')],
    ),
  );
  const trace = fc.array(fc.tuple(fc.nat(3), line), { maxLength: 30, size: 'max' }).map((steps) => {
    let at = 0;
    const lines = steps.flatMap(([waits, make]) => {
      at += waits * 1000;
      return make(at);
    });
    return traceOf(
      [node({ serializeImagePulls: true }, '1.31')],
      [admitted(0, 'a', 'Never'), admitted(0, 'b', 'IfNotPresent'), ...lines],
    );
  });

  it('shows at a record whose prefix violates it too, and no shorter prefix has that violation', () => {
    const violated = new Set<string>();
    fc.assert(
      fc.property(trace, (records) => {
        for (const invariant of always) {
          const prefix = shortestViolatingPrefix(records, invariant);
          expect(prefix?.length).toBe(byBruteForce(records, invariant));
          if (prefix !== undefined) violated.add(invariant.name);
        }
      }),
      { numRuns: 200 },
    );
    expect(violated.size).toBeGreaterThanOrEqual(6);
  });
});

/**
 * The shortest prefix that has, at its last record, a violation that the whole trace has at that record as
 * well.
 */
function byBruteForce(records: readonly TraceRecord[], { check }: Invariant): number | undefined {
  const whole = new Set(check(records).map(({ record }) => record));
  for (let length = 1; length <= records.length; length += 1) {
    const last = length - 1;
    if (whole.has(last) && check(records.slice(0, length)).some(({ record }) => record === last))
      return length;
  }
  return undefined;
}
