import { phaseLooks, phaseNames } from '../phases/phase-looks.ts';
import type { BarView, NodeView, RowView, RunView } from '../run-view/run-view.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import { shortImageName } from '../text/short-name.ts';
import { visibleText } from '../text/visible-text.ts';
import { axisTicks } from '../timeline/timeline-axis.ts';
import { html, type Markup } from './markup.ts';

/**
 * Returns the virtual ms that pictures show: until nothing waits any more and a little beyond, or until the
 * end.
 */
export function shownSpanMs({ rows, endMs }: RunView): number {
  let lastMs = 0;
  for (const { bars, state } of rows) {
    if (state !== 'running' && state !== 'ended') return Math.max(endMs, 1);
    const waited = bars.findLast(({ phase }) => phase !== 'running' && phase !== 'ended');
    lastMs = Math.max(lastMs, waited?.toMs ?? 0);
  }
  // A short time after the last wait is shown whole, because image GC and conditions come after the last pod.
  return Math.max(lastMs === 0 || endMs < lastMs * 1.5 ? endMs : lastMs * 1.04, 1);
}

const labelWidth = 280;
const barWidth = 750;
const timeWidth = 70;
const rowHeight = 20;
const barHeight = 13;
const headHeight = 34;
const width = labelWidth + barWidth + timeWidth;
const rowsMax = 120;
/** The most bars of the whole picture. Bars shorter than a part of a pixel are drawn together. */
const barsMax = 8000;

/**
 * Returns the picture of a run: nodes with their containers as rows, phases as bars to scale, failures as
 * marks. The tooltip of each says what it is and why.
 */
export function timelineSvg(view: RunView, whyOf: (row: number, bar: number) => string): Markup {
  const shown = shownRows(view, rowsMax);
  const count = shown.reduce((sum, { rows }) => sum + rows.length, 0);
  const spanMs = shownSpanMs(view);
  const scale = (atMs: number): number => labelWidth + (Math.min(atMs, spanMs) / spanMs) * barWidth;
  const budget = Math.max(30, Math.floor(barsMax / Math.max(1, count)));
  const withNamespace = view.rows.some(({ pod }) => pod !== undefined && pod.namespace !== 'default');
  const parts: Markup[] = [];
  let y = 4;
  for (const { node, rows } of shown) {
    const top = y;
    y += headHeight;
    const lines = rows.map((index) => {
      const row = view.rows[index];
      const line =
        row === undefined
          ? undefined
          : rowLine({ row, index, y, scale, spanMs, budget, withNamespace }, whyOf);
      y += rowHeight;
      return line;
    });
    parts.push(
      html`<g><text class="timeline-node" x="0" y="${top + 14}">${visibleText(node.title)}</text>${axis(spanMs, scale, top, y)}${lines}</g>`,
    );
    y += 10;
  }
  const left = view.rows.length - count;
  const desc = `${countText(count, 'row')} of containers over ${durationText(spanMs)} of virtual time. The tables below say the same in words.`;
  return html`<div class="timeline-scroll" tabindex="0" role="region" aria-label="Timeline"><svg class="timeline" role="img" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" aria-labelledby="timeline-title timeline-desc"><title id="timeline-title">Timeline</title><desc id="timeline-desc">${desc}</desc>${phasePatterns()}${parts}</svg></div>${legend(view)}${
    left > 0
      ? html`<p class="note">${countText(left, 'row')} of ${view.rows.length} left out: the slowest are kept.</p>`
      : undefined
  }`;
}

function axis(spanMs: number, scale: (atMs: number) => number, top: number, bottom: number): Markup {
  const ticks = axisTicks(spanMs, 9).filter(({ atMs }) => scale(atMs) < labelWidth + barWidth - 52);
  return html`${ticks.map(
    ({ atMs, label }) =>
      html`<text class="timeline-tick" x="${px(scale(atMs))}" y="${top + headHeight - 6}">${label}</text><line class="timeline-grid" x1="${px(scale(atMs))}" x2="${px(scale(atMs))}" y1="${top + headHeight - 3}" y2="${bottom}"/>`,
  )}<text class="timeline-tick timeline-end" x="${width}" y="${top + headHeight - 6}">running after</text>`;
}

interface Line {
  readonly row: RowView;
  readonly index: number;
  readonly y: number;
  readonly scale: (atMs: number) => number;
  readonly spanMs: number;
  readonly budget: number;
  readonly withNamespace: boolean;
}

