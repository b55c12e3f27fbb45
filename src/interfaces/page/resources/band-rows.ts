import type { NodeResources } from '../../../reports/run-view/node-resource-tracker.ts';
import type { RegistryResources } from '../../../reports/run-view/resource-view.ts';
import type { RunActivity } from '../../../reports/run-view/run-activity.ts';
import { type Series, SeriesBuilder, valueAt } from '../../../reports/run-view/series-builder.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { eventRows } from './band-events.ts';
import type { BandLook } from './band-looks.ts';
import { type BandRow, spanRow } from './band-row.ts';
import { type ResourceChart, resourceCharts } from './resource-charts.ts';
import { backOffRows, imageRows, type StripRow } from './strip-rows.ts';

/** More rows of one kind than anyone reads. */
const partsMax = 500;

interface BandSource {
  readonly node: NodeResources;
  readonly registries: readonly RegistryResources[];
  readonly activity: RunActivity;
  readonly endMs: number;
}

/**
 * Returns the rows above the pods: what went wrong around the pulls of a node, what they compete for, and what is
 * on its disk. What has nothing to say has no row. `expanded` are the keys of those whose parts are shown.
 */
export function bandRows(
  { node, registries, activity, endMs }: BandSource,
  expanded: ReadonlySet<string>,
): readonly BandRow[] {
  const backOffs = backOffRows(node);
  const charts = resourceCharts(node, registries, endMs).filter(({ empty }) => empty === undefined);
  const main = [...eventRows(activity, node.node), ...charts.filter(({ isMain }) => isMain).map(chartRow)];
  const others = [
    ...charts.filter(({ isMain }) => !isMain).map(chartRow),
    ...partRows(
      {
        key: 'images',
        title: 'images on the disk',
        parts: imageRows(node, endMs),
        words: (count) => countText(count, 'image'),
      },
      endMs,
      expanded,
    ),
    ...partRows(
      {
        key: 'backOffs',
        title: 'back-off windows',
        parts: backOffs,
        words: (count) => `${count} of ${backOffs.length}`,
      },
      endMs,
      expanded,
    ),
  ];
  return others.length === 0
    ? main
    : [...main, moreRow(others, expanded), ...(expanded.has(moreKey) ? others : [])];
}

const moreKey = 'more';

/** The row below which the others stand if a person wants to see them. */
function moreRow(others: readonly BandRow[], expanded: ReadonlySet<string>): BandRow {
  const names = others.filter(({ isPart }) => !isPart).map(({ title }) => title);
  return {
    ...spanRow({
      key: moreKey,
      title: `${names.length} more`,
      look: 'slots',
      spans: [],
      whole: names.join(', '),
      label: () => names.join(', '),
    }),
    summary: `${names.join(', ')}.`,
    isExpanded: expanded.has(moreKey),
  };
}

function chartRow({ series, second, top, levels, ...chart }: ResourceChart): BandRow {
  const { key, title, look, label, whole, readout, summary } = chart;
  const curve = {
    series,
    ...(second === undefined ? {} : { second }),
    top,
    levels: levels.map(({ value }) => value),
  };
  return { key, title, look, curve, spans: [], label, whole, readout, summary, isPart: false };
}

interface Parts {
  readonly key: Extract<BandLook, 'images' | 'backOffs'>;
  readonly title: string;
  readonly parts: readonly StripRow[];
  /** How many of them there are at a moment, `3 images`. */
  readonly words: (count: number) => string;
}

/** How many there are as a curve, and below it a row for each if a person wants to see them. */
function partRows(
  { key, title, parts, words }: Parts,
  endMs: number,
  expanded: ReadonlySet<string>,
): readonly BandRow[] {
  if (parts.length === 0) return [];
  const series = countSeries(parts, endMs);
  const most = largest(series.values);
  const label = (atMs: number): string => words(valueAt(series, atMs));
  const row: BandRow = {
    key,
    title,
    look: key,
    curve: { series, top: Math.max(1, most), levels: [] },
    spans: [],
    label,
    whole: `up to ${words(most)}`,
    readout: label,
    summary: `${title}: up to ${words(most)}; ${parts
      .slice(0, 20)
      .map((part) => part.label)
      .join(', ')}${parts.length > 20 ? `, and ${parts.length - 20} more` : ''}.`,
    isExpanded: expanded.has(key),
    isPart: false,
  };
  if (!expanded.has(key)) return [row];
  return [
    row,
    ...parts.slice(0, partsMax).map((part) =>
      spanRow({
        key: `${key} ${part.key}`,
        title: part.label,
        look: key,
        spans: part.bars,
        whole: '',
        label: () => '',
        isPart: true,
      }),
    ),
  ];
}

/** What lasts until the end of the run is still there at its end. */
function countSeries(parts: readonly StripRow[], endMs: number): Series {
  const changes = parts
    .flatMap(({ bars }) =>
      bars.flatMap(({ fromMs, toMs }) => [
        { atMs: fromMs, by: 1 },
        ...(toMs >= endMs ? [] : [{ atMs: toMs, by: -1 }]),
      ]),
    )
    .sort((a, b) => a.atMs - b.atMs);
  const builder = new SeriesBuilder(0);
  for (const { atMs, by } of changes) builder.add(atMs, by);
  return builder.finish();
}
