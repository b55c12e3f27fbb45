import { largest } from '../../rules/collections/extremes.ts';
import { type Chart, type ChartState, type ChartTransition, drawnTransitions } from './chart.ts';
import { chartMetrics, labelWidth, nameWidth } from './chart-metrics.ts';
import { transitionLabel } from './transition-label.ts';

/**
 * The chart that is to be laid out: boxes within boxes, and arrows with labels, all with their sizes in px.
 */
export interface ChartGraph {
  readonly machine: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Transitions of the machine itself, which are listed beside the drawing. */
  readonly beside: readonly string[];
  readonly leftOut: number;
}

interface GraphNode {
  readonly id: string;
  readonly isInitial: boolean;
  /** The smallest width; a state grows around the states within it. */
  readonly width: number;
  readonly height: number;
  /** Transitions that stay in the state, as lines in the box. */
  readonly lines: readonly GraphLine[];
  readonly children: readonly GraphNode[];
}

interface GraphEdge {
  readonly source: string;
  readonly target: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly GraphLine[];
}

interface GraphLine {
  readonly transition: string;
  readonly rows: readonly string[];
}

const { inset, labelLine, nameHeight, stateWidthMin } = chartMetrics;

/**
 * Returns the chart as boxes and arrows. Transitions with the same source and target share an arrow; those
 * that stay in a state are written in its box.
 */
export function chartGraph(chart: Chart): ChartGraph {
  const { machine, transitions } = chart;
  const drawn = drawnTransitions(chart);
  const edges = new Map<string, { source: string; target: string; transitions: ChartTransition[] }>();
  const stays = new Map<string, ChartTransition[]>();
  for (const transition of drawn) {
    const { source, targets } = transition;
    if (source === machine) continue;
    if (targets.length === 0) stays.set(source, [...(stays.get(source) ?? []), transition]);
    for (const target of targets) {
      const edge = edges.get(`${source} ${target}`) ?? { source, target, transitions: [] };
      edge.transitions.push(transition);
      edges.set(`${source} ${target}`, edge);
    }
  }
  const nodeOf = ({ id, key, isInitial }: ChartState): GraphNode => {
    const lines = linesOf(stays.get(id) ?? [], chart);
    return {
      id,
      isInitial,
      width: Math.max(
        stateWidthMin,
        nameWidth(key) + 2 * inset,
        lines.length === 0 ? 0 : widest(lines) + 2 * inset,
      ),
      height: nameHeight + (lines.length === 0 ? 0 : heightOf(lines) + inset / 2),
      lines,
      children: chart.states.filter(({ parent }) => parent === id).map(nodeOf),
    };
  };
  return {
    machine,
    nodes: chart.states.filter(({ parent }) => parent === undefined).map(nodeOf),
    edges: [...edges.values()].map(({ source, target, transitions: together }) => {
      const lines = linesOf(together, chart);
      return { source, target, width: widest(lines), height: heightOf(lines), lines };
    }),
    beside: drawn.filter(({ source }) => source === machine).map(({ id }) => id),
    leftOut: transitions.length - drawn.length,
  };
}

/**
 * Returns the rows of transitions: an event, and its guards below it. `always` is left out where there is a
 * guard.
 */
function linesOf(together: readonly ChartTransition[], chart: Chart): readonly GraphLine[] {
  return together.map((transition, place) => {
    const { event, guard } = transitionLabel(transition, chart.transitions);
    if (guard === undefined) return { transition: transition.id, rows: [event] };
    const isNamed =
      event === 'always' || (together[place - 1]?.event === transition.event && transition.event !== '*');
    return {
      transition: transition.id,
      rows: [...(isNamed ? [] : [event]), `${event === 'always' ? '' : ' '}[${guard}]`],
    };
  });
}

function widest(lines: readonly GraphLine[]): number {
  return labelWidth(largest(lines.flatMap(({ rows }) => rows.map((row) => row.length))));
}

function heightOf(lines: readonly GraphLine[]): number {
  return lines.reduce((sum, { rows }) => sum + rows.length, 0) * labelLine;
}
