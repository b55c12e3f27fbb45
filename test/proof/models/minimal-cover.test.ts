import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { minimalCover } from '../../../src/proof/models/exploration/minimal-cover.ts';

const candidates = fc.array(
  fc.record({
    goals: fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 4 }).map((goals) => new Set(goals)),
    cost: fc.nat(9),
  }),
  { maxLength: 12 },
);

const union = (sets: readonly { readonly goals: ReadonlySet<string> }[]) =>
  [...new Set(sets.flatMap(({ goals }) => [...goals]))].sort();

describe('a minimal cover', () => {
  test.prop([candidates])('reaches all that the candidates reach', (all) => {
    expect(union(minimalCover(all).map(({ candidate }) => candidate))).toEqual(union(all));
  });

  test.prop([candidates])('needs each of its candidates, for goals that it names', (all) => {
    const chosen = minimalCover(all);
    for (const { candidate, needed } of chosen) {
      const others = union(chosen.map((one) => one.candidate).filter((one) => one !== candidate));
      expect(needed.length).toBeGreaterThan(0);
      expect([...candidate.goals].filter((goal) => !others.includes(goal))).toEqual(needed);
    }
  });

  test.prop([candidates])('keeps the order of the candidates', (all) => {
    const places = minimalCover(all).map(({ candidate }) => all.indexOf(candidate));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  test('takes the cheaper of two that reach the same, and drops what later ones make needless', () => {
    const of = (goals: string, cost: number) => ({ goals: new Set(goals), cost });
    const [dear, cheap] = [of('ab', 3), of('ab', 2)];
    expect(minimalCover([dear, cheap]).map(({ candidate }) => candidate)).toEqual([cheap]);
    // Greedy takes abcd first; the two that must follow make it needless.
    const [first, left, right] = [of('abcd', 5), of('abx', 1), of('cdy', 1)];
    expect(minimalCover([first, left, right]).map(({ candidate }) => candidate)).toEqual([left, right]);
  });
});
