import type { PhaseName } from '../../../reports/phases/container-phases.ts';
import { phaseNames } from '../../../reports/phases/phase-looks.ts';
import type { RowView } from '../../../reports/run-view/run-view.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import { paintBand } from '../resources/band-painter.ts';
import type { BandRow } from '../resources/band-row.ts';
import type { TimeWindow } from '../ui-protocol.ts';
import { firstBarAfter, type Lanes, rowsBetween } from './lanes.ts';
import { type Paints, phaseShapes, shiftPatterns } from './phase-paint.ts';

/** Everything on which a picture of the bars depends. Pixels are CSS pixels. */
export interface Scene {
  readonly rows: readonly RowView[];
  readonly lanes: Lanes;
  /** The rows of the band above. */
  readonly bandRows: readonly BandRow[];
  readonly window: TimeWindow;
  /** Where the run ended, if what runs then keeps running. */
  readonly settledMs: number | undefined;
  readonly widthPx: number;
  /** The part of the sheet that the canvas shows. */
  readonly topPx: number;
  readonly heightPx: number;
  readonly ratio: number;
  readonly paints: Paints;
  /** Returns the same row in the other run, which is drawn thin above. */
  readonly ghostOf: ((row: number) => RowView | undefined) | undefined;
  readonly lit: { readonly row: number; readonly bar: number | undefined } | undefined;
  readonly ticksMs: readonly number[];
}

/** x, y, width and height of every bar of a phase, one after the other. */
type Boxes = Record<PhaseName, number[]>;

const textPxMin = 44;
/** A bar that is narrower than a tile of its pattern shows none, and takes a third of the time. */
const patternPxMin = 8;

/** Draws the bars that are in the window and on the canvas. Returns their number. */
export function paintBars(context: CanvasRenderingContext2D, scene: Scene): number {
  const { paints, ratio, widthPx, heightPx, topPx, lanes, window } = scene;
  const pxPerMs = widthPx / (window.toMs - window.fromMs);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, widthPx, heightPx);
  paintTicks(context, scene, pxPerMs);
  const visible = rowsBetween(lanes, topPx, topPx + heightPx);
  const boxes = Object.fromEntries(phaseNames.map((phase) => [phase, [] as number[]])) as Boxes;
  const ghosts = Object.fromEntries(phaseNames.map((phase) => [phase, [] as number[]])) as Boxes;
  const texts: {
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly isOnFull: boolean;
  }[] = [];
  let count = 0;
  for (const { row, y } of visible) {
    const view = scene.rows[row];
    if (view === undefined) continue;
    const top = y - topPx;
    if (scene.lit?.row === row) {
      context.fillStyle = paints.lit;
      context.fillRect(0, top, widthPx, lanes.sizes.rowPx);
    }
    const ghost = scene.ghostOf?.(row);
    const place = barPlace(lanes.sizes.rowPx, scene.ghostOf !== undefined);
    count += collect(boxes, view, scene, pxPerMs, top + place.y, place.height, texts);
    if (ghost !== undefined)
      count += collect(ghosts, ghost, scene, pxPerMs, top + 2, place.ghostHeight, undefined);
  }
  shiftPatterns(paints, -(window.fromMs * pxPerMs), ratio);
  context.globalAlpha = 0.55;
  fillAll(context, ghosts, paints);
  context.globalAlpha = 1;
  fillAll(context, boxes, paints);
  paintTexts(context, texts, paints);
  for (const { row, y } of visible) paintFailures(context, scene, row, y - topPx, pxPerMs);
  paintLitBar(context, scene, pxPerMs);
  paintBand(context, { ...scene, band: lanes.band });
  return count;
}

/** Returns the vertical place of a bar in its row. With a ghost above it, the bar is lower and less high. */
export function barPlace(
  rowPx: number,
  hasGhost: boolean,
): { readonly y: number; readonly height: number; readonly ghostHeight: number } {
  const gap = rowPx >= 18 ? 4 : 1;
  const ghostHeight = hasGhost ? Math.max(2, Math.round(rowPx * 0.2)) : 0;
  const y = hasGhost ? ghostHeight + 4 : gap;
  return { y, height: rowPx - y - gap, ghostHeight };
}

function paintTicks(context: CanvasRenderingContext2D, scene: Scene, pxPerMs: number): void {
  context.fillStyle = scene.paints.line;
  context.globalAlpha = 0.6;
  for (const atMs of scene.ticksMs)
    context.fillRect(Math.round((atMs - scene.window.fromMs) * pxPerMs), 0, 1, scene.heightPx);
  context.globalAlpha = 1;
}

