import type { BandLanes } from '../timeline/lanes.ts';
import type { BandPaint, Paints } from '../timeline/phase-paint.ts';
import type { TimeWindow } from '../ui-protocol.ts';
import type { BandCurve, BandRow, BandSpan } from './band-row.ts';
import { sampleSeries } from './sampled-series.ts';

/** Everything on which a picture of the band depends. Pixels are CSS pixels. */
interface BandScene {
  readonly band: BandLanes | undefined;
  readonly bandRows: readonly BandRow[];
  readonly window: TimeWindow;
  readonly widthPx: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly paints: Paints;
}

/** The room above and below what a row shows. */
const gapPx = 3;
const spanPxMin = 3;
const spanShare = 0.4;

/** Draws the rows of the band that are on the canvas: curves filled to their ground, spans hatched and labelled. */
export function paintBand(context: CanvasRenderingContext2D, scene: BandScene): void {
  const { band, bandRows, topPx, heightPx, paints } = scene;
  if (band === undefined) return;
  for (const [place, row] of bandRows.slice(0, band.rows).entries()) {
    const y = band.headerPx + place * band.rowPx - topPx;
    if (y + band.rowPx < 0 || y > heightPx) continue;
    const box = { y: y + gapPx, height: band.rowPx - 2 * gapPx };
    const paint = paints.band[row.look];
    if (row.curve !== undefined) paintCurve(context, scene, row.curve, box, paint);
    paintSpans(context, scene, row.spans, box, paint);
  }
}

interface Box {
  readonly y: number;
  readonly height: number;
}

function paintCurve(
  context: CanvasRenderingContext2D,
  { window, widthPx, paints }: BandScene,
  { series, second, top, levels }: BandCurve,
  { y, height }: Box,
  { colour }: BandPaint,
): void {
  const yOf = (value: number): number => y + height - (Math.min(value, top) / (top || 1)) * height;
  const fill = (drawn: BandCurve['series']): void => {
    let from = 0;
    const samples = sampleSeries(drawn, window.fromMs, window.toMs, widthPx);
    // Pixels of one height are one box.
    samples.forEach(({ max }, pixel) => {
      if (samples[pixel + 1]?.max === max) return;
      if (max > 0) context.fillRect(from, yOf(max), pixel + 1 - from, y + height - yOf(max));
      from = pixel + 1;
    });
  };
  if (second !== undefined) {
    context.fillStyle = paints.fills.waitingForSlot;
    fill(second);
  }
  context.globalAlpha = 0.55;
  context.fillStyle = colour;
  fill(series);
  context.globalAlpha = 1;
  context.fillStyle = paints.line;
  context.fillRect(0, y + height, widthPx, 1);
  context.strokeStyle = paints.dim;
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.beginPath();
  for (const level of levels) {
    const at = Math.round(yOf(level)) + 0.5;
    context.moveTo(0, at);
    context.lineTo(widthPx, at);
  }
  context.stroke();
  context.setLineDash([]);
}

function paintSpans(
  context: CanvasRenderingContext2D,
  { window, widthPx, paints }: BandScene,
  spans: readonly BandSpan[],
  { y, height }: Box,
  { colour, fill }: BandPaint,
): void {
  const pxPerMs = widthPx / (window.toMs - window.fromMs);
  const xOf = (atMs: number): number => (atMs - window.fromMs) * pxPerMs;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  let drawnPx = Number.NEGATIVE_INFINITY;
  for (const [place, { fromMs, toMs, text }] of spans.entries()) {
    const [x, end] = [Math.max(xOf(fromMs), -2), Math.min(xOf(toMs), widthPx + 2)];
    if (end < -spanPxMin || x > widthPx || end < drawnPx) continue;
    const width = Math.max(end - x, spanPxMin);
    drawnPx = Math.floor(x + width);
    // Pale, so that the text upon it can be read.
    context.globalAlpha = spanShare;
    context.fillStyle = fill;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, Math.max(width - 1, 1), height - 1);
    paintText(
      context,
      paints,
      text,
      { x, width, next: xOf(spans[place + 1]?.fromMs ?? Infinity), widthPx },
      y + height / 2,
    );
  }
}

interface TextRoom {
  readonly x: number;
  readonly width: number;
  /** Where the next span begins. */
  readonly next: number;
  readonly widthPx: number;
}

/** Writes the text in its span, else behind it, else before the right edge, where there is room. */
function paintText(
  context: CanvasRenderingContext2D,
  paints: Paints,
  text: string,
  { x, width, next, widthPx }: TextRoom,
  middle: number,
): void {
  if (text === '') return;
  const left = Math.max(x, 0);
  const inside = x + width - left;
  const textPx = context.measureText(text).width;
  const isInside = textPx + 8 <= inside;
  const at = isInside ? left + 5 : x + width + 4;
  if (at + textPx > Math.min(isInside ? widthPx : next, widthPx)) return;
  context.lineWidth = 3.5;
  context.strokeStyle = paints.panel;
  context.strokeText(text, at, middle);
  context.fillStyle = paints.ink;
  context.fillText(text, at, middle);
}