function rowLine(
  { row, index, y, scale, spanMs, budget, withNamespace }: Line,
  whyOf: (row: number, bar: number) => string,
): Markup {
  const label = rowLabel(row, withNamespace);
  const bars = drawnBars(row.bars, spanMs, barWidth, budget).map(({ bar, place, more }) => {
    const x = scale(bar.fromMs);
    const isThin = bar.phase === 'running';
    const title =
      more > 0
        ? `${countText(more + 1, 'short phase')}, from ${durationText(bar.fromMs)} on`
        : titleOf(bar, whyOf(index, place));
    const height = isThin ? 4 : barHeight;
    return html`<rect class="phase-${bar.phase}" x="${px(x)}" y="${y + (isThin ? 5 : 0)}" width="${px(Math.max(0.4, scale(bar.toMs) - x))}" height="${height}"><title>${title}</title></rect>`;
  });
  const marks = row.failures
    .slice(0, budget)
    .map(
      ({ atMs, reason, error }) =>
        html`<path class="failure" d="M${px(scale(atMs))} ${y - 2}l3 4l-3 ${barHeight - 2}l-3 -${barHeight - 2}z"><title>${visibleText(`${durationText(atMs)}: ${reason}${error === '' ? '' : `: ${error}`}`)}</title></path>`,
    );
  const time = row.runningAtMs === undefined ? '–' : durationText(row.runningAtMs - row.arrivedMs);
  return html`<text class="timeline-label" x="0" y="${y + 11}">${fitted(label)}<title>${visibleText(`${label}: ${row.image}`)}</title></text>${bars}${marks}<text class="timeline-time" x="${width}" y="${y + 11}">${time}</text>`;
}

/** The longest reason in a tooltip; the tables have whole errors. */
const whyMax = 240;

function titleOf({ phase, fromMs, toMs }: BarView, why: string): string {
  const when = `${durationText(fromMs)} to ${durationText(toMs)}`;
  if (why === '') return `${phaseLooks[phase].words}, ${when}`;
  const letters = [...why];
  return `${phaseLooks[phase].words}, ${when}. ${letters.length > whyMax ? `${letters.slice(0, whyMax).join('')}…` : why}`;
}

function legend({ rows }: RunView): Markup {
  const used = new Set(rows.flatMap(({ bars }) => bars.map(({ phase }) => phase)));
  const entries = phaseNames.filter((phase) => phase !== 'ended' && used.has(phase));
  const failed = rows.some(({ failures }) => failures.length > 0);
  const swatch = (name: Markup, words: string) =>
    html`<li><svg class="swatch" width="22" height="12" aria-hidden="true">${name}</svg>${words}</li>`;
  return html`<ul class="legend">${entries.map((phase) =>
    swatch(
      html`<rect class="phase-${phase}" width="22" height="${phase === 'running' ? 4 : 12}" y="${phase === 'running' ? 4 : 0}"/>`,
      phaseLooks[phase].words,
    ),
  )}${failed ? swatch(html`<path class="failure" d="M11 0l3 3l-3 9l-3 -9z"/>`, 'failed pull') : undefined}</ul>`;
}

/**
 * Returns about as many letters as fit. The end is kept, because it distinguishes the pods of one Deployment.
 */
function fitted(label: string): string {
  const letters = [...label];
  const most = 36;
  return letters.length <= most
    ? label
    : `${letters.slice(0, 16).join('')}…${letters.slice(-(most - 17)).join('')}`;
}

/** A tenth of a pixel is precise enough. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Patterns show without colour what a bar is: waits are hatched, each in its own way, and work is plain. */
function phasePatterns(): Markup {
  return html`<defs>${hatch('waitingForSandboxImage', 'M0 3H6', 6)}${hatch('waitingForSlot', 'M0 8L8 0', 8)}${hatch('waitingForCredentials', 'M0 5H6', 8)}${hatch('waitingForSamePull', 'M0 5H6', 8)}${hatch('waitingForCredentialsInSlot', 'M0 5H6', 8)}${hatch('backingOff', 'M0 0L6 6', 6)}${hatch('waitingForDownload', 'M0 2H6', 6)}${hatch('waitingForOtherPull', 'M0 4H6', 8)}${hatch('stalled', 'M0 6L6 0', 6)}${hatch('waitingForUnpack', 'M2 0V6', 8)}${hatch('waitingForSync', 'M2 0V6', 6)}${hatch('resolving', 'M3 2.5h1', 6)}${hatch('resting', 'M0 3L6 3', 6)}</defs>`;
}

