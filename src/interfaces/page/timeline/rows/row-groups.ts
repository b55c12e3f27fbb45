import { causeTitle } from '../../../../reports/first-cause/shown-causes.ts';
import type { RowView, RunView } from '../../../../reports/run-view/run-view.ts';
import { countText, durationText } from '../../../../reports/text/quantity-text.ts';
import { shortImageName } from '../../../../reports/text/short-name.ts';
import { groupedBy } from '../../../../rules/collections/grouped-by.ts';
import type { Grouping } from '../../ui-protocol.ts';
import { waitMsOfRow } from './row-words.ts';

/** Rows under one header. */
export interface RowGroupView {
  /** The node's name, the workload, the image or the cause: no other group has it. */
  readonly key: string;
  readonly title: string;
  /** Further sentences about it. */
  readonly notes: readonly string[];
  /** The numbers of its rows, in the order in which they are shown. */
  readonly rows: readonly number[];
}

/** More rows than can be taken in at a glance: what was held comes first then. */
const rowsAtAGlance = 20;

/** Returns the headers that suit a run as long as a person has not chosen others. */
export function suitableGrouping({ rows, causes }: RunView): Grouping {
  return rows.length > rowsAtAGlance && causes.length > 0 ? 'cause' : 'node';
}

/**
 * Returns the rows of a run under headers: its nodes in their order; or what held them, their workloads or their
 * images, those that waited longest together first, and in each of them those that waited longest.
 */
export function groupRows(view: RunView, grouping: Grouping): readonly RowGroupView[] {
  if (grouping === 'node') return nodeGroups(view);
  if (grouping === 'cause') return causeGroups(view);
  const nameOf = grouping === 'image' ? (row: RowView | undefined) => row?.image ?? '' : ownerOf;
  const groups = groupedBy(view.rows.keys(), (row) => nameOf(view.rows[row]));
  return [...groups]
    .map(([key, rows]) => waitGroup(view, key, grouping === 'image' ? shortImageName(key) : key, rows))
    .sort((a, b) => b.waitedMs - a.waitedMs);
}

function nodeGroups({ nodes }: RunView): readonly RowGroupView[] {
  return nodes.map(({ name, title, notes, firstRow, rowCount }) => ({
    key: name,
    title,
    notes,
    rows: Array.from({ length: rowCount }, (_, place) => firstRow + place),
  }));
}

/** A row belongs to the cause that comes first, and to a last group if none of those that are shown held it. */
function causeGroups(view: RunView): readonly RowGroupView[] {
  const left = new Set(view.rows.keys());
  const groups = view.causes.map((cause) => {
    const rows = cause.held.map(({ row }) => row).filter((row) => left.delete(row));
    const notes = [`${countText(cause.pods, 'pod')}, ${durationText(cause.heldMs)} together`];
    return { ...waitGroup(view, cause.words, causeTitle(cause), rows), notes };
  });
  const others = { ...waitGroup(view, '', 'Held by none of these', [...left]), notes: [] };
  return [...groups, others].filter(({ rows }) => rows.length > 0);
}

function waitGroup(
  view: RunView,
  key: string,
  title: string,
  rows: readonly number[],
): RowGroupView & { readonly waitedMs: number } {
  const waits = new Map(rows.map((row) => [row, waitOf(view, row)]));
  const waitedMs = [...waits.values()].reduce((sum, waitMs) => sum + waitMs, 0);
  return {
    key,
    title,
    notes: [`${durationText(waitedMs)} until they ran, together`],
    rows: rows.toSorted((a, b) => (waits.get(b) ?? 0) - (waits.get(a) ?? 0) || a - b),
    waitedMs,
  };
}

function waitOf({ rows, endMs }: RunView, place: number): number {
  const row = rows[place];
  return row === undefined ? 0 : waitMsOfRow(row, endMs);
}

/** The workload of a row's pod; a pod without one is alone, and an image that is pulled ahead has none. */
function ownerOf(row: RowView | undefined): string {
  if (row?.pod === undefined) return 'pulled ahead';
  return row.owner ?? `Pod/${row.pod.name}`;
}
