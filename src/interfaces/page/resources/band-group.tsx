// biome-ignore-all lint/a11y/useSemanticElements: a treegrid has no element of its own; axe checks it in the browser
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid takes the keys
import { type BandLanes, bandHeight } from '../timeline/lanes.ts';
import { HeaderGround } from '../timeline/rows/header-ground.tsx';
import type { BandRow } from './band-row.ts';

interface BandGroupProps {
  readonly title: string;
  readonly band: BandLanes;
  readonly rows: readonly BandRow[];
  /** Only rows between these heights of the sheet are in the document. */
  readonly topPx: number;
  readonly bottomPx: number;
  readonly isOpen: boolean;
  readonly playheadMs: number;
  /** The line at which the keyboard is; 0 is the header. */
  readonly activeLine: number | undefined;
  readonly idOf: (line: number) => string;
  readonly onToggle: (line: number) => void;
}

/**
 * The labels of the rows above the pods: what each is, and its value at the playhead, or that of the whole run
 * while the playhead is at the beginning.
 */
export function BandGroup(props: BandGroupProps) {
  const { title, band, isOpen, playheadMs, activeLine, idOf, onToggle } = props;
  const placeOf = (y: number): number => (y - band.headerPx) / band.rowPx;
  const first = Math.max(0, Math.floor(placeOf(props.topPx)));
  const last = Math.min(band.rows, Math.max(0, Math.ceil(placeOf(props.bottomPx))));
  const shown = props.rows.slice(first, last).map((row, place) => ({ row, line: first + place + 1 }));
  const active = (line: number) => (line === activeLine ? ' timeline-active' : '');
  return (
    <div
      class="timeline-group timeline-band"
      role="rowgroup"
      aria-label={title}
      style={{ top: 0, height: `${bandHeight(band)}px` }}
    >
      <HeaderGround heightPx={band.headerPx} />
      <div
        id={idOf(0)}
        class={`timeline-node${active(0)}`}
        role="row"
        aria-level={1}
        aria-expanded={isOpen}
        style={{ height: `${band.headerPx}px` }}
        onClick={() => onToggle(0)}
      >
        <span role="rowheader" class="timeline-node-title">
          <span class="timeline-twist" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
          <span>{title}</span>
        </span>
      </div>
      {shown.map(({ row, line }) => (
        <div
          key={row.key}
          id={idOf(line)}
          class={`timeline-row${active(line)}`}
          role="row"
          aria-level={row.isPart ? 3 : 2}
          aria-expanded={row.isExpanded}
          style={{ top: `${band.headerPx + (line - 1) * band.rowPx}px`, height: `${band.rowPx}px` }}
          data-band={row.key}
          onClick={() => onToggle(line)}
        >
          <span role="rowheader" class="timeline-label timeline-band-label">
            <span class="timeline-band-words" aria-hidden="true" title={`${row.title}\n${row.summary}`}>
              <span class={`timeline-band-name${nameClass(row)}`}>
                {row.title}
                {row.isExpanded !== undefined && (row.isExpanded ? ' ▾' : ' ▸')}
              </span>
              <span class="timeline-band-value">{playheadMs === 0 ? row.whole : row.label(playheadMs)}</span>
            </span>
            <span class="visually-hidden">{`${row.title} ${row.summary}`}</span>
          </span>
        </div>
      ))}
    </div>
  );
}

/** The name of a row that can be unfolded is whole, with its sign. */
function nameClass({ isPart, isExpanded }: BandRow): string {
  if (isPart) return ' timeline-band-part';
  return isExpanded === undefined ? '' : ' timeline-band-unfolds';
}