function hatch(phase: string, path: string, size: number): Markup {
  return html`<pattern id="pattern-${phase}" patternUnits="userSpaceOnUse" width="${size}" height="${size}"><rect class="plain-${phase}" width="${size}" height="${size}"/><path class="hatch" d="${path}"/></pattern>`;
}

/** Returns the name of a row for people: `web-0 · app`, `shop/web-0 · app`, `pre-pull of web:1`. */
function rowLabel({ pod, container, image }: RowView, withNamespace: boolean): string {
  if (pod === undefined) return visibleText(`pre-pull of ${shortImageName(image)}`);
  return visibleText(`${withNamespace ? `${pod.namespace}/` : ''}${pod.name} · ${container}`);
}

/** A node with its drawn rows, by their numbers in the view. */
interface ShownNode {
  readonly node: NodeView;
  readonly rows: readonly number[];
}

/**
 * Returns the rows to draw, at most `rowsMax`, with nodes and rows in the view's order. If there are more,
 * those that took longest to run, or never ran, are kept. Nodes without such a row are left out.
 */
export function shownRows({ nodes, rows }: RunView, rowsMax: number): ShownNode[] {
  const slowest = [...rows.keys()].sort((a, b) => bySlowness(rows[a], rows[b]) || a - b).slice(0, rowsMax);
  const kept = new Set(slowest);
  return nodes.flatMap((node) => {
    const own = Array.from({ length: node.rowCount }, (_, index) => node.firstRow + index).filter((row) =>
      kept.has(row),
    );
    return own.length === 0 ? [] : [{ node, rows: own }];
  });
}

function bySlowness(a: RowView | undefined, b: RowView | undefined): number {
  const [first, second] = [slowness(a), slowness(b)];
  return first === second ? 0 : second > first ? 1 : -1;
}

/**
 * Returns the time to running, for sorting: rows that still wait come first, rows that had nothing to wait
 * for last.
 */
function slowness(row: RowView | undefined): number {
  if (row === undefined) return -1;
  if (row.runningAtMs !== undefined) return row.runningAtMs - row.arrivedMs;
  return row.state === 'ended'
    ? (row.bars.at(-1)?.fromMs ?? row.arrivedMs) - row.arrivedMs
    : Number.POSITIVE_INFINITY;
}

/** A bar to draw: one of the row's, or several short ones together, named after the longest of them. */
interface DrawnBar {
  readonly bar: BarView;
  /** The index in the row of `bar`, or of the first of several. */
  readonly place: number;
  /** How many other bars it represents. */
  readonly more: number;
}

/**
 * Returns the bars of a row within `spanMs` as they are drawn on `pixels`: at most about `budget` bars. Bars
 * shorter than a part of a pixel are joined with their neighbours.
 */
export function drawnBars(
  bars: readonly BarView[],
  spanMs: number,
  pixels: number,
  budget: number,
): DrawnBar[] {
  const seen = bars.findIndex(({ fromMs }) => fromMs >= spanMs);
  const count = seen < 0 ? bars.length : seen;
  const leastMs = (spanMs / pixels) * (count > budget ? pixels / budget : 0.2);
  const drawn: DrawnBar[] = [];
  let short: { readonly place: number; readonly bars: BarView[] } | undefined;
  const flush = (): void => {
    const [first] = short?.bars ?? [];
    if (short === undefined || first === undefined) return;
    const longest = short.bars.reduce(
      (most, bar) => (bar.toMs - bar.fromMs > most.toMs - most.fromMs ? bar : most),
      first,
    );
    const toMs = short.bars.at(-1)?.toMs ?? first.toMs;
    drawn.push({
      bar: { ...longest, fromMs: first.fromMs, toMs },
      place: short.place,
      more: short.bars.length - 1,
    });
    short = undefined;
  };
  for (const [place, bar] of bars.slice(0, count).entries()) {
    if (bar.toMs - bar.fromMs >= leastMs) {
      flush();
      if (bar.phase !== 'ended') drawn.push({ bar, place, more: 0 });
    } else {
      short ??= { place, bars: [] };
      short.bars.push(bar);
      if (bar.toMs - (short.bars[0]?.fromMs ?? bar.fromMs) >= leastMs) flush();
    }
  }
  flush();
  return drawn.filter(({ bar }) => bar.phase !== 'ended');
}
