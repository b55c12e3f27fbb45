// Where the boxes and arrows of every statechart go, reckoned when the page is built: the browser only draws.
// elkjs lays out those that can be read as a whole; of the others the states are below each other.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ELK from 'elkjs/lib/elk.bundled.js';
import { runnerImport } from 'vite';
import { root } from '../run.mjs';

const moduleId = 'virtual:chart-layouts';
const folder = join(root, 'node_modules/.cache/windlass-chart-layouts');

/** The drawing area that a layout should fill well, in px: that of a panel which is 640 px wide. */
const wanted = { width: 616, height: 520 };

/** How much smaller than it is drawn a letter of a label may be shown: 9 px of chartMetrics.labelSize. */
const readableOf = ({ labelSize }) => 9 / labelSize;

const options = {
  'elk.algorithm': 'layered',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.labelNode': '8',
  'elk.spacing.labelLabel': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.edgeLabels.inline': 'false',
};

/**
 * The order of the machine's file decides what is above; elkjs 0.12 cannot do so where arrows cross the
 * borders of states.
 */
const orderOptions = {
  flat: {
    'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
    'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  },
  nested: {
    'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
    'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  },
};

/**
 * A Vite plugin: `virtual:chart-layouts` exports `drawnCharts`, a list of `{ chart, layout }` in reading
 * order.
 */
export function chartLayouts() {
  let text;
  return {
    name: 'windlass-chart-layouts',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load: (id) => {
      if (id !== `\0${moduleId}`) return undefined;
      text ??= drawnCharts().then(
        (drawn) => `export const drawnCharts = JSON.parse(${JSON.stringify(JSON.stringify(drawn))});`,
      );
      return text;
    },
  };
}

/** Returns `{ chart, layout }` of every machine. A layout is kept by the hash of all that it depends on. */
export async function drawnCharts() {
  const { charts } = (
    await runnerImport(join(root, 'src/charts/statechart/charts.ts'), {
      root,
      configFile: false,
      logLevel: 'error',
    })
  ).module;
  const { chartGraph } = (
    await runnerImport(join(root, 'src/charts/statechart/chart-graph.ts'), {
      root,
      configFile: false,
      logLevel: 'error',
    })
  ).module;
  const { chartMetrics } = (
    await runnerImport(join(root, 'src/charts/statechart/chart-metrics.ts'), { root, configFile: false })
  ).module;
  const { outlineLayout } = (
    await runnerImport(join(root, 'src/charts/statechart/outline-layout.ts'), { root, configFile: false })
  ).module;
  const graphs = charts.map(chartGraph);
  const hash = createHash('sha256')
    .update(readFileSync(new URL(import.meta.url)))
    .update(JSON.stringify([graphs, chartMetrics]));
  const file = join(folder, `${hash.digest('hex').slice(0, 16)}.json`);
  if (!existsSync(file)) {
    const layouts = [];
    for (const graph of graphs) layouts.push(await layoutOf(graph, chartMetrics));
    mkdirSync(folder, { recursive: true });
    const beside = `${file}.${process.pid}`;
    writeFileSync(beside, JSON.stringify(layouts));
    renameSync(beside, file);
  }
  const layouts = JSON.parse(readFileSync(file, 'utf8'));
  return charts.map((chart, index) => ({
    chart,
    layout: isReadable(layouts[index], chartMetrics) ? layouts[index] : outlineLayout(chart),
  }));
}

/** Whether a layout as a whole can be read in a panel. */
function isReadable({ width, height }, metrics) {
  return Math.min(wanted.width / width, wanted.height / height) >= readableOf(metrics);
}

/**
 * Returns where everything of a `ChartGraph` goes, as a `ChartLayout`: from top to bottom or from left to
 * right, whichever is shown larger.
 */
export async function layoutOf(graph, metrics) {
  const elk = new ELK();
  const drafts = [];
  for (const direction of ['DOWN', 'RIGHT']) {
    drafts.push(fromElk(graph, await elk.layout(toElk(graph, direction, metrics)), metrics));
  }
  const scale = ({ width, height }) => Math.min(wanted.width / width, wanted.height / height);
  return drafts.reduce((best, draft) => (scale(draft) > scale(best) ? draft : best));
}

function toElk(graph, direction, metrics) {
  const dot = 2 * metrics.startDot;
  const isNested = graph.nodes.some(({ children }) => children.length > 0);
  const nodes = (list, depth) =>
    list.flatMap((node) => {
      const start = node.isInitial ? [{ id: `start ${node.id}`, width: dot, height: dot }] : [];
      const below = nodes(node.children, depth + 1);
      const padding = `[top=${node.height + 4},left=16,bottom=16,right=16]`;
      const layoutOptions =
        below.length > 0
          ? {
              ...options,
              'elk.direction': direction,
              'elk.padding': padding,
              'elk.nodeSize.constraints': 'MINIMUM_SIZE',
              'elk.nodeSize.minimum': `(${node.width},${node.height})`,
            }
          : {};
      return [
        ...start,
        {
          id: node.id,
          width: node.width,
          height: node.height,
          layoutOptions,
          ...(below.length > 0 ? { children: below } : {}),
        },
      ];
    });
  const initials = (list) =>
    list.flatMap((node) => [...(node.isInitial ? [node.id] : []), ...initials(node.children)]);
  return {
    id: graph.machine,
    layoutOptions: {
      ...options,
      ...(isNested ? orderOptions.nested : orderOptions.flat),
      'elk.direction': direction,
    },
    children: nodes(graph.nodes, 0),
    edges: [
      ...initials(graph.nodes).map((id) => ({ id: `start ${id}`, sources: [`start ${id}`], targets: [id] })),
      ...graph.edges.map(({ source, target, width, height }, index) => ({
        id: String(index),
        sources: [source],
        targets: [target],
        labels: [
          {
            id: `label ${index}`,
            text: 'lines',
            width,
            height,
            layoutOptions: { 'elk.edgeLabels.placement': 'CENTER' },
          },
        ],
      })),
    ],
  };
}

function fromElk(graph, laid, metrics) {
  const boxes = new Map();
  const routes = new Map();
  const walk = (node) => {
    for (const edge of node.edges ?? []) routes.set(edge.id, edge);
    for (const child of node.children ?? []) {
      boxes.set(child.id, box(child));
      walk(child);
    }
  };
  walk(laid);
  const all = (list) => list.flatMap((node) => [node, ...all(node.children)]);
  const states = all(graph.nodes);
  return {
    machine: graph.machine,
    width: Math.ceil(laid.width),
    height: Math.ceil(laid.height),
    states: states.map(({ id, lines }) => {
      const at = boxes.get(id);
      return { id, ...at, lines: linesAt(lines, at.x + metrics.inset, at.y + metrics.nameHeight, metrics) };
    }),
    arrows: graph.edges.map(({ lines }, index) => {
      const edge = routes.get(String(index));
      const label = box(edge.labels[0]);
      const transitions = lines.map(({ transition }) => transition);
      return { points: pointsOf(edge), transitions, label, lines: linesAt(lines, label.x, label.y, metrics) };
    }),
    starts: states
      .filter(({ isInitial }) => isInitial)
      .map(({ id }) => ({ state: id, points: pointsOf(routes.get(`start ${id}`)) })),
    beside: graph.beside,
    leftOut: graph.leftOut,
  };
}

function linesAt(lines, x, y, { labelLine }) {
  let row = 0;
  return lines.map((line) => {
    const at = { ...line, x: round(x), y: round(y + row * labelLine + labelLine - 4) };
    row += line.rows.length;
    return at;
  });
}

function pointsOf({ sections }) {
  return sections
    .flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint])
    .map(({ x, y }) => ({ x: round(x), y: round(y) }));
}

function box({ x, y, width, height }) {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function round(value) {
  return Math.round(value * 10) / 10;
}
