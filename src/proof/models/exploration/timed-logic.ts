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
  const stepper = new TimedStepper(model, start, machine);
  const stepsFrom = remembering((_snapshot: TimedSnapshot) => new Map<string, TimedSnapshot>());
  const eventsOf = remembering((snapshot: TimedSnapshot) => stepper.eventsOf(snapshot));
  const keyOf = remembering((snapshot: TimedSnapshot) => stepper.keyOf(snapshot));
  const step = (snapshot: TimedSnapshot, name: string, scope: Scope): TimedSnapshot =>
    stepsFrom(snapshot).get(name) ?? stepper.step(snapshot, name, eventsOf(snapshot), scope);
  const { initial, scope } = stepper;
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

/** Makes the steps of a model's machine in a stub of its world, whose clock it sets before each. */
class TimedStepper {
  readonly initial: TimedSnapshot;
  readonly scope = inertScope();
  readonly #model: MachineModel;
  readonly #start: ModelStart;
  readonly #world = createStubWorld();
  readonly #observer = new StepObserver();
  readonly #machine: MachineModel['machine'];
  readonly #observedScopes = new WeakSet<object>();

  constructor(model: MachineModel, start: ModelStart, machine: MachineModel['machine']) {
    this.#model = model;
    this.#start = start;
    this.#machine = watchGuards(machine, this.#observer.seeGuard);
    this.initial = this.#observed(
      0,
      this.scope,
      undefined,
      () =>
        this.#machine.getInitialSnapshot(this.scope as never, start.input(this.#world)) as AnyMachineSnapshot,
    );
  }

  eventsOf(snapshot: TimedSnapshot): readonly ModelEvent[] {
    if (snapshot.machine.status !== 'active') return [];
    this.#world.clock.setMicros(snapshot.nowMicros);
    const reportsStrays = toStatechart(this.#machine).root.transitions.has('*');
    return [
      ...this.#model.events(momentOf(snapshot.machine, this.#world, snapshot.memory)),
      ...(snapshot === this.initial && reportsStrays ? [unknownEvent] : []),
    ];
  }

  keyOf({ machine, memory, nowMicros }: TimedSnapshot): string {
    this.#world.clock.setMicros(nowMicros);
    const projection = this.#model.project(momentOf(machine, this.#world, memory));
    return JSON.stringify([machine.value, machine.status, memory, projection]);
  }

  /** Returns where one of these events leads, by its name. */
  step(snapshot: TimedSnapshot, name: string, events: readonly ModelEvent[], scope: Scope): TimedSnapshot {
    const { id } = this.#model;
    const before = snapshot.machine;
    const chosen = events.find((event) => event.name === name);
    if (chosen === undefined)
      throw new Error(`${id} (${this.#start.name}): no event "${name}" in ${JSON.stringify(before.value)}`);
    try {
      const next = this.#observed(
        snapshot.nowMicros + (chosen.afterMicros ?? 0),
        scope,
        before,
        () => this.#machine.transition(before, chosen.event, scope as never) as AnyMachineSnapshot,
      );
      const memory =
        this.#model.remember?.(chosen, momentOf(next.machine, this.#world, snapshot.memory)) ?? '';
      return { ...next, memory };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${id} (${this.#start.name}) fails on "${name}" in ${JSON.stringify(before.value)}: ${why}`,
        { cause: error },
      );
    }
  }

  /** Returns what `act` leads to at that time, with the microsteps and guards on the way. */
  #observed(
    nowMicros: number,
    scope: Scope,
    before: AnyMachineSnapshot | undefined,
    act: () => AnyMachineSnapshot,
  ): TimedSnapshot {
    this.#observe(scope);
    this.#observer.begin(before);
    this.#world.clock.setMicros(nowMicros);
    const after = act();
    return {
      status: 'active',
      output: undefined,
      error: undefined,
      machine: after,
      nowMicros,
      memory: '',
      step: this.#observer.end(after),
    };
  }

  #observe(scope: Scope): void {
    if (this.#observedScopes.has(scope)) return;
    this.#observedScopes.add(scope);
    scope.system.inspect((event: InspectionEvent) => {
      if (event.type === '@xstate.microstep' && event.actorRef === scope.self) this.#observer.hear(event);
    });
  }
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
