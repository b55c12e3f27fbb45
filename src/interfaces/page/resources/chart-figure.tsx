import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TimeWindow } from '../ui-protocol.ts';
import type { ResourceChart } from './resource-charts.ts';
import { seriesPath } from './series-path.ts';

const height = 40;

interface ChartFigureProps {
  readonly chart: ResourceChart;
  readonly window: TimeWindow;
  readonly width: number;
  /** The moment whose value is written at the right. */
  readonly atMs: number;
}

/** One small chart with its name, and above it its value at a moment. */
export function ChartFigure({ chart, window, width, atMs }: ChartFigureProps) {
  const { title, look, series, second, top, levels, empty, readout, summary } = chart;
  const picture = useMemo((): ComponentChildren => {
    if (empty !== undefined) return <p class="resources-empty">{empty}</p>;
    const space = { window, width, height, top };
    const first = seriesPath(series, space);
    return (
      <svg class="resources-picture" width={width} height={height} role="img" aria-label={summary}>
        {second !== undefined && <path class="resources-second" d={seriesPath(second, space).area} />}
        <path class="resources-area" d={first.area} />
        <path class="resources-line" d={first.line} />
        {levels.map(({ value, name }) => {
          const y = Math.max(0.5, height - (value / top) * height);
          return (
            <g key={name}>
              <line class="resources-level" x1={0} x2={width} y1={y} y2={y} />
              <text class="resources-level-name" x={width - 3} y={y < 12 ? y + 10 : y - 3}>
                {name}
              </text>
            </g>
          );
        })}
      </svg>
    );
  }, [chart, window, width]);
  return (
    <figure class={`resources-chart resources-${look}`}>
      <figcaption>
        <span class="resources-name">{title}</span>
        <span class="resources-value">{empty === undefined ? readout(atMs) : ''}</span>
      </figcaption>
      {picture}
    </figure>
  );
}
