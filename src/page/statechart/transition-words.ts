import type { Chart } from '../../statechart/chart.ts';
import { labelText, transitionLabel } from '../../statechart/transition-label.ts';

/** Returns a transition in words, `inspecting to present: IMAGE_STATUS.ANSWERED [isUsable]`, and its description if it has one. */
export function transitionWords(chart: Chart, id: string): string {
  const transition = chart.transitions.find((one) => one.id === id);
  if (transition === undefined) return id;
  const { source, targets, description } = transition;
  const from = source === chart.machine ? 'any state' : within(source, chart.machine);
  const to = targets.length === 0 ? '' : ` to ${targets.map((target) => within(target, chart.machine)).join(', ')}`;
  const label = labelText(transitionLabel(transition, chart.transitions));
  return `${from}${to}: ${label}${description === undefined ? '' : `. ${description}`}`;
}

function within(id: string, machine: string): string {
  return id.startsWith(`${machine}.`) ? id.slice(machine.length + 1) : id;
}
