import { type Answer, type AnswerTable, type Column, columnsLike } from '../../../reports/answer/answer.ts';
import type { AnswerChart, CurvePoint, HeatCell } from '../../../reports/answer/answer-chart.ts';
import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import { drawsText } from '../comparison/size-dependence.ts';
import { meanOf } from '../statistics/paired-bootstrap.ts';
import type { Axis } from '../variants/vary.ts';
import type { BestPoint } from './best-point.ts';
import { figureAt, type SweepPoint, type SweepResult } from './sweep-result.ts';
import { meanText, pointRangeText, sweepSentences } from './sweep-text.ts';

/** More values than that could not be read. */
const valuesMax = 40;
/** More refused points are counted only. */
const refusedOnScreen = 3;

/** How many images have sizes that are drawn, and what that changes about the best point. */
interface SizesOfSweep {
  readonly images: number;
  readonly best: BestPoint | undefined;
}

/**
 * Returns a sweep: the best point and what moves it, for each figure how it goes with each field and with pairs
 * of fields, and all points.
 */
export function sweepAnswer(
  result: SweepResult,
  figures: readonly Figure[],
  { images, best }: SizesOfSweep = { images: 0, best: undefined },
): Answer {
  const { axes, seeds, points } = result;
  const [first] = figures;
  const ran = points.filter(({ refused }) => refused === undefined);
  const runs = ran.reduce((sum, point) => sum + point.runs, 0);
  const isSame = (figure: Figure) =>
    figure !== first && ran.length > 1 && new Set(ran.map((point) => meanText(point, figure))).size === 1;
  const same = figures.filter(isSame);
  const sameTexts = same.map(
    (figure) => `${figure.name} ${ran.slice(0, 1).map((one) => meanText(one, figure))}`,
  );
  const moving = figures.filter(
    ({ name }) => new Set(points.map((point) => figureAt(point, name)?.mean)).size > 1,
  );
  const shown = axes.filter(({ values }) => values.length > 1 && values.length <= valuesMax);
  return {
    title: `Sweep of ${axes.map(({ field }) => field).join(', ')}`,
    conditions: [
      `${countText(points.length, 'point')}, ${countText(runs, 'run')}; means over ${countText(seeds.length, 'seed')} of each, from ${seeds[0] ?? 0} on`,
      ...(images === 0
        ? []
        : [`${drawsText(images, seeds.length)}, the same at every point: ranges show what they change`]),
    ],
    sentences: [
      ...(first === undefined ? [] : sweepSentences(result, first)),
      ...(best === undefined ? [] : [best.sizes.sentence]),
      ...(same.length === 0 ? [] : [`The same at every point: ${sameTexts.join(', ')}.`]),
    ],
    charts: () =>
      moving.flatMap((figure) => [
        ...shown.flatMap((axis) => curve(points, figure, axis) ?? []),
        ...pairs(shown).flatMap(([x, y]) => heat(points, figure, x, y) ?? []),
      ]),
    chartsNote:
      'Charts show means over the seeds and over the fields that they do not name; a bar reaches from 5 % to 95 % of the points’ runs.',
    tables: [
      pointsTable(
        axes,
        ran,
        figures.filter((figure) => !isSame(figure)),
      ),
      {
        caption: 'Refused points',
        columns: columnsLike({ point: 'name', why: 'long' }),
        rows: points.flatMap(({ variant, refused }) =>
          refused === undefined ? [] : [[variant.name, refused]],
        ),
        onScreen: refusedOnScreen,
      },
    ],
  };
}

function pairs(axes: readonly Axis[]): (readonly [Axis, Axis])[] {
  return axes.flatMap((one, index) => axes.slice(index + 1).map((other) => [one, other] as const));
}

function curve(
  points: readonly SweepPoint[],
  figure: Figure,
  { field, values }: Axis,
): AnswerChart | undefined {
  const curvePoints = values.flatMap((value): CurvePoint[] => {
    const here = figuresAt(points, figure, [{ field, value }]);
    const [lows, highs] = [here.flatMap(({ p5 }) => p5 ?? []), here.flatMap(({ p95 }) => p95 ?? [])];
    const means = here.flatMap(({ mean }) => mean ?? []);
    return means.length === 0
      ? []
      : [{ x: value, mean: meanOf(means), low: smallest(lows), high: largest(highs) }];
  });
  if (curvePoints.length < 2) return undefined;
  const says = curvePoints.map(({ x, mean }) => `${x}: ${figureText(figure, mean)}`).join(', ');
  return { kind: 'curve', title: `${figure.name} by ${field}`, says, figure, field, points: curvePoints };
}

function heat(points: readonly SweepPoint[], figure: Figure, x: Axis, y: Axis): AnswerChart | undefined {
  const cells = y.values.flatMap((row) =>
    x.values.flatMap((column): HeatCell[] => {
      const here = figuresAt(points, figure, [
        { field: x.field, value: column },
        { field: y.field, value: row },
      ]);
      const means = here.flatMap(({ mean }) => mean ?? []);
      return means.length === 0 ? [] : [{ x: column, y: row, value: meanOf(means) }];
    }),
  );
  if (cells.length < 2) return undefined;
  const says = `${figure.name} for each pair of ${x.field} and ${y.field}; the table has all of them`;
  const title = `${figure.name} by ${x.field} and ${y.field}`;
  return { kind: 'heat', title, says, figure, fields: { x: x.field, y: y.field }, cells };
}

function figuresAt(
  points: readonly SweepPoint[],
  { name }: Figure,
  wanted: readonly { readonly field: string; readonly value: string }[],
) {
  const isThere = ({ variant }: SweepPoint) =>
    wanted.every(({ field, value }) =>
      variant.changes.some((change) => change.field === field && change.value === value),
    );
  return points.filter(isThere).flatMap((point) => figureAt(point, name) ?? []);
}

/** Where a terminal has no room, ranges go before figures; those of the first figure stay. */
function pointsTable(
  axes: readonly Axis[],
  points: readonly SweepPoint[],
  figures: readonly Figure[],
): AnswerTable {
  const fieldAt = ({ variant }: SweepPoint, field: string) =>
    variant.changes.find((change) => change.field === field)?.value ?? '';
  return {
    caption: 'All points',
    columns: [
      ...axes.map(({ field }) => ({ title: field, look: 'name', isName: true }) as const),
      ...figures.flatMap(({ name }, at): Column[] => [
        { title: name, look: 'number', isName: true, ...(at > 0 && { spare: 1 }) },
        { title: '5 % to 95 %', look: 'number', isName: true, ...(at > 0 && { spare: 2 }) },
      ]),
    ],
    rows: points.map((point) => [
      ...axes.map(({ field }) => fieldAt(point, field)),
      ...figures.flatMap((figure) => [meanText(point, figure), pointRangeText(point, figure)]),
    ]),
  };
}
