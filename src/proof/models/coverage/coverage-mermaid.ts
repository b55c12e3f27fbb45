import { mermaidId, mermaidLabel, mermaidStates } from '../../../charts/statechart/mermaid-text.ts';
import type { MachineCoverage, StateCoverage, TransitionCoverage } from './machine-coverage.ts';

/**
 * Returns a Mermaid state diagram of the machine: grey is covered, red is not, dashed is listed as
 * unreachable. Mermaid cannot colour the arrows of a state diagram, so a transition that is not covered goes
 * through a red box with its name.
 */
export function coverageMermaid(coverage: MachineCoverage): string {
  const { machine, states, transitions } = coverage;
  const anywhere = transitions.some(({ source }) => source === machine);
  const drawn = transitions.map((transition, place) => transitionLines(transition, place, machine));
  const lines = [
    'stateDiagram-v2',
    ...classes,
    ...mermaidStates(machine, states),
    ...(anywhere ? [`state "any state" as ${anyState}`] : []),
    ...drawn.flat(),
    ...states.flatMap((state) => classOf(mermaidId(state.id), state)),
    ...legend,
  ];
  return `${lines.map((line, index) => (index === 0 ? line : `  ${line}`)).join('\n')}\n`;
}

/** Returns one diagram as it is, and several as Markdown with each diagram under its machine's name. */
export function coverageMermaids(machines: readonly MachineCoverage[]): string {
  const [only, ...others] = machines;
  if (only !== undefined && others.length === 0) return coverageMermaid(only);
  return machines
    .map((coverage) => `## ${coverage.machine}\n\n\`\`\`mermaid\n${coverageMermaid(coverage)}\`\`\`\n`)
    .join('\n');
}

const anyState = 'any_state';
const classes = [
  'classDef uncovered fill:#ffd7d5,stroke:#cf222e,stroke-width:2px,color:#82071e',
  'classDef unreachable fill:#f6f8fa,stroke:#8c959f,stroke-dasharray:4,color:#57606a',
];
const legend = [
  'state "Legend" as legend {',
  '  state "covered" as legend_covered',
  '  state "not covered" as legend_uncovered',
  '  state "listed as unreachable" as legend_unreachable',
  '}',
  'class legend_uncovered uncovered',
  'class legend_unreachable unreachable',
];

function transitionLines(transition: TransitionCoverage, place: number, machine: string): readonly string[] {
  const { source, target, event, guard, index, covered, unreachable } = transition;
  const from = source === machine ? anyState : mermaidId(source);
  const to =
    target === undefined
      ? [from]
      : target.split(', ').map((id) => (id === machine ? anyState : mermaidId(id)));
  const label = mermaidLabel(
    `${event === '*' ? 'anything else' : event}${guard === undefined ? (index > 0 ? ' [else]' : '') : ` [${guard}]`}`,
  );
  if (covered) return to.map((id) => `${from} --> ${id} : ${label}`);
  const box = `transition_${place}`;
  return [
    `state "${label}" as ${box}`,
    `${from} --> ${box}`,
    ...to.map((id) => `${box} --> ${id}`),
    ...classOf(box, { covered, unreachable }),
  ];
}

function classOf(
  id: string,
  { covered, unreachable }: Pick<StateCoverage, 'covered' | 'unreachable'>,
): readonly string[] {
  return covered ? [] : [`class ${id} ${unreachable === undefined ? 'uncovered' : 'unreachable'}`];
}
