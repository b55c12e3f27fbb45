import type { RowView } from '../../../reports/run-view/run-view.ts';
import { firstBarAfter, type Lanes } from './lanes.ts';

/** The keyboard's place in the timeline: in the band above (line 0 is its header), at a node's header, at a row, or at a bar of it. */
export type Place =
  | { readonly kind: 'band'; readonly line: number }
  | { readonly kind: 'header'; readonly group: number }
  | { readonly kind: 'row'; readonly row: number; readonly bar: number | undefined };

type KeyEffect =
  | { readonly kind: 'go'; readonly place: Place }
  | { readonly kind: 'toggle'; readonly group: number }
  | { readonly kind: 'toggleBand'; readonly line: number }
  | { readonly kind: 'pick'; readonly row: number; readonly bar: number | undefined }
  | { readonly kind: 'cause'; readonly row: number; readonly bar: number };

/** The rows that Page Up and Page Down move. */
const pageRows = 12;

/** Returns the effect of a key in the timeline; undefined if it has none, so that the page may use it. */
export function keyEffect(
  key: string,
  isControl: boolean,
  place: Place | undefined,
  lanes: Lanes,
  rows: readonly RowView[],
): KeyEffect | undefined {
  const places = placesOf(lanes);
  const now = place === undefined ? -1 : places.findIndex((other) => isSame(other, place));
  const at = (index: number): KeyEffect | undefined => {
    const there = places[Math.min(Math.max(index, 0), places.length - 1)];
    return there === undefined ? undefined : { kind: 'go', place: beside(there, place, rows) };
  };
  // The pods come first; the band is above them.
  if (key === 'ArrowDown') return at(place === undefined ? linesOf(lanes) : now + 1);
  if (key === 'ArrowUp') return at(Math.max(now, 1) - 1);
  if (key === 'PageDown') return at(now + pageRows);
  if (key === 'PageUp') return at(Math.max(now, 0) - pageRows);
  if (isControl && key === 'Home') return at(0);
  if (isControl && key === 'End') return at(places.length - 1);
  if (place === undefined) return undefined;
  if (place.kind === 'band') return bandKey(key, place.line, lanes);
  if (place.kind === 'header') return headerKey(key, place.group, lanes);
  return rowKey(key, place, lanes, rows);
}

function bandKey(key: string, line: number, { band }: Lanes): KeyEffect | undefined {
  const isOpen = (band?.rows ?? 0) > 0;
  const turns = line === 0 && ((key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen));
  return key === 'Enter' || turns ? { kind: 'toggleBand', line } : undefined;
}

function headerKey(key: string, group: number, lanes: Lanes): KeyEffect | undefined {
  const isCollapsed = lanes.groups[group]?.isCollapsed === true;
  if (key === 'Enter' || (key === 'ArrowRight' && isCollapsed) || (key === 'ArrowLeft' && !isCollapsed))
    return { kind: 'toggle', group };
  return undefined;
}

function rowKey(
  key: string,
  { row, bar }: Place & { kind: 'row' },
  lanes: Lanes,
  rows: readonly RowView[],
): KeyEffect | undefined {
  const last = (rows[row]?.bars.length ?? 0) - 1;
  const go = (to: number | undefined): KeyEffect => ({ kind: 'go', place: { kind: 'row', row, bar: to } });
  if (key === 'ArrowRight') return last < 0 ? undefined : go(Math.min((bar ?? -1) + 1, last));
  if (key === 'ArrowLeft') {
    if (bar !== undefined) return go(bar === 0 ? undefined : bar - 1);
    const group = lanes.groups.findIndex(({ rows: shown }) => shown.includes(row));
    return group < 0 ? undefined : { kind: 'go', place: { kind: 'header', group } };
  }
  if (key === 'Home') return go(last < 0 ? undefined : 0);
  if (key === 'End') return go(last < 0 ? undefined : last);
  if (key === 'Enter') return { kind: 'pick', row, bar };
  if (key === 'c' && bar !== undefined) return { kind: 'cause', row, bar };
  return undefined;
}

/** Returns the bar at the same time in the next row. */
function beside(there: Place, from: Place | undefined, rows: readonly RowView[]): Place {
  if (there.kind !== 'row' || from?.kind !== 'row' || from.bar === undefined) return there;
  const atMs = rows[from.row]?.bars[from.bar]?.fromMs;
  const bars = rows[there.row]?.bars ?? [];
  if (atMs === undefined || bars.length === 0) return there;
  return { kind: 'row', row: there.row, bar: Math.min(firstBarAfter(bars, atMs), bars.length - 1) };
}

/** The lines of the band, its header included. */
function linesOf({ band }: Pick<Lanes, 'band'>): number {
  return band === undefined ? 0 : band.rows + 1;
}

function placesOf({ groups, band }: Lanes): Place[] {
  const above = Array.from({ length: linesOf({ band }) }, (_, line): Place => ({ kind: 'band', line }));
  const below = groups.flatMap(({ rows }, group): Place[] => [
    { kind: 'header', group },
    ...rows.map((row): Place => ({ kind: 'row', row, bar: undefined })),
  ]);
  return [...above, ...below];
}

function isSame(one: Place, other: Place): boolean {
  if (one.kind === 'band') return other.kind === 'band' && one.line === other.line;
  if (one.kind === 'header') return other.kind === 'header' && one.group === other.group;
  return other.kind === 'row' && one.row === other.row;
}
