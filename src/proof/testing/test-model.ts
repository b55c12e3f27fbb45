import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type EventObject,
  type InputFrom,
  type SnapshotFrom,
  StateMachine,
} from 'xstate';
import { type AnyReducer, isReducer, toStatechart } from '../../../machines/reducer.ts';
import { stateName } from '../models/coverage/observed-step.ts';
import { reduceMachine } from '../models/exploration/reduce-machine.ts';
import { momentOf } from '../models/exploration/timed-logic.ts';
import type { MachineModel, ModelEvent } from '../models/machine-model.ts';
import { createStubWorld } from '../models/stub-world.ts';
import { modelNamed, startNamed } from './machine-models.ts';

/** Options of `createTestModel`, as both `xstate/graph` and `@xstate/test` take them. */
export interface TestModelOptionsOf<M extends AnyStateMachine> {
  readonly input: InputFrom<M>;
  /** The events worth sending in a state, with payloads; the end of a delay is an event, too. */
  readonly events: (snapshot: SnapshotFrom<M>) => EventFromLogic<M>[];
  /** Leaves out the bare events that `createTestModel` adds for each type and for `*`. */
  readonly filterEvents: (snapshot: SnapshotFrom<M>, event: EventFromLogic<M>) => boolean;
  /** What distinguishes two states: value, and what the model says of the context. */
  readonly serializeState: (snapshot: SnapshotFrom<M>) => string;
  /** The event's name with its payload in words: `SLOT.RELEASED (a holder)`. */
  readonly serializeEvent: (event: EventObject) => string;
}

/** A machine that `createTestModel` accepts, and the options with which it is explored. */
export interface TestModelOf<M extends AnyStateMachine> {
  readonly machine: M;
  readonly options: TestModelOptionsOf<M>;
}

/** From which start a machine is explored, and how far. */
export interface TestModelBounds {
  /** The name of a start as `windlass paths MACHINE` lists them; the first one if absent. */
  readonly start?: string;
  /** The most states of which the events are sent; 2,000 if absent. */
  readonly statesMax?: number;
}

/** A machine, or the chart that stands for a reducer. */
export type ChartOf<M extends AnyStateMachine | AnyReducer> = M extends AnyStateMachine ? M : AnyStateMachine;

/**
 * Returns what `createTestModel` of `xstate/graph` or of `@xstate/test` needs to explore one of Windlass's
 * machines: `createTestModel(model.machine, model.options)`. The machine has only its states, guards and
 * assignments: its delays are events (`xstate.after.…`) after which the clock has moved, its neighbours are
 * stubs, and unexpected events are not sent. States beyond the bound have no events. Each call returns a
 * model of its own. Throws a `RangeError` for a machine or a start that is not known.
 */
export function testModel<M extends AnyStateMachine | AnyReducer>(
  machine: M,
  { start, statesMax = 2_000 }: TestModelBounds = {},
): TestModelOf<ChartOf<M>> {
  const model = modelNamed(machine);
  const explored = new ExploredMachine(model, startNamed(model, start).input, statesMax);
  return explored as unknown as TestModelOf<ChartOf<M>>;
}

/** What a snapshot's own machine does not know. */
interface Surroundings {
  readonly nowMicros: number;
  readonly memory: string;
}

const atStart: Surroundings = { nowMicros: 0, memory: '' };

class ExploredMachine {
  readonly machine: AnyStateMachine;
  readonly options;
  readonly #world = createStubWorld();
  readonly #surroundings = new WeakMap<object, Surroundings>();
  readonly #named = new WeakMap<EventObject, ModelEvent>();
  readonly #eventsOf = new WeakMap<object, readonly EventObject[]>();
  readonly #expanded = new Set<string>();
  readonly #model: MachineModel;
  readonly #input: object;
  readonly #statesMax: number;

  constructor(
    model: MachineModel,
    input: (world: ReturnType<typeof createStubWorld>) => object,
    statesMax: number,
  ) {
    this.#model = model;
    this.#statesMax = statesMax;
    this.#input = input(this.#world);
    this.machine = this.#machine();
    this.options = {
      input: this.#input,
      events: (snapshot: AnyMachineSnapshot) => this.#events(snapshot),
      filterEvents: (_: AnyMachineSnapshot, event: EventObject) => this.#named.has(event),
      serializeState: (snapshot: AnyMachineSnapshot) => this.#keyOf(snapshot),
      serializeEvent: (event: EventObject) => this.#named.get(event)?.name ?? event.type,
    };
  }

