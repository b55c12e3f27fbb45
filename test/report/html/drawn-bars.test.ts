import { expect, test } from 'vitest';
import { drawnBars } from '../../../src/report/html/drawn-bars.ts';
import type { BarView } from '../../../src/report/run-view/run-view.ts';

const bar = (phase: BarView['phase'], fromMs: number, toMs: number): BarView => ({ phase, fromMs, toMs });

test('bars are drawn as they are, the end of a container is not', () => {
  const bars = [bar('downloading', 0, 400), bar('running', 400, 900), bar('ended', 900, 1000)];
  expect(drawnBars(bars, 1000, 100, 50)).toEqual([
    { bar: bars[0], place: 0, more: 0 },
    { bar: bars[1], place: 1, more: 0 },
  ]);
});

test('bars that begin after the picture are not drawn', () => {
  expect(drawnBars([bar('downloading', 0, 400), bar('running', 400, 900)], 400, 100, 50)).toHaveLength(1);
});

test('short neighbours are drawn as one, named by the longest', () => {
  const bars = [bar('inspecting', 0, 0.3), bar('resolving', 0.3, 1), bar('downloading', 1, 900)];
  expect(drawnBars(bars, 1000, 100, 50)[0]).toEqual({ bar: bar('resolving', 0, 1), place: 0, more: 1 });
});

test('a row of very many bars keeps to its budget and leaves no gap', () => {
  const bars = Array.from({ length: 20_000 }, (_, index) => bar(index % 2 === 0 ? 'backingOff' : 'waitingForSync', index, index + 1));
  const drawn = drawnBars(bars, 20_000, 760, 60);
  expect(drawn.length).toBeLessThanOrEqual(61);
  for (const [index, { bar: one }] of drawn.entries()) expect(one.fromMs).toBe(index === 0 ? 0 : drawn[index - 1]?.bar.toMs);
  expect(drawn.at(-1)?.bar.toMs).toBe(20_000);
  expect(drawn.reduce((sum, { more }) => sum + more + 1, 0)).toBe(20_000);
});
