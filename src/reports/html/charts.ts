import * as Plot from '@observablehq/plot';
import { largest } from '../../rules/collections/extremes.ts';
import type { PhaseName } from '../phases/container-phases.ts';
import { phaseLooks } from '../phases/phase-looks.ts';
import { durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';
import { html, Markup } from './markup.ts';
import type { Step } from './sum-series.ts';
import { SvgDocument, type SvgElement, type SvgNode, svgMarkup } from './svg-document.ts';

const width = 480;

/** A chart with its title. `says` is a sentence about its content, for people who do not see it. */
export interface Chart {
  readonly title: string;
  readonly says: string;
}

/** A chart as HTML, and what it was made of. */
export class ChartMarkup extends Markup {
  readonly title: string;
  readonly plot: SvgNode;

  constructor(title: string, plot: SvgNode, lines: readonly Line[]) {
    super(
      html`<figure class="chart-figure"><figcaption>${title}${lines.map(lineKey)}</figcaption>${svgMarkup(plot)}</figure>`
        .text,
    );
    this.title = title;
    this.plot = plot;
  }
}

/** Returns a chart of how many pods ran after how long. */
export function timesChart(chart: Chart, timesMs: readonly number[]): Markup {
  const { perUnit, unit } = unitFor(timesMs.reduce((most, time) => Math.max(most, time), 0));
  const times = timesMs.map((time) => time / perUnit);
  return figure(chart, {
    x: { label: `from arrival to running (${unit})` },
    y: { label: 'pods', grid: true, tickFormat: wholeText },
    marks: [
      Plot.rectY(times, {
        ...Plot.binX({ y: 'count' }, { x: { value: (time: number) => time, thresholds: 24 } }),
        fill: 'var(--accent)',
      }),
      Plot.ruleY([0]),
    ],
  });
}

/** The width of a letter of a chart's labels, in pixels. A wider one is rare, and a label has many. */
const letterWidth = 7;

/** Returns a chart of what containers waited for, the longest first. */
export function waitingChart(
  chart: Chart,
  waiting: readonly { readonly phase: PhaseName; readonly waitedMs: number }[],
): Markup {
  const rows = waiting.toSorted((a, b) => b.waitedMs - a.waitedMs);
  const { perUnit, unit } = unitFor(rows[0]?.waitedMs ?? 0);
  const words = ({ phase }: { readonly phase: PhaseName }) => phaseLooks[phase].words;
  return figure(chart, {
    height: 60 + rows.length * 26,
    marginLeft: 20 + Math.max(0, largest(rows.map((row) => words(row).length))) * letterWidth,
    marginRight: 80,
    x: { label: `all containers together (${unit})`, grid: true },
    y: { label: null, domain: rows.map(words) },
    marks: [
      Plot.barX(rows, {
        x: ({ waitedMs }) => waitedMs / perUnit,
        y: words,
        fill: ({ phase }) => `var(--phase-${phase})`,
        stroke: 'var(--dim)',
        strokeWidth: 0.5,
      }),
      Plot.text(rows, {
        x: ({ waitedMs }) => waitedMs / perUnit,
        y: words,
        text: ({ waitedMs }) => durationText(waitedMs),
        textAnchor: 'start',
        dx: 5,
      }),
      Plot.ruleX([0]),
    ],
  });
}

/** One line of a chart over time. */
export interface Line {
  readonly name: string;
  readonly steps: readonly Step[];
  /** `area` is filled down to zero. */
  readonly look: 'area' | 'line' | 'dashed';
}

/** Returns a chart of step functions over time, each with its name. */
export function overTimeChart(chart: Chart, lines: readonly Line[], label: string, endMs: number): Markup {
  const { perUnit, unit } = unitFor(endMs);
  const place = { x: ({ atMs }: Step) => atMs / perUnit, y: 'value', curve: 'step-after' } as const;
  const options: Plot.PlotOptions = {
    x: { label: `virtual time (${unit})`, domain: [0, endMs / perUnit] },
    y: { label, grid: true, zero: true, ticks: 5, tickFormat: label === 'pulls' ? wholeText : amountText },
    marks: [
      ...lines.flatMap(({ steps, look }, index) => [
        ...(look === 'area'
          ? [Plot.areaY(steps, { ...place, fill: 'var(--accent)', fillOpacity: 0.25 })]
          : []),
        Plot.lineY(steps, {
          ...place,
          stroke: lineColour(index),
          strokeWidth: 1.4,
          strokeDasharray: dashes(look, index),
        }),
      ]),
      Plot.ruleY([0]),
    ],
  };
  return figure(chart, options, lines.length > 1 ? lines : []);
}

/** Lines also differ in their dashes. */
function dashes(look: Line['look'], index: number): string {
  return look === 'dashed' ? '6 4' : index === 0 ? 'none' : `${2 + index} ${index}`;
}

function lineColour(index: number): string {
  return index === 0 ? 'var(--accent)' : `var(--line-${index})`;
}

function lineKey({ name, look }: Line, index: number): Markup {
  const stroke = html`stroke="${lineColour(index)}" stroke-width="2" stroke-dasharray="${dashes(look, index)}"`;
  return html`<span class="key"><svg width="26" height="8" aria-hidden="true"><path d="M0 4H26" ${stroke}/></svg>${name}</span>`;
}

/** Returns the plot under its title, with a key where it has several lines. */
export function figure(
  { title, says }: Chart,
  options: Plot.PlotOptions,
  lines: readonly Line[] = [],
): ChartMarkup {
  // Plot's type asks for a whole document, but it uses only what this one has.
  const document = new SvgDocument() as unknown as NonNullable<Plot.PlotOptions['document']>;
  const plot = Plot.plot({
    document,
    className: 'chart',
    width,
    height: 220,
    marginTop: 30,
    marginBottom: 48,
    marginLeft: 60,
    ariaLabel: title,
    ariaDescription: says,
    ...options,
  }) as unknown as SvgElement;
  plot.setAttribute('role', 'img');
  return new ChartMarkup(visibleText(title), plot.plain(), lines);
}

export function unitFor(mostMs: number): { readonly perUnit: number; readonly unit: string } {
  if (mostMs < 1000) return { perUnit: 1, unit: 'ms' };
  if (mostMs < 180_000) return { perUnit: 1000, unit: 's' };
  return mostMs < 3 * 3_600_000
    ? { perUnit: 60_000, unit: 'minutes' }
    : { perUnit: 3_600_000, unit: 'hours' };
}

/** Counts have no fractions. */
export function wholeText(value: number): string {
  return Number.isInteger(value) ? String(value) : '';
}

function amountText(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
