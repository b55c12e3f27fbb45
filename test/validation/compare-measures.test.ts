import { describe, expect, it } from 'vitest';
import { compareMeasures } from '../../tools/validation/compare-measures.ts';
import type { Measures } from '../../tools/validation/measures.ts';

const tolerance = { share: 0.1, ms: { pulls: 15, moments: 20 } };

function measures(changed: Partial<Measures> = {}): Measures {
  return {
    counts: { 'GET layer 200': 4, connections: 3 },
    order: { 'app:1': '{0 1} 2' },
    texts: { p0: 'ok' },
    pulls: { p0: 1_000 },
    moments: { 'last byte': 500 },
    ...changed,
  };
}

/** What does not agree, where the real repetitions and ours measure so. */
function differing(
  real: readonly Partial<Measures>[],
  ours: readonly Partial<Measures>[],
): readonly string[] {
  const comparisons = compareMeasures(real.map(measures), ours.map(measures), tolerance);
  return comparisons.filter(({ agrees }) => !agrees).map(({ about, what }) => `${about}: ${what}`);
}

describe('repetitions that', () => {
  it('measure the same agree in everything', () => {
    expect(differing([{}, {}], [{}, {}])).toEqual([]);
    expect(compareMeasures([measures()], [measures()], tolerance)).toHaveLength(6);
  });

  it('count one request more, or another one, differ', () => {
    expect(differing([{}], [{ counts: { 'GET layer 200': 5, connections: 3 } }])).toEqual([
      'counts: GET layer 200',
    ]);
    expect(differing([{}], [{ counts: { 'GET layer 200': 4, connections: 3, 'GET layer 206': 1 } }])).toEqual(
      ['counts: GET layer 206'],
    );
    expect(differing([{}], [{ counts: { connections: 3 } }])).toEqual(['counts: GET layer 200']);
  });

  it('disagree among themselves bear any count between theirs, and no other', () => {
    const connections = (count: number) => ({ counts: { 'GET layer 200': 4, connections: count } });
    expect(differing([connections(3), connections(5)], [connections(4)])).toEqual([]);
    expect(differing([connections(3), connections(5)], [connections(4), connections(6)])).toEqual([
      'counts: connections',
    ]);
  });

  it('end with another text, or ask for layers in another order, differ', () => {
    expect(differing([{}], [{ texts: { p0: 'not found' } }])).toEqual(['texts: p0']);
    expect(differing([{}], [{ texts: { p0: 'ok', p1: 'ok' } }])).toEqual(['texts: p1']);
    expect(differing([{}], [{ order: { 'app:1': '{0 2} 1' } }])).toEqual(['order: app:1']);
  });
});

describe('times', () => {
  it('are medians: one slow repetition of three does not matter', () => {
    expect(differing([{}, {}, { pulls: { p0: 9_000 } }], [{ pulls: { p0: 1_050 } }])).toEqual([]);
  });

  it('may be off by the share, and no further', () => {
    expect(differing([{}], [{ pulls: { p0: 1_100 } }])).toEqual([]);
    expect(differing([{}], [{ pulls: { p0: 1_101 } }])).toEqual(['pulls: p0']);
    expect(differing([{}], [{ pulls: { p0: 899 } }])).toEqual(['pulls: p0']);
  });

  it('of short pulls may be off by the milliseconds', () => {
    expect(differing([{ pulls: { p0: 50 } }], [{ pulls: { p0: 65 } }])).toEqual([]);
    expect(differing([{ pulls: { p0: 50 } }], [{ pulls: { p0: 66 } }])).toEqual(['pulls: p0']);
  });

  it('of moments may be off by the share of themselves, however long the run', () => {
    expect(differing([{}], [{ moments: { 'last byte': 550 } }])).toEqual([]);
    expect(differing([{}], [{ moments: { 'last byte': 551 } }])).toEqual(['moments: last byte']);
    expect(differing([{ moments: { 'first layer': 212 } }], [{ moments: { 'first layer': 46 } }])).toEqual([
      'moments: first layer',
    ]);
  });

  it('of early moments may be off by the milliseconds', () => {
    expect(differing([{ moments: { 'last byte': 50 } }], [{ moments: { 'last byte': 70 } }])).toEqual([]);
    expect(differing([{ moments: { 'last byte': 50 } }], [{ moments: { 'last byte': 71 } }])).toEqual([
      'moments: last byte',
    ]);
  });

  it('that only one of both has differ', () => {
    expect(differing([{}], [{ moments: {} }])).toEqual(['moments: last byte']);
    expect(differing([{ moments: {} }], [{}])).toEqual(['moments: last byte']);
  });

  it('of moments that a failing pull may not live to see are compared only where both have them', () => {
    const failed = { texts: { p0: 'not found' } };
    expect(differing([failed], [{ ...failed, moments: {} }])).toEqual([]);
    expect(differing([{ ...failed, moments: {} }], [failed])).toEqual([]);
    expect(differing([failed], [{ ...failed, moments: { 'last byte': 900 } }])).toEqual([
      'moments: last byte',
    ]);
  });

  it('are compared with those of repetitions that asked for the same', () => {
    const resumed = { counts: { 'GET layer 206': 1 }, pulls: { p0: 200 } };
    expect(differing([{}, resumed], [resumed])).toEqual([]);
    expect(differing([{}, resumed], [{ ...resumed, pulls: { p0: 600 } }])).toEqual([
      'pulls: p0, as in run 2',
    ]);
  });
});
