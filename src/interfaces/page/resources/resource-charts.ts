import { bitUnits } from '../../../inputs/scenario/quantities.ts';
import type { NodeResources } from '../../../reports/run-view/node-resource-tracker.ts';
import type { RegistryResources } from '../../../reports/run-view/resource-view.ts';
import { type Series, valueAt } from '../../../reports/run-view/series-builder.ts';
import { durationText, sizeText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';

/** One of the small charts: a series with its limit, and its texts. */
export interface ResourceChart {
  readonly key: string;
  readonly title: string;
  /** The part of a class name that sets its colour. */
  readonly look: 'slots' | 'tokens' | 'link' | 'registry' | 'disk';
  readonly series: Series;
  /** A series that is drawn behind the first, such as those who wait together with those who do not. */
  readonly second?: Series;
  /** The value at the top of the picture. */
  readonly top: number;
  /** Levels that are drawn as lines, including the limit. Those above the top are left out. */
  readonly levels: readonly { readonly value: number; readonly name: string }[];
  /** Whether it was, or may have been, what held pulls: the others are for those who want to see all. */
  readonly isMain: boolean;
  /** Why there is nothing to see; absent if there is something. */
  readonly empty?: string;
  /** Returns the value at a moment, as short as the label of a row needs it. */
  readonly label: (atMs: number) => string;
  /** The peak of the run, in the same way. */
  readonly whole: string;
  /** Returns the text for the value at a moment. */
  readonly readout: (atMs: number) => string;
  /** The whole chart in a sentence, for people who cannot see it. */
  readonly summary: string;
}

/** The most charts of registries. If there are more registries, the busiest are drawn. */
const registriesMax = 6;

/** A registry that sent a smaller share of all bytes held no pull up for long. */
const mainShareMin = 0.02;

/**
 * Returns the charts of a node and of the registries that it shares with others, in the order in which a pull
 * meets them.
 */
export function resourceCharts(
  node: NodeResources,
  registries: readonly RegistryResources[],
  endMs: number,
): readonly ResourceChart[] {
  const busiest = registries
    .map((registry) => ({ registry, peak: seriesFacts(registry.egress, endMs, undefined).peak }))
    .sort((a, b) => b.peak - a.peak)
    .slice(0, registriesMax);
  const sent = new Map(busiest.map(({ registry }) => [registry, seriesArea(registry.egress, endMs)]));
  const all = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  return [
    slotsChart(node, endMs),
    tokensChart(node, endMs),
    rateChart(
      {
        key: 'link',
        title: linkTitle(node),
        look: 'link',
        series: node.link,
        limit: node.linkMax,
        isMain: true,
        nothing: 'nothing came over the link',
      },
      endMs,
    ),
    ...busiest.map(({ registry }) => {
      const { host, egress, egressMax } = registry;
      const title = visibleText(host);
      return rateChart(
        {
          key: `registry ${host}`,
          title,
          look: 'registry',
          series: egress,
          limit: egressMax,
          isMain: (sent.get(registry) ?? 0) >= all * mainShareMin,
          nothing: 'it sent nothing',
        },
        endMs,
      );
    }),
    diskChart(node, endMs),
  ];
}

function slotsChart({ slotsInUse, slotsWaiting, slotsMax }: NodeResources, endMs: number): ResourceChart {
  const used = seriesFacts(slotsInUse, endMs, slotsMax);
  const waiting = seriesFacts(slotsWaiting, endMs, undefined);
  const stacked = stackedSeries(slotsInUse, slotsWaiting);
  const top = Math.max(1, seriesFacts(stacked, endMs, undefined).peak, slotsMax ?? 0);
  const limit = slotsMax === undefined ? 'no limit is set' : `at most ${slotsMax} at once`;
  const full = slotsMax === undefined ? '' : `; all in use for ${shareText(used.fullMs, endMs)}`;
  return {
    key: 'slots',
    title: 'pull slots',
    look: 'slots',
    isMain: true,
    series: slotsInUse,
    second: stacked,
    top,
    levels: slotsMax === undefined ? [] : [{ value: slotsMax, name: `max ${slotsMax}` }],
    ...(used.peak === 0 && waiting.peak === 0 ? { empty: 'no pull took a slot' } : {}),
    label: (atMs) => shortSlots(valueAt(slotsInUse, atMs), valueAt(slotsWaiting, atMs), slotsMax),
    whole: `up to ${shortSlots(used.peak, waiting.peak, slotsMax)}`,
    readout: (atMs) => {
      const [now, waits] = [valueAt(slotsInUse, atMs), valueAt(slotsWaiting, atMs)];
      const of = slotsMax === undefined ? `${now} in use, no limit` : `${now} of ${slotsMax} in use`;
      return waits === 0 ? of : `${of} · ${waits} waiting`;
    },
    summary: `Pull slots: ${limit}; ${used.peak} in use at the most${full}; up to ${waiting.peak} waiting.`,
  };
}

function shortSlots(inUse: number, waiting: number, max: number | undefined): string {
  const of = max === undefined ? `${inUse}` : `${inUse} of ${max}`;
  return waiting === 0 ? of : `${of} · ${waiting} wait`;
}

function tokensChart({ tokens, tokensMax }: NodeResources, endMs: number): ResourceChart {
  const basics = {
    key: 'tokens',
    title: 'tokens of registryPullQPS',
    look: 'tokens',
    isMain: false,
  } as const;
  if (tokens === undefined) {
    const empty = 'no limit is set: registryPullQPS is 0';
    return {
      ...basics,
      series: nothing,
      top: 1,
      levels: [],
      empty,
      label: () => 'no limit',
      whole: 'no limit',
      readout: () => 'no limit',
      summary: `Tokens of registryPullQPS: ${empty}.`,
    };
  }
  const least = tokens.values.reduce(
    (least, value) => Math.min(least, value),
    tokensMax ?? Number.POSITIVE_INFINITY,
  );
  const top = tokensMax ?? Math.max(1, seriesFacts(tokens, endMs, undefined).peak);
  const emptyMs = seriesFacts(
    { atMs: tokens.atMs, values: tokens.values.map((value) => (value < 1 ? 1 : 0)) },
    endMs,
    1,
  ).fullMs;
  return {
    ...basics,
    series: tokens,
    top,
    levels: [{ value: 1, name: 'below 1: refused' }],
    isMain: emptyMs > 0,
    ...(least >= top ? { empty: 'no token was taken' } : {}),
    label: (atMs) => `${tokenText(valueAt(tokens, atMs))} of ${tokenText(top)}`,
    whole: `down to ${tokenText(least)} of ${tokenText(top)}`,
    readout: (atMs) => `${tokenText(valueAt(tokens, atMs))} of ${tokenText(top)}`,
    summary: `Tokens of registryPullQPS: ${tokenText(least)} of ${tokenText(top)} at the least; a pull would have been refused for ${shareText(emptyMs, endMs)}.`,
  };
}

function linkTitle({ takenInBy }: NodeResources): string {
  if (takenInBy === undefined) return 'node link';
  return `node link, limited by the ${takenInBy === 'disk' ? 'disk' : 'processors'}`;
}

interface RateSource {
  readonly key: string;
  readonly title: string;
  readonly look: 'link' | 'registry';
  readonly series: Series;
  readonly limit: number | undefined;
  readonly isMain: boolean;
  readonly nothing: string;
}

function rateChart(
  { key, title, look, series, limit, isMain, nothing: empty }: RateSource,
  endMs: number,
): ResourceChart {
  const { peak, fullMs } = seriesFacts(series, endMs, limit);
  // A limit far above all values would make the curve flat.
  const top = limit !== undefined && peak > limit / 4 ? Math.max(limit, peak) : peak || 1;
  const of = limit === undefined ? ', no limit is set' : ` of ${rateWords(limit)}`;
  const full = limit === undefined ? '' : `; full for ${shareText(fullMs, endMs)}`;
  return {
    key,
    title,
    look,
    isMain,
    series,
    top,
    levels: limit === undefined || limit > top ? [] : [{ value: limit, name: rateWords(limit) }],
    ...(peak === 0 ? { empty } : {}),
    label: (atMs) => rateWords(valueAt(series, atMs)),
    whole: `up to ${rateWords(peak)}`,
    readout: (atMs) => `${rateWords(valueAt(series, atMs))}${of}`,
    summary: `${title}: at most ${rateWords(peak)}${of}${full}.`,
  };
}

function diskChart({ disk, diskMax, gcHighBytes, gcLowBytes }: NodeResources, endMs: number): ResourceChart {
  const { peak, peakAtMs } = seriesFacts(disk, endMs, undefined);
  const near = gcHighBytes ?? diskMax;
  const top = near !== undefined && peak > near / 3 ? Math.max(peak, diskMax ?? near) : peak * 1.15 || 1;
  const marks = [
    { value: gcHighBytes, name: 'GC begins' },
    { value: gcLowBytes, name: 'GC ends' },
    { value: diskMax, name: 'full' },
  ];
  const percent = (bytes: number) =>
    diskMax === undefined ? '' : `${Math.round((bytes / diskMax) * 100)} % · `;
  const of = diskMax === undefined ? ', no limit is set' : ` of ${sizeText(diskMax)}`;
  const gc = gcHighBytes === undefined ? '' : `, GC from ${sizeText(gcHighBytes)}`;
  return {
    key: 'disk',
    title: 'disk',
    look: 'disk',
    isMain: true,
    series: disk,
    top,
    levels: marks.flatMap(({ value, name }) => (value === undefined || value > top ? [] : [{ value, name }])),
    ...(peak === 0 ? { empty: 'no image on the disk' } : {}),
    label: (atMs) => `${percent(valueAt(disk, atMs))}${sizeText(valueAt(disk, atMs))}`,
    whole: `up to ${percent(peak)}${sizeText(peak)}`,
    readout: (atMs) => `${percent(valueAt(disk, atMs))}${sizeText(valueAt(disk, atMs))}${of}${gc}`,
    summary: `Disk: at most ${sizeText(peak)}${of}, after ${durationText(peakAtMs)}${gc}.`,
  };
}

const nothing: Series = { atMs: [0], values: [0] };

function tokenText(tokens: number): string {
  return String(Math.floor(tokens * 10) / 10);
}

function shareText(partMs: number, endMs: number): string {
  if (partMs === 0) return 'no time';
  return `${durationText(partMs)} (${Math.round((partMs / Math.max(endMs, 1)) * 100)} %)`;
}

/** Returns a rate for people, from bytes per second, in bits with three digits: `940 Mbit/s`. */
export function rateWords(bytesPerSecond: number): string {
  const bits = bytesPerSecond * 8;
  const [prefix, unit] = bitUnits.find(([, size]) => bits >= 0.9995 * size) ?? ['', 1];
  return `${Number((bits / unit).toPrecision(3))} ${prefix}bit/s`;
}

interface SeriesFacts {
  readonly peak: number;
  readonly peakAtMs: number;
  /** How long the value was at or above the limit; 0 if there is none. */
  readonly fullMs: number;
}

/** Returns the greatest value of a series up to the end of the run, and how long it was at its limit. */
export function seriesFacts({ atMs, values }: Series, endMs: number, limit: number | undefined): SeriesFacts {
  let peak = values[0] ?? 0;
  let peakAtMs = 0;
  let fullMs = 0;
  values.forEach((value, index) => {
    const from = atMs[index] ?? 0;
    if (value > peak) {
      peak = value;
      peakAtMs = from;
    }
    // Rates are sums of shares, so the last digits may differ.
    if (limit !== undefined && value >= limit * 0.999)
      fullMs += Math.max(0, Math.min(atMs[index + 1] ?? endMs, endMs) - from);
  });
  return { peak, peakAtMs, fullMs };
}

/** Returns the area under a series up to the end of the run. */
function seriesArea({ atMs, values }: Series, endMs: number): number {
  return values.reduce((sum, value, index) => {
    const [from, to] = [atMs[index] ?? 0, Math.min(atMs[index + 1] ?? endMs, endMs)];
    return sum + value * Math.max(0, to - from);
  }, 0);
}

/** The sum of two series at every time. */
export function stackedSeries(one: Series, other: Series): Series {
  const atMs: number[] = [];
  const values: number[] = [];
  for (let i = -1, j = -1; ; ) {
    const [nextOne, nextOther] = [
      one.atMs[i + 1] ?? Number.POSITIVE_INFINITY,
      other.atMs[j + 1] ?? Number.POSITIVE_INFINITY,
    ];
    const at = Math.min(nextOne, nextOther);
    if (at === Number.POSITIVE_INFINITY) return { atMs, values };
    if (nextOne === at) i += 1;
    if (nextOther === at) j += 1;
    atMs.push(at);
    values.push((one.values[i] ?? 0) + (other.values[j] ?? 0));
  }
}
