import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** A transition of a machine, with everything that reports about it need. */
export interface NamedTransition {
  readonly definition: AnyTransitionDefinition;
  readonly id: string;
  readonly source: string;
  readonly event: string;
  readonly index: number;
  readonly target: string | undefined;
  readonly guard: string | undefined;
}

/** Returns the states of a machine without its root, in the order of its file. */
export function statesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  return nodesBelow(machine.root).slice(1);
}

/**
 * Returns every transition of a machine in the order of its file: events, guarded candidates, `always`,
 * `after`, `onDone`, wildcards. A name reads
 * `imagePull.inspecting IMAGE_STATUS.ANSWERED[3] → checkingBackOff`; it has a number if there are several
 * candidates.
 */
export function transitionsOf(machine: AnyStateMachine): readonly NamedTransition[] {
  return nodesBelow(machine.root).flatMap((node) =>
    [...node.transitions.values(), node.always ?? []].flatMap((candidates) =>
      candidates.map((definition, index) => named(definition, index, candidates.length > 1)),
    ),
  );
}

/**
 * Returns the name of a taken transition, as `transitionsOf` gives it; undefined for the entry into the
 * initial state.
 */
export function transitionId(definition: AnyTransitionDefinition): string | undefined {
  const { source, eventType } = definition;
  const candidates: readonly AnyTransitionDefinition[] =
    (eventType === '' ? source.always : source.transitions.get(eventType as string)) ?? [];
  const index = candidates.indexOf(definition);
  return index < 0 ? undefined : named(definition, index, candidates.length > 1).id;
}

/** Returns a guard as people write it: `isUsable`, `and(isUsable, not(isGone))`. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const parts = partsOf(guard);
  if (parts !== undefined) return `${(guard as { name: string }).name}(${parts.map(guardName).join(', ')})`;
  const type: unknown = typeof guard === 'object' && guard !== null ? Reflect.get(guard, 'type') : undefined;
  return typeof type === 'string' ? type : 'an inline guard';
}

/** Returns the guards that `and`, `or` and `not` combine; undefined for a single guard. */
export function partsOf(guard: unknown): readonly unknown[] | undefined {
  const parts: unknown = typeof guard === 'function' ? Reflect.get(guard, 'guards') : undefined;
  return Array.isArray(parts) ? parts : undefined;
}

function nodesBelow(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values<AnyStateNode>(node.states).flatMap(nodesBelow)];
}

function named(definition: AnyTransitionDefinition, index: number, hasRivals: boolean): NamedTransition {
  const { source, eventType, target: targets, guard } = definition;
  const event = eventName(source, eventType as string);
  const target = targets?.map((node) => node.id).join(', ');
  const inMachine = (id: string) => id.replace(`${source.machine.id}.`, '');
  return {
    definition,
    id: `${source.id} ${event}${hasRivals ? `[${index}]` : ''} → ${target === undefined ? '(stays)' : inMachine(target)}`,
    source: source.id,
    event,
    index,
    target,
    guard: guard === undefined ? undefined : guardName(guard),
  };
}

/** Returns XState's own event types in words: `after retry`, `always`, `done`, `done fetch`. */
function eventName(source: AnyStateNode, eventType: string): string {
  if (eventType === '') return 'always';
  const after = /^xstate\.after\.(.+)$/.exec(eventType)?.[1];
  if (after !== undefined)
    return `after ${after.endsWith(`.${source.id}`) ? after.slice(0, -source.id.length - 1) : after}`;
  if (eventType === `xstate.done.state.${source.id}`) return 'done';
  return eventType.replace(/^xstate\.(done|error)\.actor\./, '$1 ').replace(/^xstate\./, '');
}
