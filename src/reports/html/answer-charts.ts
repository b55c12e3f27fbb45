import * as Plot from '@observablehq/plot';
import { largest, smallest } from '../../rules/collections/extremes.ts';
import type { AnswerChart, Bar, CurvePoint, Dots, HeatCell, Interval } from '../answer/answer-chart.ts';
import { type Figure, figureText } from '../comparison/figure-rows.ts';
import { clipEnd } from '../text/fitted-text.ts';
import { type Chart, type ChartMarkup, figure, unitFor, wholeText } from './charts.ts';

const rowHeight = 26;
const nameMax = 30;
const around = 76;

/** Returns the chart, drawn. */
export function drawnChart(chart: AnswerChart): ChartMarkup {
  switch (chart.kind) {
    case 'heat':
      return heatChart(chart, chart.figure, chart.fields, chart.cells);
    case 'curve':
      return curveChart(chart, chart.figure, chart.field, chart.points);
    case 'intervals':
      return intervalsChart(chart, chart.rows);
    case 'bars':
      return barsChart(chart, chart.label, chart.bars);
    case 'dots':
      return dotsChart(chart, chart.figure, chart.settings, chart.limit);
  }
}

/**
 * Returns a figure for each pair of values of two fields: the greater, the darker. Values stand in the order
 * of the cells.
 */
function heatChart(
  chart: Chart,
  of: Figure,
  fields: { readonly x: string; readonly y: string },
  cells: readonly HeatCell[],
): ChartMarkup {
  const rows = new Set(cells.map(({ y }) => y)).size;
  const values = cells.map(({ value }) => value);
  const [least, most] = [smallest(values), largest(values)];
  const strength = ({ value }: HeatCell) =>
    most === least ? 0.1 : 0.04 + (0.5 * (value - least)) / (most - least);
  return figure(chart, {
    height: around + rows * rowHeight * 1.3,
    marginLeft: 110,
    x: { label: fields.x, type: 'band', domain: orderOf(cells.map(({ x }) => x)), padding: 0.03 },
    y: { label: fields.y, type: 'band', domain: orderOf(cells.map(({ y }) => y)), padding: 0.05 },
    opacity: { type: 'identity' },
    marks: [
      Plot.cell(cells, { x: 'x', y: 'y', fill: 'var(--accent)', fillOpacity: strength }),
      Plot.text(cells, {
        x: 'x',
        y: 'y',
        text: ({ value }: HeatCell) => figureText(of, value),
        fill: 'var(--ink)',
        fontSize: 11,
      }),
    ],
  });
}

/** Returns how a figure goes with the values of a field, in their order. */
function curveChart(chart: Chart, of: Figure, field: string, points: readonly CurvePoint[]): ChartMarkup {
  const { perUnit, axis } = unitOf(of, largest(points.map(({ high }) => high)));
  const x = { type: 'point', domain: points.map((point) => point.x), label: field } as const;
  const scaled = points.map((point) => ({
    x: point.x,
    mean: point.mean / perUnit,
    low: point.low / perUnit,
    high: point.high / perUnit,
  }));
  return figure(chart, {
    x,
    y: { ...axis, grid: true, zero: true, ticks: 5 },
    marks: [
      Plot.ruleX(scaled, { x: 'x', y1: 'low', y2: 'high', stroke: 'var(--dim)', strokeWidth: 1.5 }),
      Plot.lineY(scaled, { x: 'x', y: 'mean', stroke: 'var(--accent)', strokeWidth: 1.6 }),
      Plot.dot(scaled, { x: 'x', y: 'mean', fill: 'var(--accent)', r: 3.2 }),
      Plot.ruleY([0]),
    ],
  });
}

const verdictColours = { better: 'var(--good)', worse: 'var(--bad)', neither: 'var(--dim)' };

/**
 * The axis goes no further: beside a difference of 60,000 %, of a figure that was nearly 0, all others would
 * be one point.
 */
const percentMax = 200;

/**
 * Returns differences in percent, one below the other: an interval that holds 0 shows no difference. What is
 * beyond the axis stands at its end, with its value.
 */
