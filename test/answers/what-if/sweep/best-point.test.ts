import { expect, test } from 'vitest';
import { bestPoint } from '../../../../src/answers/what-if/sweep/best-point.ts';
import type { RefusedPoint, SweepRow } from '../../../../src/answers/what-if/sweep/sweep.ts';
import { gridOf } from '../../../../src/answers/what-if/variants/vary.ts';
import { figureRows } from '../../../../src/reports/comparison/figure-rows.ts';

const points = gridOf([{ field: 'nodes', values: ['1', '2', '3'] }]);
const [figure] = figureRows;
if (figure === undefined) throw new Error('no figures');
const runs = 16;
const app = Array.from({ length: runs }, (_, run) => 100e6 * (run + 1));
const sizes = new Map([['app', app]]);

function rowsOf(timeOf: (point: number, bytes: number) => number | null): (SweepRow | RefusedPoint)[] {
  return points.flatMap((_, point) =>
    app.map((bytes, run) => ({ point, seed: run, values: [timeOf(point, bytes)] })),
  );
}

const answer = (timeOf: (point: number, bytes: number) => number | null, more = sizes) =>
  bestPoint(points, rowsOf(timeOf), runs, figure, more);

test('the best point for all sizes is held against the next one, by a range', () => {
  const best = answer((point, bytes) => (10 - 2 * point) * (bytes / 1e5));
  expect(best).toMatchObject({ best: 'nodes=3', against: 'nodes=2', figure: 'all running after' });
  expect(best?.sizes.sentence).toBe(
    'nodes=3 beats nodes=2 for all sizes tried (16 draws of 1 image that you did not give), by 2.0 s to 32 s.',
  );
});

test('where another point is better for some sizes, the size decides between the two', () => {
  const best = answer((point, bytes) => (point === 0 ? 20_000 : point === 1 ? 50_000 : bytes / 5e4 + 1));
  expect(best).toMatchObject({ best: 'nodes=3', against: 'nodes=1' });
  expect(best?.sizes.decidedBy).toMatchObject({ image: 'app', isBelow: true });
  expect(best?.sizes.sentence).toMatch(
    /^Depends on the size of app: nodes=3 is better below \d+ MB, nodes=1 /,
  );
});

test('nothing is said where all points are alike, where no size is drawn, and of points without the figure', () => {
  expect(answer(() => 5_000)).toBeUndefined();
  expect(answer((point) => 1_000 * (point + 1), new Map())).toBeUndefined();
  expect(answer((point) => (point === 0 ? null : 5_000))).toBeUndefined();
});
