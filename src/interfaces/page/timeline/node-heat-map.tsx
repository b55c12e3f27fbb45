// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the buttons beside it name the slowest nodes
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { countText, durationText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { waitMsOfRow } from './rows/row-words.ts';
import { useSize } from './use-size.ts';

interface NodeHeatMapProps {
  readonly view: RunView;
  readonly theme: number;
  /** A node is to be looked at alone. */
  readonly onNode: (name: string) => void;
}

/** With fewer nodes their headers are seen at a glance. */
export const heatMapNodesMin = 50;

const cellPx = 12;
const slowestMax = 3;

interface NodeHeat {
  readonly name: string;
  readonly rows: number;
  /** How long the slowest container of the node took to run, or has waited by the end. */
  readonly slowestMs: number;
}

/** A cell for each node, the darker the later its slowest container ran; a press shows that node alone. */
export function NodeHeatMap({ view, theme, onNode }: NodeHeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const [pointed, setPointed] = useState<NodeHeat | undefined>(undefined);
  const nodes = useMemo(() => nodeHeats(view), [view]);
  const columns = Math.max(1, Math.floor(width / cellPx));
  const heightPx = Math.ceil(nodes.length / columns) * cellPx;

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || width === 0) return;
    const ratio = devicePixelRatio;
    element.width = Math.round(width * ratio);
    element.height = Math.round(heightPx * ratio);
    context.scale(ratio, ratio);
    context.fillStyle = getComputedStyle(element).color;
    const worstMs = Math.max(1, largest(nodes.map(({ slowestMs }) => slowestMs)));
    for (const [place, { slowestMs }] of nodes.entries()) {
      context.globalAlpha = 0.08 + 0.92 * (slowestMs / worstMs);
      const [x, y] = [(place % columns) * cellPx, Math.floor(place / columns) * cellPx];
      context.fillRect(x, y, cellPx - 1, cellPx - 1);
    }
  }, [nodes, width, heightPx, columns, theme]);

  const at = (event: MouseEvent): NodeHeat | undefined => {
    const box = canvas.current?.getBoundingClientRect();
    if (box === undefined) return undefined;
    const [column, row] = [event.clientX - box.left, event.clientY - box.top].map((px) =>
      Math.floor(px / cellPx),
    );
    return column === undefined || row === undefined || column >= columns
      ? undefined
      : nodes[row * columns + column];
  };
  const slowest = nodes.toSorted((a, b) => b.slowestMs - a.slowestMs).slice(0, slowestMax);
  return (
    <section class="timeline-heat" aria-label="Nodes by their slowest container">
      <p>
        {pointed === undefined ? (
          <>
            {countText(nodes.length, 'node')}, the slowest:{' '}
            {slowest.map((node) => (
              <button key={node.name} type="button" onClick={() => onNode(node.name)}>
                {heatText(node)}
              </button>
            ))}
          </>
        ) : (
          heatText(pointed)
        )}
      </p>
      <div ref={frame} class="timeline-heat-frame">
        <canvas
          ref={canvas}
          style={{ height: `${heightPx}px` }}
          aria-hidden="true"
          onMouseMove={(event) => setPointed(at(event))}
          onMouseLeave={() => setPointed(undefined)}
          onClick={(event) => {
            const node = at(event);
            if (node !== undefined) onNode(node.name);
          }}
        />
      </div>
    </section>
  );
}

function heatText({ name, rows, slowestMs }: NodeHeat): string {
  return `${visibleText(name)}: ${durationText(slowestMs)}, ${countText(rows, 'row')}`;
}

function nodeHeats({ nodes, rows, endMs }: RunView): readonly NodeHeat[] {
  return nodes.map(({ name, firstRow, rowCount }) => {
    const times = rows.slice(firstRow, firstRow + rowCount).map((row) => waitMsOfRow(row, endMs));
    return { name, rows: rowCount, slowestMs: Math.max(0, largest(times)) };
  });
}
