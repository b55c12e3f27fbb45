import { useMemo, useRef, useState } from 'preact/hooks';
import { countText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { ResourcesPanelProps } from '../panel-props.ts';
import '../style/resources.css';
import { momentText } from '../timeline/time-axis.ts';
import { useSize } from '../timeline/use-size.ts';
import { ChartFigure } from './chart-figure.tsx';
import { resourceCharts } from './resource-charts.ts';
import { StripFigure } from './strip-figure.tsx';
import { backOffRows, imageRows } from './strip-rows.ts';

/**
 * What pulls compete for, over the same time as the timeline: slots, tokens, bandwidth, disk and back-off.
 */
export function ResourcesPanel({ run, node, registries, window, playheadMs, onSeek }: ResourcesPanelProps) {
  const { endMs } = run.view;
  const root = useRef<HTMLDivElement>(null);
  const { width } = useSize(root);
  const [hoverMs, setHoverMs] = useState<number | undefined>(undefined);
  const charts = useMemo(() => resourceCharts(node, registries, endMs), [node, registries, endMs]);
  const images = useMemo(() => imageRows(node, endMs), [node, endMs]);
  const backOffs = useMemo(() => backOffRows(node), [node]);

  const span = window.toMs - window.fromMs;
  const timeOf = (event: MouseEvent): number | undefined => {
    const left = root.current?.getBoundingClientRect().left ?? 0;
    const isPicture = event.target instanceof Element && event.target.closest('.resources-picture') !== null;
    if (!isPicture || width === 0) return undefined;
    return window.fromMs + Math.min(Math.max((event.clientX - left) / width, 0), 1) * span;
  };
  const x = (atMs: number): number | undefined => {
    const share = (atMs - window.fromMs) / span;
    return share >= 0 && share <= 1 ? share * width : undefined;
  };
  const atMs = hoverMs ?? playheadMs;
  const shared = { window, width, atMs };
  return (
    <section class="resources" aria-label="Resources">
      <header>
        <h2 class="panel-title resources-title">Resources · {visibleText(node.node)}</h2>
        <span class="resources-time">
          {hoverMs === undefined ? 'at the playhead' : 'pointed at'} {momentText(atMs)}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointing only reads; seeking has its own keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: seeking has its own keys */}
      <div
        class="resources-charts"
        ref={root}
        onPointerMove={(event) => setHoverMs(timeOf(event))}
        onPointerLeave={() => setHoverMs(undefined)}
        onClick={(event) => {
          const to = timeOf(event);
          if (to !== undefined) onSeek(to);
        }}
      >
        {width > 0 && (
          <>
            {charts.map((chart) => (
              <ChartFigure key={chart.key} chart={chart} {...shared} />
            ))}
            <StripFigure
              title="images on the disk"
              look="images"
              rows={images}
              empty="no image was there"
              readout={(count) => countText(count, 'image')}
              endMs={endMs}
              {...shared}
            />
            <StripFigure
              title="back-off windows"
              look="backOffs"
              rows={backOffs}
              empty="no pull failed, so nothing backs off"
              readout={(count) => `${count} of ${backOffs.length} back off`}
              endMs={endMs}
              {...shared}
            />
            <Cursor className="resources-playhead" at={x(playheadMs)} />
            <Cursor className="resources-hover" at={hoverMs === undefined ? undefined : x(hoverMs)} />
          </>
        )}
      </div>
    </section>
  );
}

function Cursor({ className, at }: { readonly className: string; readonly at: number | undefined }) {
  return at === undefined ? null : (
    <span class={className} aria-hidden="true" style={{ transform: `translateX(${at}px)` }} />
  );
}
