import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelMeans } from '../../../../src/answers/what-if/statistics/additive-fit.ts';

const grid = (sizes: readonly number[]) =>
  sizes.reduce<number[][]>(
    (all, size) => all.flatMap((levels) => Array.from({ length: size }, (_, level) => [...levels, level])),
    [[]],
  );

test('of a whole grid they are the plain means', () => {
  const value = ([a = 0, b = 0]: readonly number[]) => a * a * 7 + b * 3 + a * b;
  const observed = grid([3, 2]).map((levels) => ({ levels, value: value(levels) }));
  expect(levelMeans([3, 2], observed)).toEqual(
    [
      [1.5, 9, 30.5],
      [35 / 3, 47 / 3],
    ].map((means) => means.map((mean) => expect.closeTo(mean, 9))),
  );
});

test('where points are missing, no axis gets what another one does', () => {
  // Serial pulls have only one parallel pull, and serial or not makes no difference by itself.
  const observed = [
    { levels: [0, 0], value: 81 },
    { levels: [1, 0], value: 81 },
    { levels: [1, 1], value: 96 },
  ];
  expect(
    levelMeans([2, 3], observed)?.map((means) => means.map((mean) => mean && Math.round(mean * 10) / 10)),
  ).toEqual([
    [88.5, 88.5],
    [81, 96, undefined],
  ]);
});

test('a sum of parts is found again from any points that tell the axes apart', () => {
  const parts = fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 4 }), {
    minLength: 2,
    maxLength: 3,
  });
  fc.assert(
    fc.property(parts, fc.infiniteStream(fc.boolean()), (own, isThere) => {
      const sizes = own.map(({ length }) => length);
      const observed = grid(sizes)
        .filter((levels) => levels.every((level) => level === 0) || isThere.next().value)
        .map((levels) => ({
          levels,
          value: levels.reduce((sum, level, axis) => sum + (own[axis]?.[level] ?? 0), 0),
        }));
      for (const [axis, means] of levelMeans(sizes, observed)?.entries() ?? [])
        for (const [level, mean] of means.entries())
          if (mean !== undefined)
            expect(mean - (means[0] ?? 0)).toBeCloseTo((own[axis]?.[level] ?? 0) - (own[axis]?.[0] ?? 0), 6);
    }),
  );
});

test('points in which two axes go together tell nothing', () => {
  const diagonal = [0, 1, 2].map((level) => ({ levels: [level, level], value: level }));
  expect(levelMeans([3, 3], diagonal)).toBeUndefined();
  expect(levelMeans([2, 2], [...diagonal.slice(0, 2), ...diagonal.slice(0, 2)].slice(0, 3))).toBeUndefined();
});