  /**
   * The reduced machine, whose transitions set the clock first. The explorers take the function off its
   * machine.
   */
  #machine(): AnyStateMachine {
    const logic = reduceMachine(this.#model.machine);
    const chart = copyOf(toStatechart(logic));
    const step = isReducer(logic) ? stepOf(logic, chart) : chart.transition.bind(chart);
    const begin = isReducer(logic)
      ? (scope: never, input: never) =>
          chart.resolveState({ value: {}, context: logic.getInitialSnapshot(scope, input).context } as never)
      : chart.getInitialSnapshot.bind(chart);
    return Object.assign(chart, {
      getInitialSnapshot: (scope: never, input?: never) => {
        this.#world.clock.setMicros(0);
        // Not every explorer passes the input on.
        return this.#described(begin(scope, (input ?? this.#input) as never));
      },
      transition: (snapshot: AnyMachineSnapshot, event: EventObject, scope: never) => {
        const named = this.#named.get(event);
        // @xstate/test has no filter: what is not of the model changes nothing.
        return named === undefined
          ? snapshot
          : this.#step(snapshot, named, () => step(snapshot, event, scope));
      },
    });
  }

  #step(snapshot: AnyMachineSnapshot, named: ModelEvent, take: () => AnyMachineSnapshot): AnyMachineSnapshot {
    const { nowMicros: before, memory } = this.#surroundings.get(snapshot) ?? atStart;
    const nowMicros = before + (named.afterMicros ?? 0);
    this.#world.clock.setMicros(nowMicros);
    const taken = take();
    // A snapshot that stays the same object may be at another time.
    const after: AnyMachineSnapshot = taken === snapshot ? cloneOf(taken) : taken;
    const remembered = this.#model.remember?.(named, momentOf(after, this.#world, memory)) ?? '';
    this.#surroundings.set(after, { nowMicros, memory: remembered });
    return this.#described(after);
  }

  /**
   * Explorers write the context into the description of a path: what the model says of it is short, and JSON
   * has no large integers.
   */
  #described(snapshot: AnyMachineSnapshot): AnyMachineSnapshot {
    const { memory } = this.#surroundings.get(snapshot) ?? atStart;
    const told = this.#model.project(momentOf(snapshot, this.#world, memory));
    Object.defineProperty(snapshot.context, 'toJSON', {
      value: () => told,
      configurable: true,
      enumerable: false,
    });
    return snapshot;
  }

  #events(snapshot: AnyMachineSnapshot): readonly EventObject[] {
    const known = this.#eventsOf.get(snapshot);
    if (known !== undefined) return known;
    const key = this.#keyOf(snapshot);
    const isBeyond = !this.#expanded.has(key) && this.#expanded.size >= this.#statesMax;
    if (!isBeyond) this.#expanded.add(key);
    const { memory } = this.#surroundings.get(snapshot) ?? atStart;
    const named =
      isBeyond || snapshot.status !== 'active'
        ? []
        : this.#model.events(momentOf(snapshot, this.#world, memory));
    const events = named.map((one) => {
      const event = { ...one.event };
      this.#named.set(event, one);
      return event;
    });
    this.#eventsOf.set(snapshot, events);
    return events;
  }

  #keyOf(snapshot: AnyMachineSnapshot): string {
    const { nowMicros, memory } = this.#surroundings.get(snapshot) ?? atStart;
    this.#world.clock.setMicros(nowMicros);
    const told = this.#model.project(momentOf(snapshot, this.#world, memory));
    return JSON.stringify([stateName(snapshot), snapshot.status, memory, told]);
  }
}

/**
 * A machine of its own, of which every event counts as one: XState leaves out events that change nothing, but
 * without its actions a machine seems to have many of these.
 */
function copyOf(machine: AnyStateMachine): AnyStateMachine {
  const copy: AnyStateMachine = new StateMachine(machine.config as never, machine.implementations as never);
  for (const node of nodesUnder(copy.root))
    Object.defineProperty(node, 'ownEvents', { value: [...node.transitions.keys()] });
  return copy;
}

function nodesUnder(node: AnyStateMachine['root']): readonly AnyStateMachine['root'][] {
  return [node, ...Object.values(node.states).flatMap(nodesUnder)];
}

/** A reducer's step, between snapshots of the chart that stands for it. */
function stepOf(logic: AnyReducer, chart: AnyStateMachine) {
  return (snapshot: AnyMachineSnapshot, event: EventObject, scope: never): AnyMachineSnapshot => {
    const before = { status: 'active', output: undefined, error: undefined, context: snapshot.context };
    const { context } = logic.transition(before as never, event as never, scope);
    return chart.resolveState({ value: {}, context } as never);
  };
}

function cloneOf(snapshot: AnyMachineSnapshot): AnyMachineSnapshot {
  return Object.assign(Object.create(Object.getPrototypeOf(snapshot)), snapshot);
}
