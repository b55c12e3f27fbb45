import type { Answer, AnswerTable } from '../../../reports/answer/answer.ts';
import type { AnswerChart, CurvePoint, HeatCell } from '../../../reports/answer/answer-chart.ts';
import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { largest, smallest } from '../../../rules/collections/extremes.ts';
import { meanOf } from '../statistics/paired-bootstrap.ts';
import type { Axis } from '../variants/vary.ts';
import { figureAt, type SweepPoint, type SweepResult } from './sweep-result.ts';
import { sweepSentences } from './sweep-text.ts';

/** More values than that could not be read. */
const valuesMax = 40;

/**
 * Returns a sweep as a page: for each figure how it goes with each field, and with pairs of fields; then all
 * points.
 */
export function sweepAnswer(result: SweepResult, figures: readonly Figure[]): Answer {
  const { axes, seeds, points } = result;
  const [first] = figures;
  const moving = figures.filter(
    ({ name }) => new Set(points.map((point) => figureAt(point, name)?.mean)).size > 1,
  );
  const runs = points.reduce((sum, point) => sum + point.runs, 0);
  const shown = axes.filter(({ values }) => values.length > 1 && values.length <= valuesMax);
  return {
    title: `Sweep of ${axes.map(({ field }) => field).join(', ')}`,
    conditions: [
      `${countText(points.length, 'point')}, ${countText(runs, 'run')}, ${countText(seeds.length, 'seed')} each, from ${seeds[0] ?? 0} on`,
      'Charts show means over the seeds and over the fields that they do not name; a bar reaches from 5 % to 95 % of the points’ runs.',
    ],
    sentences: first === undefined ? [] : sweepSentences(result, first),
    charts: () =>
      moving.flatMap((figure) => [
        ...shown.flatMap((axis) => curve(points, figure, axis) ?? []),
        ...pairs(shown).flatMap(([x, y]) => heat(points, figure, x, y) ?? []),
      ]),
    tables: [pointsTable(result, figures)],
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

function pointsTable({ axes, points }: SweepResult, figures: readonly Figure[]): AnswerTable {
  const columns = [
    ...axes.map(({ field }) => ({ title: field, look: 'name' as const })),
    ...figures.flatMap(({ name }) => [
      { title: name, look: 'number' as const },
      { title: '5 % to 95 %', look: 'number' as const },
    ]),
    { title: 'runs', look: 'number' as const },
  ];
  const rows = points.map((point) => [
    ...axes.map(({ field }) => point.variant.changes.find((change) => change.field === field)?.value ?? ''),
    ...figures.flatMap((figure) => {
      const { mean = null, p5 = null, p95 = null } = figureAt(point, figure.name) ?? {};
      const text = (value: number | null) => (value === null ? '–' : figureText(figure, value));
      return [text(mean), p5 === null ? '' : `${text(p5)} to ${text(p95)}`];
    }),
    point.refused === undefined ? String(point.runs) : 'refused',
  ]);
  return { caption: 'All points', columns, rows };
}
