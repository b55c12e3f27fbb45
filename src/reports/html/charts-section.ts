import { largest } from '../../rules/collections/extremes.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { podPhases } from '../phases/pod-phases.ts';
import type { ResourceView } from '../run-view/resource-view.ts';
import type { Series } from '../run-view/series-builder.ts';
import type { RunSummary } from '../summary/summary.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import { type Line, overTimeChart, timesChart, waitingChart } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { drawnSteps, sumSeries } from './sum-series.ts';

/** The most steps of a line; more could not be distinguished. */
const stepsMax = 600;
/** The names of what limits the bytes that come in. */
const limitNames = {
  link: 'limit of the link',
  disk: 'limit of the disk',
  cpus: 'limit of the processors',
} as const;
/** The fewest pods for a distribution. */
const podsMin = 4;

/**
 * Returns the charts that have something to show; undefined if none has. `spanMs` is the time that charts
 * over time show.
 */
export function chartsSection(
  records: readonly TraceRecord[],
  summary: RunSummary,
  resources: ResourceView,
  spanMs: number,
): Markup | undefined {
  const charts = [times(records), waiting(summary), ...overTime(resources, spanMs)].filter(
    (chart) => chart !== undefined,
  );
  return charts.length === 0
    ? undefined
    : html`<section><h2>Charts</h2><div class="charts">${charts}</div></section>`;
}

function times(records: readonly TraceRecord[]): Markup | undefined {
  const all = podPhases(records).pods.flatMap(({ timeToRunningMs }) =>
    timeToRunningMs === undefined ? [] : [timeToRunningMs],
  );
  if (all.length < podsMin) return undefined;
  const sorted = all.toSorted((a, b) => a - b);
  const says = `${countText(all.length, 'pod')}: the fastest ran after ${durationText(sorted[0] ?? 0)}, the slowest after ${durationText(sorted.at(-1) ?? 0)}.`;
  return timesChart({ title: 'How long pods took to run', says }, sorted);
}

function waiting({ waiting: shares, pods }: RunSummary): Markup | undefined {
  if (shares.length === 0) return undefined;
  const most = shares.toSorted((a, b) => b.waitedMs - a.waitedMs)[0];
  const says =
    most === undefined
      ? ''
      : `Of all waiting of ${countText(pods.total, 'pod')}, ${most.percent.toFixed(1)} % is ${most.phase}.`;
  return waitingChart({ title: 'What containers waited for', says }, shares);
}

function overTime({ nodes, registries }: ResourceView, spanMs: number): (Markup | undefined)[] {
  const of = nodes.length === 1 ? '' : `, all ${nodes.length} nodes together`;
  const [only] = nodes;
  const one = nodes.length === 1 ? only : undefined;
  return [
    chart(`Pull slots${of}`, 'pulls', spanMs, [
      { name: 'in use', look: 'area', series: sumSeries(nodes.map(({ slotsInUse }) => slotsInUse)) },
      { name: 'waiting', look: 'line', series: sumSeries(nodes.map(({ slotsWaiting }) => slotsWaiting)) },
    ]),
    chart(`Bytes that come in${of}`, 'MB per second', spanMs, [
      { name: 'link', look: 'area', series: scaled(sumSeries(nodes.map(({ link }) => link)), 1e6) },
      { name: limitNames[one?.takenInBy ?? 'link'], look: 'dashed', series: level(one?.linkMax, 1e6) },
    ]),
    chart(
      'Bytes that registries send',
      'MB per second',
      spanMs,
      registries.length < 2
        ? []
        : [
            ...registries.slice(0, 4).map(
              ({ host, egress }): Drawn => ({
                name: host,
                look: 'line',
                series: scaled(sumSeries([egress]), 1e6),
              }),
            ),
          ],
    ),
    chart(`Disk taken by images${of}`, 'GB', spanMs, [
      { name: 'images', look: 'area', series: scaled(sumSeries(nodes.map(({ disk }) => disk)), 1e9) },
      { name: 'GC begins', look: 'dashed', series: level(one?.gcHighBytes, 1e9) },
    ]),
    chart('Tokens of registryPullQPS', 'tokens', spanMs, [
      { name: 'tokens', look: 'area', series: changing(one?.tokens) },
    ]),
  ];
}

interface Drawn {
  readonly name: string;
  readonly look: Line['look'];
  readonly series: Series | undefined;
}

/** Returns no chart if its first series is empty. A limit is drawn only if it is not far above the values. */
function chart(title: string, label: string, spanMs: number, drawn: readonly Drawn[]): Markup | undefined {
  const [first, ...others] = drawn;
  if (first?.series === undefined) return undefined;
  const most = largest(peaksOf(first.series));
  const kept = others.filter(
    ({ series, look }) =>
      series !== undefined && (look !== 'dashed' || (series.values[0] ?? 0) <= most * 1.6),
  );
  const lines = [first, ...kept].flatMap(({ name, look, series }): Line[] =>
    series === undefined ? [] : [{ name, look, steps: drawnSteps(series, spanMs, stepsMax) }],
  );
  const says = `${first.name}: at most ${Math.round(most * 100) / 100} ${label} within ${durationText(spanMs)}.`;
  return overTimeChart({ title, says }, lines, label, spanMs);
}

function peaksOf({ values }: Series): number[] {
  return [values.reduce((most, value) => Math.max(most, value), 0)];
}

function scaled(series: Series | undefined, by: number): Series | undefined {
  return series && { atMs: series.atMs, values: series.values.map((value) => value / by) };
}

function level(value: number | undefined, by: number): Series | undefined {
  return value === undefined ? undefined : { atMs: [0], values: [value / by] };
}

/** Returns the series; undefined for a bucket that is always full, which needs no chart. */
function changing(series: Series | undefined): Series | undefined {
  return series?.values.some((value) => value !== series.values[0]) === true ? series : undefined;
}
