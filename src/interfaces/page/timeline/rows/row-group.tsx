// biome-ignore-all lint/a11y/useSemanticElements: a treegrid has no element of its own; axe checks it in the browser
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys

import type { RowView, RunView } from '../../../../reports/run-view/run-view.ts';
import { countText } from '../../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../../reports/text/visible-text.ts';
import type { LaneGroup, LaneSizes } from '../lanes.ts';
import { HeaderGround } from './header-ground.tsx';
import type { RowGroupView } from './row-groups.ts';
import { RowLabel } from './row-label.tsx';

interface RowGroupProps {
  readonly view: RunView;
  readonly head: RowGroupView;
  readonly group: LaneGroup;
  readonly sizes: LaneSizes;
  /** Only rows between these heights of the sheet are in the document. */
  readonly topPx: number;
  readonly bottomPx: number;
  readonly search: string;
  readonly activeRow: number | undefined;
  readonly selectedRow: number | undefined;
  readonly isActive: boolean;
  readonly idOf: (row: number) => string;
  readonly headerId: string;
  readonly imageBytesOf: (row: RowView) => number | undefined;
  readonly beforeOf: (row: number) => RowView | undefined;
  readonly isAnotherDraw: boolean;
  readonly onToggle: () => void;
  readonly onRow: (row: number) => void;
}

/** A header, which stays visible while its rows are, and its visible rows. */
export function RowGroup(props: RowGroupProps) {
  const { head, group, sizes, topPx, bottomPx } = props;
  const first = Math.max(0, Math.floor((topPx - group.y - sizes.headerPx) / sizes.rowPx));
  const last = Math.min(group.rows.length, Math.ceil((bottomPx - group.y - sizes.headerPx) / sizes.rowPx));
  const rows = group.rows.slice(first, Math.max(first, last));
  return (
    <div
      class="timeline-group"
      role="rowgroup"
      aria-label={visibleText(head.key === '' ? head.title : head.key)}
      style={{ top: `${group.y}px`, height: `${group.height}px` }}
    >
      <HeaderGround heightPx={sizes.headerPx} />
      <div
        id={props.headerId}
        class={`timeline-node${props.isActive ? ' timeline-active' : ''}`}
        role="row"
        aria-level={1}
        aria-expanded={!group.isCollapsed}
        style={{ height: `${sizes.headerPx}px` }}
        onClick={props.onToggle}
      >
        <span role="rowheader" class="timeline-node-title">
          <span class="timeline-twist" aria-hidden="true">
            {group.isCollapsed ? '▸' : '▾'}
          </span>
          <span>{visibleText(head.title)}</span>
          <span class="timeline-node-count">{countText(group.found, 'row')}</span>
          {head.notes.length > 0 && (
            <span class="timeline-node-notes" title={head.notes.map(visibleText).join('\n')}>
              {visibleText(head.notes[0] ?? '')}
              {head.notes.length > 1 && ` (and ${head.notes.length - 1} more)`}
            </span>
          )}
        </span>
      </div>
      {rows.map((row, index) => (
        <Row key={row} {...props} row={row} place={first + index} />
      ))}
    </div>
  );
}

function Row(props: RowGroupProps & { readonly row: number; readonly place: number }) {
  const { view, group, sizes, row, place } = props;
  const data = view.rows[row];
  if (data === undefined) return null;
  const isSamePod = (other: number | undefined): boolean => {
    const pod = other === undefined ? undefined : view.rows[other]?.pod;
    return pod !== undefined && pod.uid === data.pod?.uid;
  };
  const isFirst = !isSamePod(group.rows[place - 1]);
  const isSelected = row === props.selectedRow;
  return (
    <div
      id={props.idOf(row)}
      class={`timeline-row${row === props.activeRow ? ' timeline-active' : ''}${isSelected ? ' timeline-selected' : ''}`}
      role="row"
      aria-level={2}
      aria-selected={isSelected}
      aria-posinset={place + 1}
      aria-setsize={group.rows.length}
      style={{ top: `${sizes.headerPx + place * sizes.rowPx}px`, height: `${sizes.rowPx}px` }}
      onClick={() => props.onRow(row)}
    >
      <span role="rowheader" class="timeline-label">
        <RowLabel
          row={data}
          isFirst={isFirst}
          hasSiblings={!isFirst || isSamePod(group.rows[place + 1])}
          imageBytes={props.imageBytesOf(data)}
          before={props.beforeOf(row)}
          isAnotherDraw={props.isAnotherDraw}
          search={props.search}
        />
      </span>
    </div>
  );
}
