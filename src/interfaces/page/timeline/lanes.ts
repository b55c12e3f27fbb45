import type { BarView } from '../../../reports/run-view/run-view.ts';
import { lowerBound } from '../../../rules/collections/lower-bound.ts';
import type { RowGroupView } from './rows/row-groups.ts';

/** Heights in CSS pixels. */
export interface LaneSizes {
  readonly headerPx: number;
  readonly rowPx: number;
}

/** The band of rows above the groups: a header and, while it is open, its rows. */
export interface BandLanes {
  readonly headerPx: number;
  readonly rowPx: number;
  readonly rows: number;
}

/** Returns the height of the band; 0 if there is none. */
export function bandHeight(band: BandLanes | undefined): number {
  return band === undefined ? 0 : band.headerPx + band.rows * band.rowPx;
}

/** Returns the row of the band at a height; undefined for its header, and below it. */
export function bandRowAt({ band }: Lanes, y: number): number | undefined {
  if (band === undefined || y < band.headerPx || y >= bandHeight(band)) return undefined;
  return Math.floor((y - band.headerPx) / band.rowPx);
}

/** A header with its shown rows. */
export interface LaneGroup {
  /** The index of the header among all, those without a shown row included. */
  readonly place: number;
  readonly y: number;
  readonly height: number;
  readonly isCollapsed: boolean;
  /** The numbers of the shown rows, in order; empty while collapsed. */
  readonly rows: readonly number[];
  /** The number of rows that the search finds, shown or not. */
  readonly found: number;
}

/** The place of each row of a run in the picture, from top to bottom. */
export interface Lanes {
  readonly groups: readonly LaneGroup[];
  readonly height: number;
  readonly sizes: LaneSizes;
  /** Above all groups; undefined: none. */
  readonly band: BandLanes | undefined;
  readonly found: number;
  /** Returns the top of a row; undefined if it is hidden. */
  readonly yOf: (row: number) => number | undefined;
}

/**
 * Lays out the rows that the search finds, below their header. A header without any is left out.
 */
export function lanesOf(
  grouped: readonly Pick<RowGroupView, 'key' | 'rows'>[],
  found: (row: number) => boolean,
  collapsed: ReadonlySet<string>,
  sizes: LaneSizes,
  band?: BandLanes,
): Lanes {
  const groups: LaneGroup[] = [];
  const tops = new Map<number, number>();
  let y = bandHeight(band);
  let all = 0;
  for (const [place, { key, rows: members }] of grouped.entries()) {
    const rows = members.filter(found);
    if (rows.length === 0 && members.length > 0) continue;
    all += rows.length;
    const isCollapsed = collapsed.has(key);
    const shown = isCollapsed ? [] : rows;
    for (const [index, row] of shown.entries()) tops.set(row, y + sizes.headerPx + index * sizes.rowPx);
    const height = sizes.headerPx + shown.length * sizes.rowPx;
    groups.push({ place, y, height, isCollapsed, rows: shown, found: rows.length });
    y += height;
  }
  return { groups, height: y, sizes, band, found: all, yOf: (row) => tops.get(row) };
}

/** Returns the first group that reaches below `y`; the number of groups if all are above. */
export function firstGroupBelow({ groups }: Lanes, y: number): number {
  return lowerBound(groups.length, (index) => {
    const group = groups[index];
    return group === undefined || group.y + group.height > y;
  });
}

interface VisibleRow {
  readonly row: number;
  readonly y: number;
}

/** Returns the rows that are at least partly between two heights. */
export function rowsBetween(lanes: Lanes, topPx: number, bottomPx: number): VisibleRow[] {
  const { headerPx, rowPx } = lanes.sizes;
  const visible: VisibleRow[] = [];
  for (let place = firstGroupBelow(lanes, topPx); place < lanes.groups.length; place++) {
    const group = lanes.groups[place];
    if (group === undefined || group.y >= bottomPx) break;
    const first = group.y + headerPx;
    const last = Math.min(group.rows.length, Math.ceil((bottomPx - first) / rowPx));
    for (let index = Math.max(0, Math.floor((topPx - first) / rowPx)); index < last; index++) {
      const row = group.rows[index];
      if (row !== undefined) visible.push({ row, y: first + index * rowPx });
    }
  }
  return visible;
}

/** Returns the row at a height; undefined for a header, or for nothing. */
export function rowAt(lanes: Lanes, y: number): number | undefined {
  const group = lanes.groups[firstGroupBelow(lanes, y)];
  if (group === undefined || y < group.y + lanes.sizes.headerPx) return undefined;
  return group.rows[Math.floor((y - group.y - lanes.sizes.headerPx) / lanes.sizes.rowPx)];
}

/**
 * Returns the index of the first bar that ends after `atMs`; the number of bars if all end before. Bars are
 * in order of time.
 */
export function firstBarAfter(bars: readonly BarView[], atMs: number): number {
  return lowerBound(bars.length, (index) => (bars[index]?.toMs ?? Number.POSITIVE_INFINITY) > atMs);
}

/**
 * Returns the index of the bar at the playhead. At the end of the run it is the last one; before the first
 * one there is none.
 */
export function barOver(bars: readonly BarView[], atMs: number): number | undefined {
  const place = Math.min(firstBarAfter(bars, atMs), bars.length - 1);
  const bar = bars[place];
  return bar !== undefined && bar.fromMs <= atMs ? place : undefined;
}

/** Times are exact to the microsecond. */
const microMs = 0.001;

/** Returns the moment of a bar that is nearest to `atMs`. At the end of a bar, the next one has begun. */
export function momentIn({ fromMs, toMs }: BarView, atMs: number): number {
  return Math.min(Math.max(atMs, fromMs), toMs - microMs);
}

/**
 * Returns the index of the bar at a moment; undefined if there is none, or one that shows nothing (`ended`).
 */
export function barAt(bars: readonly BarView[], atMs: number): number | undefined {
  const place = firstBarAfter(bars, atMs);
  const bar = bars[place];
  return bar !== undefined && bar.fromMs <= atMs && bar.phase !== 'ended' ? place : undefined;
}
