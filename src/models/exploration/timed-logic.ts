import {
  type ActorLogic,
  type ActorScope,
  type AnyMachineSnapshot,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { statechartOf } from '../../../machines/reducer.ts';
import type { ObservedStep } from '../coverage/observed-step.ts';
import { StepObserver } from '../coverage/step-observer.ts';
import { watchGuards } from '../coverage/watch-guards.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { createStubWorld } from '../stub-world.ts';

/** A machine's snapshot with its time: exploration forks, so the clock must be set anew before each transition. */
export type TimedSnapshot = Extract<Snapshot<undefined>, { status: 'active' }> & {
  readonly machine: AnyMachineSnapshot;
  readonly nowMicros: number;
  /** The model's memory. */
  readonly memory: string;
  /** How the machine came here from the snapshot before. */
  readonly step: ObservedStep;
};

/** The name of a model's event; the payload stands in the model, so that paths are told apart by names alone. */
export interface NamedEvent extends EventObject {
  readonly type: string;
}

/** The event that each start sends once to a machine whose root reports what nobody expects. */
export const unknownEvent: ModelEvent = { name: 'an unknown event', event: { type: 'UNKNOWN.SENT' } };

/** A model's start as logic that path generators can walk. */
export type TimedLogic = ActorLogic<TimedSnapshot, NamedEvent> & {
  readonly initial: TimedSnapshot;
  /** Where an event of `eventsOf` leads, by its name. Only what `transition` made is remembered: one may look far and wide. */
  readonly next: (snapshot: TimedSnapshot, event: string) => TimedSnapshot;
  /** The events worth sending in a snapshot; none where the machine has ended. */
  readonly eventsOf: (snapshot: TimedSnapshot) => readonly ModelEvent[];
  /** What tells snapshots apart: the state's value, and the model's projection of the context. */
  readonly keyOf: (snapshot: TimedSnapshot) => string;
};

/**
 * Wraps the machine (the model's, or one derived from it) in logic whose snapshots carry the time and what XState told
 * of the transition: microsteps and guards, no guesses. A walk gets the same object again for the same snapshot and
 * event, so that several walks cost as much as one. A throw in the machine is told with state and event.
 */
export function timedLogic(model: MachineModel, start: ModelStart, machine: MachineModel['machine'] = model.machine): TimedLogic {
  const world = createStubWorld();
  const observer = new StepObserver();
  const watched = watchGuards(machine, observer.seeGuard);
  const scopes = new WeakSet<object>();
  const stepsFrom = remembering((_snapshot: TimedSnapshot) => new Map<string, TimedSnapshot>());

  const observe = (scope: Scope) => {
    if (scopes.has(scope)) return;
    scopes.add(scope);
    scope.system.inspect((event: InspectionEvent) => {
      if (event.type === '@xstate.microstep' && event.actorRef === scope.self) observer.hear(event);
    });
  };
  const taken = (nowMicros: number, scope: Scope, before: AnyMachineSnapshot | undefined, act: () => AnyMachineSnapshot): TimedSnapshot => {
    observe(scope);
    observer.begin(before);
    world.clock.setMicros(nowMicros);
    const after = act();
    return {
      status: 'active',
      output: undefined,
      error: undefined,
      machine: after,
      nowMicros,
      memory: '',
      step: observer.end(after),
    };
  };
  const eventsOf = remembering((snapshot: TimedSnapshot): readonly ModelEvent[] => {
    if (snapshot.machine.status !== 'active') return [];
    world.clock.setMicros(snapshot.nowMicros);
    const stray = snapshot === initial && statechartOf(watched).root.transitions.has('*') ? [unknownEvent] : [];
    return [...model.events(snapshot.machine, world, snapshot.memory), ...stray];
  });
  const keyOf = remembering(({ machine: inner, memory, nowMicros }: TimedSnapshot): string => {
    world.clock.setMicros(nowMicros);
    return JSON.stringify([inner.value, inner.status, memory, model.project(inner)]);
  });

  const step = (snapshot: TimedSnapshot, name: string, scope: Scope): TimedSnapshot => {
    const seen = stepsFrom(snapshot).get(name);
    if (seen !== undefined) return seen;
    const chosen = eventsOf(snapshot).find((event) => event.name === name);
    if (chosen === undefined)
      throw new Error(`${model.id} (${start.name}): no event "${name}" in ${JSON.stringify(snapshot.machine.value)}`);
    const nowMicros = snapshot.nowMicros + (chosen.afterMicros ?? 0);
    try {
      const next = taken(
        nowMicros,
        scope,
        snapshot.machine,
        () => watched.transition(snapshot.machine, chosen.event, scope as never) as AnyMachineSnapshot,
      );
      return { ...next, memory: model.remember?.(snapshot.memory, chosen, next.machine) ?? '' };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`${model.id} (${start.name}) fails on "${name}" in ${JSON.stringify(snapshot.machine.value)}: ${why}`, {
        cause: error,
      });
    }
  };
  const scope = inertScope();
  const initial = taken(0, scope, undefined, () => watched.getInitialSnapshot(scope as never, start.input(world)) as AnyMachineSnapshot);

  return {
    initial,
    eventsOf,
    keyOf,
    getInitialSnapshot: () => initial,
    next: (snapshot, event) => step(snapshot, event, scope),
    transition: (snapshot, { type: name }, theirs) => {
      const after = step(snapshot, name, theirs);
      stepsFrom(snapshot).set(name, after);
      return after;
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

type Scope = ActorScope<TimedSnapshot, NamedEvent>;

/** What a transition without an actor gets, as the path generators make it: nothing is sent, started or stopped. */
function inertScope(): Scope {
  const self = createEmptyActor() as unknown as Scope['self'];
  const nothing = () => {};
  const { system } = self;
  return {
    self,
    system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  };
}

/** Asked once for each snapshot: a walk asks for keys and events again and again. */
function remembering<T>(ask: (snapshot: TimedSnapshot) => T): (snapshot: TimedSnapshot) => T {
  const answers = new WeakMap<TimedSnapshot, { readonly answer: T }>();
  return (snapshot) => {
    const known = answers.get(snapshot) ?? { answer: ask(snapshot) };
    answers.set(snapshot, known);
    return known.answer;
  };
}
