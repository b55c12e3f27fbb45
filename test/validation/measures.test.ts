import { describe, expect, it } from 'vitest';
import { measuresOf } from '../../tools/validation/measures.ts';
import { median } from '../../tools/validation/median.ts';
import type { ObservedPull, ObservedRequest, ObservedRun } from '../../tools/validation/observed-run.ts';

const inTurn = { kind: 'manifest', window: 2 } as const;

function request(changed: Partial<ObservedRequest> = {}): ObservedRequest {
  const blank = {
    method: 'GET',
    kind: 'layer',
    blob: 'app:1/layer0',
    status: 200,
    offset: 0,
    connection: 'a',
    sentMs: 0,
    answeredMs: 0,
    endMs: 1,
  } as const;
  return { ...blank, ...changed };
}

function pull(
  name: string,
  startMs: number,
  endMs: number,
  changed: Partial<ObservedPull> = {},
): ObservedPull {
  return { pull: name, startMs, endMs, ok: true, error: undefined, gaveUp: false, ...changed };
}

const run = (changed: Partial<ObservedRun>): ObservedRun => ({
  pulls: [],
  requests: [],
  unpacks: [],
  ...changed,
});
const layers = (...numbers: readonly number[]) =>
  numbers.map((layer) => request({ blob: `app:1/layer${layer}` }));

describe('of a run are measured', () => {
  it('the requests of each kind and status, ranges, and connections', () => {
    const requests = [
      request(),
      request({ offset: 5, status: 206, connection: 'b' }),
      request({ method: 'HEAD', kind: 'manifest', status: 0 }),
    ];
    expect(measuresOf(run({ requests }), inTurn).counts).toEqual({
      'GET layer 200': 1,
      'GET layer 206': 1,
      'HEAD manifest unanswered': 1,
      ranges: 1,
      connections: 2,
    });
  });

  it('the order of layers: those that start together as a set, then one by one; a layer that is asked for again counts once', () => {
    expect(measuresOf(run({ requests: layers(1, 0, 3, 2, 3) }), inTurn).order).toEqual({
      'app:1': '{0 1} 3 2',
    });
    expect(measuresOf(run({ requests: layers(1, 0, 3, 2) }), { kind: 'random' }).order).toEqual({
      'app:1': '{0 1 2 3}',
    });
  });

  it('each pull by its name, those that began together by the order of their ends', () => {
    const pulls = [pull('p1', 0, 96), pull('p0', 4, 204), pull('p2', 300, 350)];
    expect(measuresOf(run({ pulls }), inTurn).pulls).toEqual({ 'p0… 1 of 2': 96, 'p0… 2 of 2': 200, p2: 50 });
  });

  it('how pulls ended', () => {
    const pulls = [
      pull('p0', 0, 1),
      pull('p1', 0, 1, { ok: false, error: 'not found' }),
      pull('p2', 0, 1, { ok: false, gaveUp: true }),
    ];
    expect(measuresOf(run({ pulls }), inTurn).texts).toEqual({
      p0: 'ok',
      p1: 'not found',
      p2: 'the client gave up',
    });
  });

  it('the moments that there were', () => {
    const requests = [
      request({ kind: 'config', sentMs: 1, endMs: 900 }),
      request({ sentMs: 20, endMs: 30 }),
      request({ sentMs: 10, endMs: 40 }),
      request({ sentMs: 50, endMs: undefined }),
    ];
    const unpacks = [
      { blob: 'a', startMs: 41, endMs: 50 },
      { blob: 'b', startMs: 45, endMs: 48 },
    ];
    expect(measuresOf(run({ requests, unpacks }), inTurn).moments).toEqual({
      'first layer': 10,
      'last byte': 40,
      'first unpack': 41,
      'last unpacked': 50,
    });
    expect(measuresOf(run({}), inTurn).moments).toEqual({});
  });
});

it('a median is the one in the middle, or the mean of two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeUndefined();
});