function collect(
  boxes: Boxes,
  { bars, state }: RowView,
  { window, widthPx, settledMs }: Scene,
  pxPerMs: number,
  y: number,
  height: number,
  texts: { x: number; y: number; text: string; isOnFull: boolean }[] | undefined,
): number {
  let count = 0;
  if (texts !== undefined && state === 'running' && settledMs !== undefined && settledMs < window.toMs) {
    const x = Math.max((settledMs - window.fromMs) * pxPerMs, 0);
    const barHeight = Math.max(2, height * phaseShapes.running.share);
    boxes.running.push(x, y + (height - barHeight) / 2, widthPx - x, barHeight);
  }
  /** Bars thinner than a pixel that begin in a pixel already drawn are invisible, so they are skipped. */
  let drawnPx = Number.NEGATIVE_INFINITY;
  for (let place = firstBarAfter(bars, window.fromMs); place < bars.length; place++) {
    const bar = bars[place];
    if (bar === undefined || bar.fromMs >= window.toMs) break;
    const { share, pattern } = phaseShapes[bar.phase];
    const x = Math.max((bar.fromMs - window.fromMs) * pxPerMs, -16);
    const end = Math.min((bar.toMs - window.fromMs) * pxPerMs, widthPx + 16);
    const width = Math.max(end - x, 1);
    if (share === 0 || (width <= 1 && x < drawnPx)) continue;
    drawnPx = Math.floor(x) + 1;
    const barHeight = Math.max(2, height * share);
    boxes[bar.phase].push(x, y + (height - barHeight) / 2, width, barHeight);
    count += 1;
    if (texts !== undefined && share === 1 && height >= 11) {
      const left = Math.max(x, 0);
      const seen = Math.min(end, widthPx) - left;
      if (seen > textPxMin)
        texts.push({
          x: left + 6,
          y: y + height / 2 + 0.5,
          text: durationText(bar.toMs - bar.fromMs),
          isOnFull: pattern === 'plain' || pattern === 'grid',
        });
    }
  }
  return count;
}

function fillAll(context: CanvasRenderingContext2D, boxes: Boxes, paints: Paints): void {
  for (const phase of phaseNames) {
    const flat = boxes[phase];
    if (flat.length === 0) continue;
    fillWhere(context, flat, paints.fills[phase], (width) => width >= patternPxMin);
    fillWhere(context, flat, paints.colours[phase], (width) => width < patternPxMin);
  }
}

function fillWhere(
  context: CanvasRenderingContext2D,
  flat: readonly number[],
  fill: string | CanvasPattern,
  holds: (width: number) => boolean,
): void {
  context.fillStyle = fill;
  for (let at = 0; at < flat.length; at += 4) {
    const width = flat[at + 2] ?? 0;
    if (holds(width)) context.fillRect(flat[at] ?? 0, flat[at + 1] ?? 0, width, flat[at + 3] ?? 0);
  }
}

/** Writes the length of a wide bar inside it: plainly on full bars, with a halo on hatched ones. */
function paintTexts(
  context: CanvasRenderingContext2D,
  texts: readonly {
    readonly x: number;
    readonly y: number;
    readonly text: string;
    readonly isOnFull: boolean;
  }[],
  paints: Paints,
): void {
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = paints.panel;
  for (const { x, y, text, isOnFull } of texts) {
    if (!isOnFull) context.strokeText(text, x, y);
    context.fillStyle = isOnFull ? paints.text : paints.ink;
    context.fillText(text, x, y);
  }
}

/** Draws a cross where a pull failed. */
function paintFailures(
  context: CanvasRenderingContext2D,
  scene: Scene,
  row: number,
  top: number,
  pxPerMs: number,
): void {
  const view = scene.rows[row];
  if (view === undefined || view.failures.length === 0) return;
  const { window, paints, lanes } = scene;
  const place = barPlace(lanes.sizes.rowPx, scene.ghostOf !== undefined);
  const y = top + place.y + place.height / 2;
  const reach = Math.min(4, place.height / 2);
  let drawnPx = Number.NEGATIVE_INFINITY;
  context.lineCap = 'round';
  for (const { atMs } of view.failures) {
    if (atMs < window.fromMs || atMs > window.toMs) continue;
    const x = (atMs - window.fromMs) * pxPerMs;
    if (x < drawnPx + 2) continue;
    drawnPx = x;
    for (const [width, colour] of [
      [5, paints.panel],
      [2.2, paints.failure],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      context.moveTo(x - reach, y - reach);
      context.lineTo(x + reach, y + reach);
      context.moveTo(x + reach, y - reach);
      context.lineTo(x - reach, y + reach);
      context.stroke();
    }
  }
}

function paintLitBar(context: CanvasRenderingContext2D, scene: Scene, pxPerMs: number): void {
  const { lit, lanes, window, paints } = scene;
  const top = lit === undefined ? undefined : lanes.yOf(lit.row);
  if (lit?.bar === undefined || top === undefined) return;
  const bar = scene.rows[lit.row]?.bars[lit.bar];
  if (bar === undefined) return;
  const place = barPlace(lanes.sizes.rowPx, scene.ghostOf !== undefined);
  const x = Math.max((bar.fromMs - window.fromMs) * pxPerMs, -4);
  const end = Math.min((bar.toMs - window.fromMs) * pxPerMs, scene.widthPx + 4);
  context.strokeStyle = paints.ink;
  context.lineWidth = 2;
  context.strokeRect(x, top - scene.topPx + place.y - 1, Math.max(end - x, 2), place.height + 2);
}
