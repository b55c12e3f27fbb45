// The drawing of a chart as SVG for a page without a script: by the component that draws it on our own page.
import { drawnCharts } from '../build/chart-layouts.mjs';
import { pageModule } from './page-module.mjs';
import { htmlText } from './site-markdown.mjs';

/** The least scale at which the labels of a chart can still be read. */
const scaleMin = 0.86;

/**
 * Returns the drawing of each machine as SVG, by the machine's id; reducers have none.
 *
 * @returns {Promise<ReadonlyMap<string, string>>}
 */
export async function chartPictures() {
  const { ChartDrawing } = await pageModule('statechart/chart-drawing.tsx');
  const drawn = (await drawnCharts()).filter(({ chart }) => chart.states.length > 0);
  return new Map(drawn.map((each) => [each.chart.machine, svgText(ChartDrawing, each)]));
}

function svgText(ChartDrawing, { chart, layout }) {
  const { machine, description } = chart;
  const { width, height } = layout;
  const props = { chart, layout, active: [], counts: new Map(), lastTaken: [], onTransition: () => {} };
  const content = markup({ type: ChartDrawing, props });
  const size = `viewBox="0 0 ${width} ${height}" style="min-width:${Math.round(width * scaleMin)}px;max-width:${Math.round(width * 1.2)}px"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${htmlText(`Statechart ${machine}: ${description}`)}">${content}</svg>`;
}

/** What tells of a run, or is there for a hand: nothing runs here. */
const ofRuns = new Set(['role', 'tabIndex', 'key']);

/** Returns a tree of elements as markup. Components are called; these have no state. */
function markup(node) {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(markup).join('');
  if (typeof node !== 'object') return htmlText(String(node));
  const { type, props } = node;
  if (typeof type === 'function') return markup(type(props));
  const { children, ...attributes } = props;
  // Each transition says there that it was not taken so far.
  if (type === 'title' && String(children).endsWith('not taken so far')) return '';
  const written = Object.entries(attributes)
    .filter(([name, value]) => !ofRuns.has(name) && typeof value !== 'function' && value !== undefined)
    .map(([name, value]) => ` ${name}="${htmlText(attributeText(name, String(value)))}"`);
  return `<${type}${written.join('')}>${markup(children)}</${type}>`;
}

function attributeText(name, value) {
  return name === 'class' ? value.replace(/statechart-(?:arrow-)?never/g, '').trim() : value;
}
