import type { Chart, ChartTransition } from './chart.ts';

/** The label at a transition's arrow. */
interface TransitionLabel {
  /** The event in words: `IMAGE_STATUS.ANSWERED`, `after retry`, `always`, `anything else`. */
  readonly event: string;
  /** The guard, `isUsable`; `else` for the last of several candidates, which has no guard. */
  readonly guard?: string;
}

/**
 * Returns a transition's event and guard in words. `siblings` are all transitions of its machine, in order.
 */
export function transitionLabel(
  { source, event, guard, id }: ChartTransition,
  siblings: readonly ChartTransition[],
): TransitionLabel {
  const name = event === '*' ? 'anything else' : event;
  if (guard !== undefined) return { event: name, guard };
  const rivals = siblings.filter((other) => other.source === source && other.event === event);
  return rivals.length > 1 && rivals.at(-1)?.id === id ? { event: name, guard: 'else' } : { event: name };
}

/** Returns the label in one line, `IMAGE_STATUS.ANSWERED [isUsable]`. */
export function labelText({ event, guard }: TransitionLabel): string {
  return guard === undefined ? event : `${event} [${guard}]`;
}

/**
 * Returns a transition in words, `inspecting to present: IMAGE_STATUS.ANSWERED [isUsable]`, and its
 * description if it has one.
 */
export function transitionWords(chart: Chart, id: string): string {
  const transition = chart.transitions.find((one) => one.id === id);
  if (transition === undefined) return id;
  const { source, targets, description } = transition;
  const from = source === chart.machine ? 'any state' : within(source, chart.machine);
  const to =
    targets.length === 0 ? '' : ` to ${targets.map((target) => within(target, chart.machine)).join(', ')}`;
  const label = labelText(transitionLabel(transition, chart.transitions));
  return `${from}${to}: ${label}${description === undefined ? '' : `. ${description}`}`;
}

function within(id: string, machine: string): string {
  return id.startsWith(`${machine}.`) ? id.slice(machine.length + 1) : id;
}
