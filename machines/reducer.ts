import {
  type ActorLogic,
  type ActorRef,
  type AnyActorRef,
  type AnyStateMachine,
  createMachine,
  type EventObject,
  fromTransition,
  type Snapshot,
  type TransitionSnapshot,
} from 'xstate';
import { type Recorder, unhandled } from './world/recorder.ts';

/** What a handler makes of an event: the table as it is from now on, and what then goes out, in this order. */
export interface Reduced<T> {
  readonly table: T;
  readonly sends?: readonly Outgoing[];
}

/** A message, at once or later; or the id of one that is still to come, which is not sent then. */
export type Outgoing = Message | { readonly withdrawn: string };

interface Message extends Partial<Later> {
  readonly target: AnyActorRef;
  readonly event: EventObject;
}

interface Later {
  readonly delayMicros: number;
  /** By which it can be withdrawn. */
  readonly id: string;
}

/** A message of a reducer. `target` hears it once the table has changed. */
export function message<E extends EventObject>(
  target: ActorRef<Snapshot<unknown>, E>,
  event: NoInfer<E>,
  later: Partial<Later> = {},
): Outgoing {
  return { target, event, ...later };
}

/** What every table has: its actor's name and recorder, for the report of events that it has no handler for. */
export interface Named {
  readonly name: string;
  readonly recorder: Recorder;
}

type Handler<T, E extends EventObject, Out> = (table: T, event: E, self: AnyActorRef) => Out;

/** One of several things that an event can make a table do: the first whose guard holds. */
interface Case<T, E extends EventObject> {
  /** The guard's name, for charts and coverage. Only the last case may have none. */
  readonly guard?: string;
  readonly when?: Handler<T, E, boolean>;
  readonly reduce: Handler<T, E, Reduced<T>>;
}

/** What is done with an event of one kind; where no guard holds, it is reported as unhandled. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever table and event
export type Reaction<T = any, E extends EventObject = any> = Handler<T, E, Reduced<T>> | readonly Case<T, E>[];

/** What a reducer is made of. Guards and handlers change nothing: they say what is to be. */
export interface ReducerParts<I, T extends Named, E extends EventObject> {
  readonly id: string;
  readonly description: string;
  readonly begin: (input: I) => T;
  readonly on: { readonly [K in E['type']]: Reaction<T, Extract<E, { readonly type: K }>> };
}

/** An actor without states: a table, and what it answers to each kind of event. */
export interface Reducer<I, T extends Named, E extends EventObject> extends ActorLogic<TransitionSnapshot<T>, E, I>, ReducerParts<I, T, E> {
  /** What it makes of an event: the whole of its logic, without an actor. */
  readonly reduce: (table: T, event: E, self: AnyActorRef) => Reduced<T>;
  /** What readers of charts see of it: a root without states, with a transition, which stays, for each case of each kind of event. */
  readonly chart: AnyStateMachine;
}

// biome-ignore lint/suspicious/noExplicitAny: a reducer of whatever table and events
export type AnyReducer = Reducer<any, any, any>;

/** What of XState's system is no public type: inspection, delivery that tells its sender, and the timers of each actor. */
interface ActorSystem {
  readonly _sendInspectionEvent: (event: object) => void;
  readonly _relay: (source: AnyActorRef, target: AnyActorRef, event: EventObject) => void;
  readonly scheduler: {
    readonly schedule: (source: AnyActorRef, target: AnyActorRef, event: EventObject, delay: number, id: string | undefined) => void;
    readonly cancel: (source: AnyActorRef, id: string) => void;
  };
}

/**
 * Makes an actor of one table: XState's transition logic, with what a machine of the dialect has. Its messages go out once the table has
 * changed, and carry their sender; an event that it has no handler for is reported; each event is told as one microstep.
 */
export function reducer<I, T extends Named, E extends EventObject>(parts: ReducerParts<I, T, E>): Reducer<I, T, E> {
  const reactions = new Map(Object.entries<Reaction<T, never>>(parts.on).map(([type, reaction]) => [type, casesOf(reaction)]));
  const chart = chartOf(parts, reactions);
  const { transitions } = chart.root;
  const chosen = (table: T, event: E, self: AnyActorRef): number =>
    reactions.get(event.type)?.findIndex(({ when }) => when === undefined || when(table, event as never, self)) ?? -1;
  const take = (table: T, event: E, self: AnyActorRef, index: number): Reduced<T> =>
    reactions.get(event.type)?.[index]?.reduce(table, event as never, self) ?? {
      table,
      sends: [message(table.recorder, unhandled(table.name, event))],
    };
  return {
    ...fromTransition<T, E, never, I>(
      (table) => table,
      ({ input }) => parts.begin(input),
    ),
    ...parts,
    chart,
    reduce: (table, event, self) => take(table, event, self, chosen(table, event, self)),
    transition: (snapshot, event, scope) => {
      const { self } = scope;
      const system = scope.system as unknown as ActorSystem;
      const isEnd = event.type === 'xstate.stop';
      const index = isEnd ? -1 : chosen(snapshot.context, event, self);
      const { table, sends = [] }: Reduced<T> = isEnd ? { table: snapshot.context } : take(snapshot.context, event, self, index);
      // As a statechart that is stopped says it.
      const after = { ...snapshot, ...(isEnd ? { status: 'stopped' } : {}), context: table } as typeof snapshot;
      const taken = (index < 0 ? transitions.get('*')?.[0] : transitions.get(event.type)?.[index]) ?? [];
      const _transitions = isEnd ? [] : [taken];
      system._sendInspectionEvent({ type: '@xstate.microstep', actorRef: self, event, snapshot: after, _transitions });
      if (sends.length > 0) scope.defer(() => deliver(sends, self, system));
      return after;
    },
  };
}

/** Whether this is one, and no statechart. */
export function isReducer(logic: object): logic is AnyReducer {
  return 'chart' in logic;
}

/** The statechart to read: itself, or that of a reducer. */
export function statechartOf(logic: AnyStateMachine | AnyReducer): AnyStateMachine {
  return isReducer(logic) ? logic.chart : logic;
}

/** The cases of a reaction; a handler alone is the only one. */
export function casesOf<T, E extends EventObject>(reaction: Reaction<T, E>): readonly Case<T, E>[] {
  return typeof reaction === 'function' ? [{ reduce: reaction }] : reaction;
}

function chartOf(
  { id, description }: { readonly id: string; readonly description: string },
  reactions: ReadonlyMap<string, readonly { readonly guard?: string }[]>,
): AnyStateMachine {
  const on = [...reactions].map(([type, cases]) => [type, cases.map(({ guard }) => (guard === undefined ? {} : { guard }))]);
  return createMachine({ id, description, on: { ...Object.fromEntries(on), '*': { actions: 'reportUnhandled' } } });
}

function deliver(sends: readonly Outgoing[], self: AnyActorRef, { scheduler, _relay }: ActorSystem): void {
  for (const send of sends) {
    if ('withdrawn' in send) scheduler.cancel(self, send.withdrawn);
    else if (send.delayMicros === undefined) _relay(self, send.target, send.event);
    else scheduler.schedule(self, send.target, send.event, send.delayMicros, send.id);
  }
}
