import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { TimelineProps } from '../panel-props.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import '../style/timeline.css';
import { BandGroup } from '../resources/band-group.tsx';
import { BandTooltip } from '../resources/band-tooltip.tsx';
import { useBand } from '../resources/use-band.ts';
import { useMedia } from '../shell/use-media.ts';
import { Axis } from './axis.tsx';
import { CauseArrow } from './cause-arrow.tsx';
import { DetailsStrip } from './details-strip.tsx';
import { beyondPx, drawnPart } from './drawn-part.ts';
import { keyEffect, type Place } from './grid-keys.ts';
import { type BandLanes, bandHeight, firstGroupBelow, type LaneSizes } from './lanes.ts';
import { Legend } from './legend.tsx';
import { heatMapNodesMin, NodeHeatMap } from './node-heat-map.tsx';
import { Overview } from './overview.tsx';
import { RangeCard } from './range/range-card.tsx';
import { RowGroup } from './rows/row-group.tsx';
import { spokenOf } from './rows/row-words.ts';
import { useRows } from './rows/use-rows.ts';
import { useStagePointer } from './stage-pointer.ts';
import { ticksOf } from './time-axis.ts';
import { BarsCanvas, TimelineOverlay } from './timeline-layers.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { Tooltip } from './tooltip.tsx';
import { usePrinting, useTheme } from './use-look.ts';
import { useSize } from './use-size.ts';
import { useWhy } from './use-why.ts';
import { useZoom } from './use-zoom.ts';

type TimelinePanelProps = TimelineProps & {
  /** The run as loaded, if the shown run is a what-if. Its bars are thin and above the others. */
  readonly shadow?: RunContents | undefined;
  /** Whether the two runs differ only in their seed. */
  readonly isAnotherDraw: boolean;
  /** The later end of both runs. */
  readonly endMs: number;
};

const normalRow: LaneSizes = { headerPx: 28, rowPx: 24 };
const rowWithShadow: LaneSizes = { headerPx: 28, rowPx: 30 };