export function intervalsChart(chart: Chart, all: readonly Interval[]): ChartMarkup {
  const within = (percent: number) => Math.max(-percentMax, Math.min(percentMax, percent));
  const rows = all.map(({ mid, low, high, ...row }) => ({
    ...row,
    mid: within(mid),
    low: within(low),
    high: within(high),
    percent: mid,
  }));
  const beyond = rows.filter(({ percent }) => Math.abs(percent) > percentMax);
  const beyondText = ({ percent }: { readonly percent: number }) =>
    `${percent < 0 ? '' : '+'}${String(Math.round(percent)).replace(/\B(?=(\d{3})+$)/g, ',')} %`;
  const colour = ({ verdict }: Pick<Interval, 'verdict'>) => verdictColours[verdict];
  return figure(chart, {
    height: around + rows.length * rowHeight,
    marginLeft: 190,
    ...(beyond.length > 0 && { marginRight: 80 }),
    x: { label: 'difference (%)', grid: true },
    y: { label: null, type: 'point', domain: rows.map(({ name }) => name) },
    marks: [
      Plot.ruleX([0], { stroke: 'var(--dim)' }),
      Plot.ruleY(rows, { y: 'name', x1: 'low', x2: 'high', stroke: colour, strokeWidth: 2.5 }),
      Plot.dot(rows, { y: 'name', x: 'mid', fill: colour, r: 4 }),
      Plot.text(beyond, {
        y: 'name',
        x: 'mid',
        text: beyondText,
        textAnchor: 'start',
        dx: 7,
        fill: 'var(--ink)',
      }),
    ],
  });
}

/** Returns bars in ms, one below the other; those below zero go to the left. */
function barsChart(chart: Chart, label: string, bars: readonly Bar[]): ChartMarkup {
  const { perUnit, unit } = unitFor(largest(bars.map(({ value }) => Math.abs(value))));
  const rows = bars.map(({ name, value, text }, index) => ({
    row: String(index),
    name,
    value: value / perUnit,
    text,
  }));
  const names = new Map(rows.map(({ row, name }) => [row, name]));
  return figure(chart, {
    height: around + rows.length * rowHeight,
    marginLeft: 230,
    marginRight: 80,
    x: { label: `${label} (${unit})`, grid: true },
    y: {
      label: null,
      domain: rows.map(({ row }) => row),
      tickFormat: (row: string) => clipEnd(names.get(row) ?? '', nameMax),
    },
    marks: [
      Plot.barX(rows, { x: 'value', y: 'row', fill: 'var(--accent)', fillOpacity: 0.7 }),
      Plot.text(rows, {
        x: ({ value }: Bar) => Math.max(value, 0),
        y: 'row',
        text: 'text',
        textAnchor: 'start',
        dx: 5,
      }),
      Plot.ruleX([0]),
    ],
  });
}

/** Returns each run as a dot, the settings one below the other, with a line at the limit. */
function dotsChart(chart: Chart, of: Figure, settings: readonly Dots[], limit: number): ChartMarkup {
  const { perUnit, axis } = unitOf(of, Math.max(limit, largest(settings.flatMap(({ values }) => values))));
  const dots = settings.flatMap(({ name, values, isGood }) =>
    values.map((value) => ({ name, value: value / perUnit, isGood })),
  );
  return figure(chart, {
    height: around + settings.length * rowHeight,
    marginLeft: 230,
    x: { ...axis, grid: true, zero: true },
    y: {
      label: null,
      type: 'point',
      domain: settings.map(({ name }) => name),
      tickFormat: (name: string) => clipEnd(name, nameMax),
    },
    marks: [
      Plot.ruleX([limit / perUnit], { stroke: 'var(--dim)', strokeDasharray: '6 4' }),
      Plot.dot(dots, {
        x: 'value',
        y: 'name',
        r: 3,
        stroke: ({ isGood }) => (isGood ? 'var(--good)' : 'var(--bad)'),
      }),
    ],
  });
}

function orderOf(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function unitOf({ unit, name }: Figure, most: number) {
  if (unit === 'ms') {
    const time = unitFor(most);
    return { perUnit: time.perUnit, axis: { label: `${name} (${time.unit})` } };
  }
  if (unit === 'bytes')
    return most < 1e9
      ? { perUnit: 1e6, axis: { label: `${name} (MB)` } }
      : { perUnit: 1e9, axis: { label: `${name} (GB)` } };
  return { perUnit: 1, axis: { label: name, tickFormat: wholeText } };
}
