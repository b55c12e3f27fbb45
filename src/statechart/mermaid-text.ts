import type { Chart, ChartTransition } from './chart.ts';
import { drawnTransitions } from './drawn-transitions.ts';
import { mermaidId, mermaidLabel } from './mermaid-names.ts';
import { mermaidStates } from './mermaid-states.ts';
import { labelText, transitionLabel } from './transition-label.ts';

const anyState = 'any_state';

/**
 * Returns the chart as a Mermaid state diagram. Transitions with the same source and target share an arrow, with a line of its label for
 * each. Transitions that any state can take come from a box of their own.
 */
export function mermaidText(chart: Chart): string {
  const { machine, states } = chart;
  const arrows = arrowsOf(chart);
  const lines = [
    ...mermaidStates(machine, states),
    ...(arrows.some(({ from }) => from === anyState) ? [`state "any state" as ${anyState}`] : []),
    ...arrows.map(({ from, to, labels }) => `${from} --> ${to} : ${labels.join('<br/>')}`),
    ...states.filter(({ isFinal }) => isFinal).map(({ id }) => `${mermaidId(id)} --> [*]`),
  ];
  return `stateDiagram-v2\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Returns one diagram as it is, and several as Markdown with each diagram under its machine's name. */
export function mermaidTexts(charts: readonly Chart[]): string {
  const [only, ...others] = charts;
  if (only !== undefined && others.length === 0) return mermaidText(only);
  return charts.map((chart) => `## ${chart.machine}\n\n\`\`\`mermaid\n${mermaidText(chart)}\`\`\`\n`).join('\n');
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly labels: string[];
}

function arrowsOf(chart: Chart): readonly Arrow[] {
  const { machine, transitions } = chart;
  const arrows = new Map<string, Arrow>();
  const idOf = (id: string) => (id === machine ? anyState : mermaidId(id));
  const add = (transition: ChartTransition, target: string) => {
    const [from, to] = [idOf(transition.source), idOf(target)];
    const arrow = arrows.get(`${from} ${to}`) ?? { from, to, labels: [] };
    arrow.labels.push(mermaidLabel(labelText(transitionLabel(transition, transitions))));
    arrows.set(`${from} ${to}`, arrow);
  };
  for (const transition of drawnTransitions(chart)) {
    const { source, targets } = transition;
    for (const target of targets.length === 0 ? [source] : targets) add(transition, target);
  }
  return [...arrows.values()];
}
