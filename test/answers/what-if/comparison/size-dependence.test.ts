import { expect, test } from 'vitest';
import { sizeDependence } from '../../../../src/answers/what-if/comparison/size-dependence.ts';

const names = { before: '1', after: '3' };
const runs = Array.from({ length: 16 }, (_, run) => run);
const app = runs.map((run) => 100e6 * (run + 1));
const other = runs.map((run) => 10e6 * (((run * 7) % 16) + 1));
const sizes = new Map([
  ['other', other],
  ['app', app],
]);
const before = runs.map(() => 100_000);

test('a variant that is better in every run beats the other for all sizes tried, by a range', () => {
  const after = runs.map((run) => 91_000 - 2_067 * run);
  const { sentence, better, decidedBy } = sizeDependence(names, { before, after }, sizes);
  expect(sentence).toBe(
    '3 beats 1 for all sizes tried (16 draws of 2 images that you did not give), by 9.0 s to 40 s.',
  );
  expect({ better, decidedBy }).toEqual({ better: 16, decidedBy: null });
});

test('a range whose ends read the same is written once', () => {
  const after = runs.map((run) => 82_000 + run);
  expect(sizeDependence(names, { before, after }, sizes).sentence).toMatch(/, by 18 s\.$/);
});

test('where one image separates better runs from worse ones, its size decides', () => {
  const after = runs.map((run) => ((app[run] ?? 0) < 900e6 ? 60_000 : 120_000));
  const dependence = sizeDependence(names, { before, after }, sizes);
  expect(dependence.decidedBy).toEqual({
    image: 'app',
    bytes: Math.round(Math.sqrt(800e6 * 900e6)),
    isBelow: true,
  });
  expect(dependence.sentence).toMatch(/^Depends on the size of app: 3 is better below 849 MB, 1 above that /);
});

test('one run in ten on the wrong side of a size is left to chance, more are not', () => {
  const after = (wrong: number) =>
    runs.map((run) => (((app[run] ?? 0) < 900e6 ? run >= wrong : false) ? 60_000 : 120_000));
  expect(sizeDependence(names, { before, after: after(1) }, sizes).decidedBy?.image).toBe('app');
  const mixed = runs.map((run) => (run % 2 === 0 ? 60_000 : 120_000));
  const dependence = sizeDependence(names, { before, after: mixed }, new Map([['app', app]]));
  expect(dependence.decidedBy).toBeNull();
  expect(dependence.sentence).toMatch(
    /better in 8, by up to 40 s and worse in 8, by up to 20 s; no single image/,
  );
});

test('a variant that is better for small sizes only, and else alike, says from which size on', () => {
  const after = runs.map((run) => ((app[run] ?? 0) < 900e6 ? 60_000 : 100_100));
  expect(sizeDependence(names, { before, after }, sizes).sentence).toMatch(
    /3 is better than 1 below 849 MB, there is no difference above that /,
  );
});

test('differences of one percent are none, and pods that never run lose', () => {
  expect(sizeDependence(names, { before, after: runs.map(() => 100_900) }, sizes).sentence).toMatch(/alike/);
  expect(sizeDependence(names, { before, after: runs.map(() => null) }, sizes).sentence).toMatch(
    /^1 beats 3 for all sizes tried .*, under which some pods never run\.$/,
  );
});
