import {
  type ActorLogic,
  type ActorScope,
  type AnyMachineSnapshot,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
  type Snapshot,
} from 'xstate';
import { toStatechart } from '../../../../machines/reducer.ts';
import { type ObservedStep, StepObserver, stateName } from '../coverage/observed-step.ts';
import { watchGuards } from '../coverage/watch-guards.ts';
import type { MachineModel, ModelEvent, ModelStart, Moment } from '../machine-model.ts';
import { createStubWorld, type StubWorld } from '../stub-world.ts';

/**
 * A machine's snapshot with its time. Exploration forks, so the clock must be set again before each
 * transition.
 */
export type TimedSnapshot = Extract<Snapshot<undefined>, { status: 'active' }> & {
  readonly machine: AnyMachineSnapshot;
  readonly nowMicros: number;
  /** The memory of the model. */
  readonly memory: string;
  /** The step from the snapshot before to this one. */
  readonly step: ObservedStep;
};

/** The name of a model's event. Its payload stands in the model, so that names alone distinguish paths. */
export interface NamedEvent extends EventObject {
  readonly type: string;
}

/** An event that is sent once in each start to a machine whose root reports unexpected events. */
export const unknownEvent: ModelEvent = { name: 'an unknown event', event: { type: 'UNKNOWN.SENT' } };

/** A start of a model, as logic that path generators can explore. */
export type TimedLogic = ActorLogic<TimedSnapshot, NamedEvent> & {
  readonly initial: TimedSnapshot;
  /**
   * Returns where an event of `eventsOf` leads, by its name. Only results of `transition` are remembered,
   * because a search may look at very many snapshots.
   */
  readonly next: (snapshot: TimedSnapshot, event: string) => TimedSnapshot;
  /** Returns the events worth sending in a snapshot; none if the machine has ended. */
  readonly eventsOf: (snapshot: TimedSnapshot) => readonly ModelEvent[];
  /** Returns what distinguishes snapshots: the state's value, and the model's projection of the context. */
  readonly keyOf: (snapshot: TimedSnapshot) => string;
};

/**
 * Wraps the machine (the model's, or one derived from it) in logic whose snapshots carry the time, and the
 * microsteps and guards that XState reported for the transition. The same snapshot and event always give the
 * same object, so several explorations cost as much as one. An error of the machine is reported with its
 * state and event.
 */
export function timedLogic(
  model: MachineModel,
  start: ModelStart,
  machine: MachineModel['machine'] = model.machine,
): TimedLogic {
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
  const taken = (
    nowMicros: number,
    scope: Scope,
    before: AnyMachineSnapshot | undefined,
    act: () => AnyMachineSnapshot,
  ): TimedSnapshot => {
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
    const stray =
      snapshot === initial && toStatechart(watched).root.transitions.has('*') ? [unknownEvent] : [];
    return [...model.events(momentOf(snapshot.machine, world, snapshot.memory)), ...stray];
  });
  const keyOf = remembering(({ machine: inner, memory, nowMicros }: TimedSnapshot): string => {
    world.clock.setMicros(nowMicros);
    return JSON.stringify([inner.value, inner.status, memory, model.project(momentOf(inner, world, memory))]);
  });

  const step = (snapshot: TimedSnapshot, name: string, scope: Scope): TimedSnapshot => {
    const seen = stepsFrom(snapshot).get(name);
    if (seen !== undefined) return seen;
    const chosen = eventsOf(snapshot).find((event) => event.name === name);
    if (chosen === undefined)
      throw new Error(
        `${model.id} (${start.name}): no event "${name}" in ${JSON.stringify(snapshot.machine.value)}`,
      );
    const nowMicros = snapshot.nowMicros + (chosen.afterMicros ?? 0);
    try {
      const next = taken(
        nowMicros,
        scope,
        snapshot.machine,
        () => watched.transition(snapshot.machine, chosen.event, scope as never) as AnyMachineSnapshot,
      );
      return {
        ...next,
        memory: model.remember?.(chosen, momentOf(next.machine, world, snapshot.memory)) ?? '',
      };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${model.id} (${start.name}) fails on "${name}" in ${JSON.stringify(snapshot.machine.value)}: ${why}`,
        {
          cause: error,
        },
      );
    }
  };
  const scope = inertScope();
  const initial = taken(
    0,
    scope,
    undefined,
    () => watched.getInitialSnapshot(scope as never, start.input(world)) as AnyMachineSnapshot,
  );

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

/** Returns what a model is told of this snapshot. */
export function momentOf(snapshot: AnyMachineSnapshot, world: StubWorld, memory: string): Moment {
  return { context: snapshot.context, state: stateName(snapshot), world, memory };
}

type Scope = ActorScope<TimedSnapshot, NamedEvent>;

/**
 * Returns what a transition without an actor needs, as the path generators make it: nothing is sent, started
 * or stopped.
 */
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

/** Calls the function once for each snapshot: explorations ask for keys and events again and again. */
function remembering<T>(ask: (snapshot: TimedSnapshot) => T): (snapshot: TimedSnapshot) => T {
  const answers = new WeakMap<TimedSnapshot, { readonly answer: T }>();
  return (snapshot) => {
    const known = answers.get(snapshot) ?? { answer: ask(snapshot) };
    answers.set(snapshot, known);
    return known.answer;
  };
}
