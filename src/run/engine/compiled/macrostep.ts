import type { EventObject } from 'xstate';
import type { ChildActor, ProgramActor, Step } from './program.ts';

/** What a statechart does with an event: XState's `macrostep` (v5.33, stateUtils). */
export function macrostep(actor: ProgramActor, event: EventObject): void {
  if (event.type === 'xstate.stop') {
    end(actor, event, 'stopped');
    return;
  }
  const step = selectStep(actor, event);
  if (step === undefined && event.type.startsWith('xstate.error.actor')) {
    actor.error = (event as { readonly error?: unknown }).error;
    end(actor, event, 'error');
    return;
  }
  take(actor, step, event);
  settle(actor, event);
}

/**
 * Eventless transitions and raised events, until none is left. The former see the latest event; each is
 * looked at after all others.
 */
export function settle(actor: ProgramActor, event: EventObject): void {
  let latest = event;
  let hasChanged = true;
  while (actor.status === 'active') {
    const eventless: Step | undefined = hasChanged ? selectEventless(actor, latest) : undefined;
    if (eventless !== undefined) {
      take(actor, eventless, latest);
      hasChanged = eventless.changes;
      continue;
    }
    const raised = actor.raised.length === 0 ? undefined : actor.raised.shift();
    if (raised === undefined) return;
    latest = raised;
    take(actor, selectStep(actor, raised), raised);
    hasChanged = true;
  }
  if (actor.raised.length > 0) actor.raised = [];
  stopChildren(actor);
}

function take(actor: ProgramActor, step: Step | undefined, event: EventObject): void {
  if (step !== undefined) {
    const { operations } = step;
    for (let index = 0; index < operations.length; index++) operations[index]?.(actor, event);
    actor.leaf = step.target;
  }
  actor.tellMicrostep(event, step);
}

function selectStep(actor: ProgramActor, event: EventObject): Step | undefined {
  const { leaf } = actor;
  if (leaf === undefined) return undefined;
  const candidates = leaf.steps.get(event.type) ?? leaf.otherwise(event.type);
  for (let index = 0; index < candidates.length; index++) {
    const step = candidates[index];
    if (step?.guard === undefined || asks(actor, step, step.guard, event)) return step;
  }
  return undefined;
}

function asks(
  actor: ProgramActor,
  { transition }: Step,
  guard: NonNullable<Step['guard']>,
  event: EventObject,
): boolean {
  try {
    return guard(actor, event);
  } catch (error) {
    const { guard: guardReference } = transition;
    const type =
      typeof guardReference === 'string'
        ? guardReference
        : typeof guardReference === 'object'
          ? guardReference?.type
          : undefined;
    const which = type ? `'${type}' ` : '';
    throw new Error(
      `Unable to evaluate guard ${which}in transition for event '${event.type}' in state node '${transition.source.id}':\n${(error as Error).message}`,
    );
  }
}

function selectEventless(actor: ProgramActor, event: EventObject): Step | undefined {
  const candidates = actor.leaf?.always;
  if (candidates === undefined) return undefined;
  for (let index = 0; index < candidates.length; index++) {
    const step = candidates[index];
    if (step?.guard === undefined || step.guard(actor, event)) return step;
  }
  return undefined;
}

/** The end from outside: no exit actions, and the children are gone. */
function end(actor: ProgramActor, event: EventObject, status: 'stopped' | 'error'): void {
  stopChildren(actor);
  actor.children = undefined;
  actor.status = status;
  actor.tellMicrostep(event, undefined);
}

function stopChildren(actor: ProgramActor): void {
  for (const child of childrenInOrder(actor.children)) actor.stopChild(child);
}

/**
 * In XState's order, which is that of an object's keys: by their insertion, but ids that are integers come
 * first.
 */
export function childrenInOrder<Child extends ChildActor>(
  children: ReadonlyMap<string, Child> | undefined,
): readonly Child[] {
  if (children === undefined || children.size === 0) return none;
  for (const id of children.keys())
    if (isDigit(id.charCodeAt(0))) return Object.values(Object.fromEntries(children));
  return [...children.values()];
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const none: readonly never[] = [];