/** Nodes, pods and containers as rows, with their phases as bars over virtual time. */
export function Timeline(props: TimelinePanelProps) {
  const {
    run,
    shadow,
    isAnotherDraw,
    client,
    window,
    endMs,
    node,
    grouping,
    search,
    selectedRow,
    selectedBar,
    playheadMs,
    range,
    isToldBeside,
    onSeek,
    onSelect,
    onWindow,
    onRange,
    onGrouping,
    onNode,
  } = props;
  const { view } = run;
  const body = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const bodySize = useSize(body);
  const { width: widthPx } = useSize(ruler, isPrinting);
  const theme = useTheme();
  const id = useId();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [slice, setSlice] = useState(0);
  const [active, setActive] = useState<Place | undefined>(undefined);
  const [hasFocus, setFocus] = useState(false);
  const sizes = shadow === undefined ? normalRow : rowWithShadow;
  const band = useBand(run, node, useMedia('(max-width: 760px)'));
  const { grouped, lanes, imageBytesOf, beforeOf, phases, hasFailures } = useRows(
    run,
    shadow,
    grouping,
    search,
    collapsed,
    sizes,
    band.lanes,
    window,
  );
  // Rows that a search hides still count, so that the panel does not change its height with each letter.
  const wholePx =
    bandHeight(band.lanes) + view.rows.length * sizes.rowPx + grouped.length * sizes.headerPx + 2;
  const ticks = useMemo(() => ticksOf(window, widthPx), [window.fromMs, window.toMs, widthPx]);
  const ticksMs = useMemo(() => ticks.map(({ atMs }) => atMs), [ticks]);

  // Everything below depends on steps of `beyondPx`, so that scrolling rarely draws.
  const { topPx, heightPx } = drawnPart(isPrinting, slice, bodySize.height, lanes.height);
  const onScroll = (): void => {
    setSlice(Math.floor((body.current?.scrollTop ?? 0) / beyondPx));
    pointer.forget();
  };

  const toggle = (group: number): void => {
    const key = grouped[lanes.groups[group]?.place ?? -1]?.key;
    if (key === undefined) return;
    const next = new Set(collapsed);
    if (!next.delete(key)) next.add(key);
    setCollapsed(next);
  };
  const scrollTo = useCallback(
    (y: number): void => {
      const element = body.current;
      if (element === null) return;
      if (y < element.scrollTop + sizes.headerPx) element.scrollTop = y - sizes.headerPx;
      else if (y + sizes.rowPx > element.scrollTop + element.clientHeight)
        element.scrollTop = y + sizes.rowPx - element.clientHeight;
    },
    [sizes],
  );
  const showBar = (row: number, bar: number | undefined): void => {
    const y = lanes.yOf(row);
    if (y !== undefined) scrollTo(y);
    const there = bar === undefined ? undefined : view.rows[row]?.bars[bar];
    if (there === undefined || (there.toMs > window.fromMs && there.fromMs < window.toMs)) return;
    const half = (window.toMs - window.fromMs) / 2;
    const middle = Math.min(Math.max((there.fromMs + there.toMs) / 2, half), endMs - half);
    onWindow({ fromMs: middle - half, toMs: middle + half });
  };
  const pick = (row: number | undefined, bar: number | undefined, atMs?: number): void => {
    onSelect(row, bar, atMs);
    setActive(row === undefined ? undefined : { kind: 'row', row, bar });
  };
  const goToCause = (row: number, bar: number): void => {
    const cause = view.rows[row]?.bars[bar]?.cause;
    if (cause?.row === undefined) return;
    const bars = view.rows[cause.row]?.bars ?? [];
    const at = bars.findIndex(({ fromMs, toMs }) => fromMs <= cause.atMs && cause.atMs <= toMs);
    const hidden = grouped.find(({ rows }) => cause.row !== undefined && rows.includes(cause.row))?.key;
    if (hidden !== undefined && collapsed.has(hidden))
      setCollapsed(new Set([...collapsed].filter((key) => key !== hidden)));
    pick(cause.row, at < 0 ? undefined : at, cause.atMs);
    showBar(cause.row, at < 0 ? undefined : at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // With Shift the page's own keys pick a range.
    if (event.target !== body.current || event.altKey || event.metaKey || event.shiftKey) return;
    const effect = keyEffect(event.key, event.ctrlKey, active, lanes, view.rows);
    if (effect === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (effect.kind === 'toggle') toggle(effect.group);
    else if (effect.kind === 'toggleBand') band.onToggle(effect.line);
    else if (effect.kind === 'pick') onSelect(effect.row, effect.bar);
    else if (effect.kind === 'cause') goToCause(effect.row, effect.bar);
    else {
      setActive(effect.place);
      if (effect.place.kind === 'row') showBar(effect.place.row, effect.place.bar);
      else if (effect.place.kind === 'band') scrollTo(bandLineY(effect.place.line, band.lanes));
      else scrollTo(lanes.groups[effect.place.group]?.y ?? 0);
    }
  };
  useEffect(() => {
    if (selectedRow === undefined) return;
    const y = lanes.yOf(selectedRow);
    if (y !== undefined) scrollTo(y);
  }, [selectedRow]);

  useZoom({
    stage,
    widthPx,
    endMs,
    window,
    scrolls: () => body.current !== null && body.current.scrollHeight > body.current.clientHeight + 1,
    onWindow,
  });
  const pointer = useStagePointer({
    rows: view.rows,
    lanes,
    bandRows: band.rows,
    window,
    widthPx,
    onPick: pick,
    onWindow,
    onRange,
    onSeek,
    onFit: () => onWindow({ fromMs: 0, toMs: endMs }),
  });

  // The shown bar is the one at the pointer, otherwise the one at the keyboard's place, otherwise the
  // selected one.
  const byKey = hasFocus && active?.kind === 'row' ? active : undefined;
  const told = pointer.pointed ?? byKey ?? { row: selectedRow, bar: selectedBar };
  const pointedWhy = useWhy(client, run.run, pointer.pointed?.row, pointer.pointed?.bar, 120);
  const activeWhy = useWhy(client, run.run, byKey?.row, byKey?.bar, 250);
  const selectedWhy = useWhy(client, run.run, selectedRow, selectedBar, 0);
  const toldBar =
    told.row === undefined || told.bar === undefined ? undefined : view.rows[told.row]?.bars[told.bar];
  const lit = useMemo(
    () => (told.row === undefined ? undefined : { row: told.row, bar: told.bar }),
    [told.row, told.bar],
  );
  const pointedRow = pointer.pointed === undefined ? undefined : view.rows[pointer.pointed.row];
  const isSelected =
    isToldBeside && pointer.pointed?.row === selectedRow && pointer.pointed?.bar === selectedBar;
  const activeRow = active?.kind === 'row' ? active.row : undefined;
  const bandLine = hasFocus && active?.kind === 'band' ? active.line : undefined;
  const spoken = byKey === undefined ? '' : spokenOf(view.rows[byKey.row], byKey.bar, activeWhy);

  const bandId = (line: number): string => `${id}-band-${line}`;
  const rowId = useCallback((row: number) => `${id}-row-${row}`, [id]);
  const activeId =
    active === undefined
      ? undefined
      : active.kind === 'row'
        ? rowId(active.row)
        : active.kind === 'band'
          ? bandId(active.line)
          : `${id}-group-${lanes.groups[active.group]?.place ?? 0}`;
  const groups = useMemo(() => {
    const found = [];
    for (let place = firstGroupBelow(lanes, topPx); place < lanes.groups.length; place++) {
      const group = lanes.groups[place];
      if (group === undefined || group.y > topPx + heightPx) break;
      found.push({ group, place });
    }
    return found.flatMap(({ group, place }) => {
      const head = grouped[group.place];
      return head === undefined
        ? []
        : [
            <RowGroup
              key={head.key}
              view={view}
              head={head}
              group={group}
              sizes={sizes}
              topPx={topPx}
              bottomPx={topPx + heightPx}
              search={search}
              activeRow={hasFocus ? activeRow : undefined}
              selectedRow={selectedRow}
              isActive={hasFocus && active?.kind === 'header' && active.group === place}
              idOf={rowId}
              headerId={`${id}-group-${group.place}`}
              imageBytesOf={imageBytesOf}
              beforeOf={beforeOf}
              isAnotherDraw={isAnotherDraw}
              onToggle={() => toggle(place)}
              onRow={(row) => pick(row, undefined)}
            />,
          ];
    });
  }, [lanes, topPx, heightPx, search, hasFocus, active, selectedRow, imageBytesOf, beforeOf, collapsed]);

  return (
    <div class="timeline">
      <div class="timeline-top">
        <div class="timeline-corner">
          <TimelineToolbar
            window={window}
            endMs={endMs}
            grouping={grouping}
            onGrouping={onGrouping}
            onWindow={onWindow}
            onRange={onRange}
          />
        </div>
        <Overview
          view={view}
          endMs={endMs}
          window={window}
          playheadMs={playheadMs}
          theme={theme}
          onWindow={onWindow}
        />
        <div class="timeline-found">{search === '' ? '' : `${lanes.found} of ${view.rows.length} rows`}</div>
        <div class="timeline-ruler" ref={ruler}>
          <Axis
            ticks={ticks}
            window={window}
            endMs={endMs}
            widthPx={widthPx}
            playheadMs={playheadMs}
            onSeek={onSeek}
          />
        </div>
      </div>
      {view.nodes.length > heatMapNodesMin && <NodeHeatMap view={view} theme={theme} onNode={onNode} />}
      <div class="timeline-middle" style={{ flexBasis: `${wholePx}px` }}>
        <div
          ref={body}
          class="timeline-body"
          role="treegrid"
          aria-label="Timeline of nodes, pods and containers"
          aria-rowcount={
            lanes.found + lanes.groups.length + (lanes.band === undefined ? 0 : lanes.band.rows + 1)
          }
          aria-activedescendant={hasFocus ? activeId : undefined}
          tabIndex={0}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
          onFocus={(event) => setFocus(event.target === body.current)}
          onBlur={() => setFocus(false)}
        >
          <div
            class="timeline-sheet"
            role="presentation"
            style={{ height: `${isPrinting ? heightPx : lanes.height}px` }}
          >
            {lanes.band !== undefined && (
              <BandGroup
                title={band.title}
                band={lanes.band}
                rows={band.rows}
                topPx={topPx}
                bottomPx={topPx + heightPx}
                isOpen={band.isOpen}
                playheadMs={playheadMs}
                activeLine={bandLine}
                idOf={bandId}
                onToggle={band.onToggle}
              />
            )}
            {groups}
            <div class="timeline-stage" ref={stage} role="presentation" {...pointer.handlers}>
              <BarsCanvas
                rows={view.rows}
                lanes={lanes}
                bandRows={band.rows}
                window={window}
                settledMs={view.endReason === 'settled' ? view.endMs : undefined}
                widthPx={widthPx}
                topPx={topPx}
                heightPx={heightPx}
                theme={theme}
                ghostOf={shadow === undefined ? undefined : beforeOf}
                lit={lit}
                ticksMs={ticksMs}
              />
              {toldBar !== undefined && told.row !== undefined && (
                <CauseArrow
                  bar={toldBar}
                  row={told.row}
                  lanes={lanes}
                  window={window}
                  widthPx={widthPx}
                  topPx={topPx}
                  heightPx={heightPx}
                  hasGhost={shadow !== undefined}
                />
              )}
            </div>
          </div>
        </div>
        <TimelineOverlay
          window={window}
          widthPx={widthPx}
          playheadMs={playheadMs}
          cursorPx={pointer.cursorPx}
          brush={pointer.brush}
          range={range}
          insteadPx={bandHeight(lanes.band)}
          instead={
            lanes.groups.length > 0
              ? undefined
              : search === ''
                ? 'No pods are on a node.'
                : 'Nothing has this name.'
          }
        />
      </div>
      {range !== undefined && (
        <RangeCard
          run={run}
          range={range}
          onZoom={() => onWindow(range)}
          onRemove={() => {
            onRange(undefined);
            body.current?.focus({ preventScroll: true });
          }}
        />
      )}
      {!isToldBeside && (
        <DetailsStrip
          view={view}
          row={selectedRow}
          bar={selectedBar}
          why={selectedWhy}
          theme={theme}
          onBar={(bar) => {
            if (selectedRow === undefined) return;
            pick(selectedRow, bar);
            showBar(selectedRow, bar);
          }}
          onCause={() =>
            selectedRow !== undefined && selectedBar !== undefined && goToCause(selectedRow, selectedBar)
          }
          onSeek={onSeek}
          onClose={() => {
            pick(undefined, undefined);
            body.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <Legend phases={phases} hasFailures={hasFailures} theme={theme} />
      {isPrinting && lanes.height > heightPx && (
        <p class="timeline-unprinted">More rows than can be printed here: Export, Report has all of them.</p>
      )}
      {pointer.pointed !== undefined && pointedRow !== undefined && !isSelected && (
        <Tooltip
          row={pointedRow}
          bar={pointer.pointed.bar}
          failure={pointer.pointed.failure}
          why={pointedWhy}
          x={pointer.pointed.clientX}
          y={pointer.pointed.clientY}
          theme={theme}
        />
      )}
      {pointer.band !== undefined && (
        <BandTooltip {...pointer.band} x={pointer.band.clientX} y={pointer.band.clientY} />
      )}
      <div class="visually-hidden" role="status">
        {spoken}
      </div>
    </div>
  );
}

/** The top of a line of the band, of which the first is its header. */
function bandLineY(line: number, band: BandLanes | undefined): number {
  return band === undefined || line === 0 ? 0 : band.headerPx + (line - 1) * band.rowPx;
}
