import { type Chart, type ChartTransition, drawnTransitions } from './chart.ts';
import { labelText, transitionLabel } from './transition-label.ts';

const anyState = 'any_state';

/**
 * Returns the chart as a Mermaid state diagram. Transitions with the same source and target share an arrow,
 * with a line of its label for each. Transitions that any state can take come from a box of their own.
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
  return charts
    .map((chart) => `## ${chart.machine}\n\n\`\`\`mermaid\n${mermaidText(chart)}\`\`\`\n`)
    .join('\n');
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

/** The fields of a state that its declaration needs. */
interface MermaidState {
  readonly id: string;
  readonly isInitial: boolean;
}

/**
 * Returns the declarations of a machine's states in Mermaid. States within a state stand in its braces, with
 * the arrow to the first of them.
 */
export function mermaidStates(machine: string, states: readonly MermaidState[]): readonly string[] {
  const below = new Map<string, MermaidState[]>();
  for (const state of states) {
    const parent = state.id.slice(0, state.id.lastIndexOf('.'));
    below.set(parent, [...(below.get(parent) ?? []), state]);
  }
  const linesOf = ({ id, isInitial }: MermaidState, indent: string): readonly string[] => {
    const children = below.get(id) ?? [];
    const name = `${indent}state "${mermaidLabel(id.slice(id.lastIndexOf('.') + 1))}" as ${mermaidId(id)}`;
    const begin = isInitial ? [`${indent}[*] --> ${mermaidId(id)}`] : [];
    if (children.length === 0) return [name, ...begin];
    return [
      `${name} {`,
      ...children.flatMap((child) => linesOf(child, `${indent}  `)),
      `${indent}}`,
      ...begin,
    ];
  };
  return (below.get(machine) ?? []).flatMap((state) => linesOf(state, ''));
}

/**
 * Returns an id of letters, digits and underscores only. Its prefix keeps it from being a word of Mermaid's
 * grammar (`end`, `state`, `note`).
 */
export function mermaidId(id: string): string {
  return `state_${id.replace(/[^A-Za-z0-9]/g, (sign) => (sign === '.' ? '_' : `_${sign.charCodeAt(0)}_`))}`;
}

/**
 * Returns the text without characters that end a label in Mermaid's grammar (quotes, colons, semicolons, line
 * ends) or that begin an entity, a tag or Markdown.
 */
export function mermaidLabel(text: string): string {
  return text
    .replace(/["`]/g, "'")
    .replace(/[:;\n\r]+/g, ',')
    .replace(/#/g, 'No. ')
    .replace(/</g, '‹')
    .replace(/>/g, '›');
}
