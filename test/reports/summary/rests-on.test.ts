import { expect, test } from 'vitest';
import type { FigureMark } from '../../../src/reports/summary/figure-marks.ts';
import { type RunFigure, restsOn } from '../../../src/reports/summary/rests-on.ts';

const figure = (name: string, mark: FigureMark, of = 'nodes'): RunFigure => ({
  name,
  of,
  value: '1',
  mark,
  source: 's',
  where: 'w',
});

test('the least sure comes first, and sizes are counted', () => {
  const figures = [
    figure('size', 'drawn', 'a'),
    figure('size', 'published', 'b'),
    figure('size', 'drawn', 'c'),
    figure('cpus', 'assumed'),
    figure('link', 'published'),
    figure('unpack', 'measured'),
    figure('sandbox', 'assumed'),
  ];
  const { sentence, figures: all } = restsOn(figures);
  expect(sentence).toBe(
    'drawn: sizes of 2 of 3 images; assumed: cpus; published: sizes of 1 of 3 images, link; measured: unpacking',
  );
  expect(all).toBe(figures);
});

test('of several registries the least sure counts', () => {
  const figures = [
    figure('roundTrip', 'given', 'a'),
    figure('roundTrip', 'assumed', 'b'),
    figure('roundTrip', 'published', 'c'),
  ];
  expect(restsOn(figures).sentence).toBe('assumed: round trips');
});

test('what the user told is not repeated', () => {
  expect(restsOn([figure('link', 'given'), figure('size', 'given', 'a')]).sentence).toBe('given by you');
  expect(restsOn([figure('size', 'drawn', 'a')]).sentence).toBe('drawn: sizes of 1 image');
});
