import type { AnyStateMachine, EventFrom, EventObject, InputFrom, SnapshotFrom } from 'xstate';
import { type AnyReducer, isReducer } from '../../../machines/reducer.ts';
import { inertActor, type StubWorld } from './stub-world.ts';

/**
 * What exploration must know about a machine or a reducer: where to start, which events to send, and what
 * distinguishes two states.
 */
export interface MachineModel {
  /** The machine's own id, `imagePull`. */
  readonly id: string;
  /** The machine alone: its children take messages and do nothing. */
  readonly machine: AnyStateMachine | AnyReducer;
  /** Each start is explored separately. Stubs stand for all neighbours. */
  readonly starts: readonly ModelStart[];
  /**
   * Returns the events worth sending in this state, with every payload that a guard distinguishes: messages,
   * answers of neighbours, what children would send, and the ends of delays as explicit events
   * (`delayElapsed`). The framework itself sends one unknown event in each start, which covers the wildcard.
   */
  events(here: Moment): readonly ModelEvent[];
  /**
   * Returns what the neighbours remember after this event and the machine does not: who holds a slot, which
   * answer is still to come. `after.memory` is what they remembered before it. It is part of what
   * distinguishes states, and empty at the start. It must be small and bounded.
   */
  remember?(event: ModelEvent, after: Moment): string;
  /**
   * Returns what distinguishes two states besides the state value: a small, bounded projection of the
   * context, as JSON.
   */
  project(here: Moment): unknown;
  /**
   * States, transitions and guard outcomes that no event can reach, each with its reason. All others must be
   * covered.
   */
  readonly unreachable?: readonly Unreachable[];
}

export interface ModelStart {
  /** The name in reports, `serial` or `v1.27`. */
  readonly name: string;
  readonly input: (world: StubWorld) => object;
}

/** What a model is told of its machine at one point of an exploration. */
export interface Moment<Context extends object = object> {
  readonly context: Context;
  /** The state, `pulling.calling`; empty for a reducer. */
  readonly state: string;
  /** The world of the start's input, with the same stubs. */
  readonly world: StubWorld;
  readonly memory: string;
}

export interface ModelEvent {
  /**
   * The name with the payload, `IMAGE_STATUS.ANSWERED (present)`. It must be unique among a state's events.
   */
  readonly name: string;
  readonly event: EventObject & Readonly<Record<string, unknown>>;
  /** The time that passes before the event; 0 if absent. */
  readonly afterMicros?: number;
}

export interface Unreachable {
  /** The item's name in the coverage report. */
  readonly item: string;
  readonly reason: string;
}

type Logic = AnyStateMachine | AnyReducer;

/** The context of a machine, or the table of a reducer. */
export type ContextOf<L extends Logic> =
  SnapshotFrom<L> extends { context: infer Context extends object } ? Context : never;

type EventOf<L extends Logic> = L extends { reduce(table: never, event: infer E, self: never): unknown }
  ? E
  : EventFrom<L>;

/** A model as it is written for one machine, with that machine's own types. */
interface ModelOf<L extends Logic> extends Pick<MachineModel, 'unreachable'> {
  /** The input that the starts share. */
  readonly input: (world: StubWorld) => InputFrom<L>;
  /** By name: what each start gives in place of that. */
  readonly starts: Readonly<
    Record<string, Partial<InputFrom<L>> | ((world: StubWorld) => Partial<InputFrom<L>>)>
  >;
  readonly events: (here: Moment<ContextOf<L>>) => readonly ModelEvent[];
  readonly remember?: (event: ModelEvent, after: Moment<ContextOf<L>>) => string;
  readonly project: (here: Moment<ContextOf<L>>) => unknown;
}

type Fields<E, T> = E extends { readonly type: infer Own }
  ? T extends Own
    ? Omit<E, 'type'>
    : never
  : never;

/** What a model is written with: the makers of its events, and of itself. */
interface Modelling<L extends Logic, E = EventOf<L>> {
  /**
   * Returns an event. It is named by its type, and by what tells it from others of that type:
   * `DISK.FULL (no room)`. Its other fields follow, and the time that passes before it.
   */
  readonly named: <T extends E extends { readonly type: infer Type extends string } ? Type : never>(
    name: T | `${T} (${string})`,
    ...payload: object extends Fields<E, T>
      ? [fields?: Fields<E, T>, afterMicros?: number]
      : [fields: Fields<E, T>, afterMicros?: number]
  ) => ModelEvent;
  /** Returns the model of the machine, which is explored alone. */
  readonly model: (parts: ModelOf<L>) => MachineModel;
}

/** Returns what a model of this machine is written with. */
export function modelOf<L extends Logic>(machine: L): Modelling<L> {
  return {
    named: (name, ...[fields, afterMicros = 0]) => {
      const [type = ''] = String(name).split(' (', 1);
      return { name: String(name), event: { type, ...fields }, afterMicros };
    },
    model: ({ input, starts, ...parts }) => ({
      ...(parts as Pick<MachineModel, 'events' | 'project'>),
      id: machine.id,
      machine: alone(machine),
      starts: Object.entries(starts).map(([name, own]): ModelStart => {
        return {
          name,
          input: (world) => ({ ...input(world), ...(typeof own === 'function' ? own(world) : own) }),
        };
      }),
    }),
  };
}

function alone(machine: Logic): Logic {
  if (isReducer(machine)) return machine;
  const children = Object.keys(machine.implementations.actors).map((name) => [name, inertActor] as const);
  return machine.provide({ actors: Object.fromEntries(children) as never });
}

/**
 * Returns the event with which XState ends the named delay of that state (`fetch.pausing`), `micros` after
 * the event before.
 */
export function delayElapsed(delay: string, state: string, micros: number): ModelEvent {
  return { name: `after ${delay}`, event: { type: `xstate.after.${delay}.${state}` }, afterMicros: micros };
}
