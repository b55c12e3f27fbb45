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
import type { Reason } from '../src/rules/kubelet/upstream/reason.ts';
import { omitUndefined } from '../src/rules/values/omit-undefined.ts';
import { type Recorder, unhandled } from './world/recorder.ts';

/** The result of a handler: the new table, and the messages to send, in this order. */
export interface Reduced<T> {
  readonly table: T;
  readonly sends?: readonly Outgoing[];
}

/** A message to send now or later, or the id of a delayed message that is withdrawn. */
export type Outgoing = Message | { readonly withdrawn: string };

interface Message extends Partial<Later> {
  readonly target: AnyActorRef;
  readonly event: EventObject;
}

interface Later {
  readonly delayMicros: number;
  /** The id by which the message can be withdrawn. */
  readonly id: string;
}

/** Returns a message of a reducer. `target` receives it after the table has changed. */
export function message<E extends EventObject>(
  target: ActorRef<Snapshot<unknown>, E>,
  event: NoInfer<E>,
  later?: Partial<Later>,
): Outgoing {
  return later === undefined ? { target, event } : Object.assign({ target, event }, later);
}

/** What every table has: its actor's name and recorder, so that events without a handler can be reported. */
export interface Named {
  readonly input: { readonly name: string; readonly recorder: Recorder };
}

type Handler<T, E extends EventObject, Out> = (table: T, event: E, self: AnyActorRef) => Out;

/** One of several possible reactions to an event. The first whose guard holds is taken. */
interface Case<T, E extends EventObject> {
  /** The guard's name, for charts and coverage. Only the last case may do without one. */
  readonly guard?: string;
  readonly when?: Handler<T, E, boolean>;
  /** Why the kubelet takes this case, for reports. */
  readonly meta?: Reason;
  readonly reduce: Handler<T, E, Reduced<T>>;
}

/** The reaction to events of one type. If no guard holds, the event is reported as unhandled. */
// biome-ignore lint/suspicious/noExplicitAny: of whatever table and event
export type Reaction<T = any, E extends EventObject = any> =
  | Handler<T, E, Reduced<T>>
  | readonly Case<T, E>[];

/** The parts of a reducer. Guards and handlers change nothing: they return the changes. */
export interface ReducerParts<I, T extends Named, E extends EventObject> {
  readonly id: string;
  readonly description: string;
  readonly begin: (input: I) => T;
  readonly on: { readonly [K in E['type']]: Reaction<T, Extract<E, { readonly type: K }>> };
}

/** An actor without states: a table, and the reactions to each type of event. */
export interface Reducer<I, T extends Named, E extends EventObject>
  extends ActorLogic<TransitionSnapshot<T>, E, I>,
    ReducerParts<I, T, E> {
  /** Returns the result of an event: the whole logic of the reducer, without an actor. */
  readonly reduce: (table: T, event: E, self: AnyActorRef) => Reduced<T>;
  /**
   * The reducer as readers of charts see it: a root without states that has one transition for each case of
   * each event type.
   */
  readonly chart: AnyStateMachine;
}

// biome-ignore lint/suspicious/noExplicitAny: a reducer of whatever table and events
export type AnyReducer = Reducer<any, any, any>;

/**
 * The parts of XState's actor system that have no public type: inspection, delivery with the sender's name,
 * and the timers of each actor.
 */
interface ActorSystem {
  /** False: the run has no observer. The engine sets it. */
  readonly isObserved?: boolean;
  readonly _sendInspectionEvent: (event: object) => void;
  readonly _relay: (source: AnyActorRef, target: AnyActorRef, event: EventObject) => void;
  readonly scheduler: {
    readonly schedule: (
      source: AnyActorRef,
      target: AnyActorRef,
      event: EventObject,
      delay: number,
      id: string | undefined,
    ) => void;
    readonly cancel: (source: AnyActorRef, id: string) => void;
  };
}

/**
 * Makes the actor logic of a reducer for XState. Messages are sent after the table has changed and carry
 * their sender, an event without a handler is reported, and each event is inspected as one microstep.
 */
export function reducer<I, T extends Named, E extends EventObject>(
  parts: ReducerParts<I, T, E>,
): Reducer<I, T, E> {
  const reactions = new Map(
    Object.entries<Reaction<T, never>>(parts.on).map(([type, reaction]) => [type, reactionCases(reaction)]),
  );
  const chart = createChart(parts, reactions);
  const { transitions } = chart.root;
  const chosen = (table: T, event: E, self: AnyActorRef): number =>
    reactions
      .get(event.type)
      ?.findIndex(({ when }) => when === undefined || when(table, event as never, self)) ?? -1;
  const take = (table: T, event: E, self: AnyActorRef, index: number): Reduced<T> =>
    reactions.get(event.type)?.[index]?.reduce(table, event as never, self) ?? {
      table,
      sends: [message(table.input.recorder, unhandled(table.input.name, event))],
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
      const { table, sends = [] }: Reduced<T> = isEnd
        ? { table: snapshot.context }
        : take(snapshot.context, event, self, index);
      // The same words as for a statechart that is stopped.
      const { status, output, error } = snapshot;
      const after = { status: isEnd ? 'stopped' : status, output, error, context: table } as typeof snapshot;
      if (system.isObserved !== false) {
        const caseTaken =
          (index < 0 ? transitions.get('*')?.[0] : transitions.get(event.type)?.[index]) ?? [];
        const _transitions = isEnd ? [] : [caseTaken];
        system._sendInspectionEvent({
          type: '@xstate.microstep',
          actorRef: self,
          event,
          snapshot: after,
          _transitions,
        });
      }
      if (sends.length > 0) scope.defer(() => deliver(sends, self, system));
      return after;
    },
  };
}

/** Whether this logic is a reducer, not a statechart. */
export function isReducer(logic: object): logic is AnyReducer {
  return 'chart' in logic;
}

/** The statechart to read: the logic itself, or the chart that stands for a reducer. */
export function toStatechart(logic: AnyStateMachine | AnyReducer): AnyStateMachine {
  return isReducer(logic) ? logic.chart : logic;
}

/** The cases of a reaction. A single handler is the only case. */
export function reactionCases<T, E extends EventObject>(reaction: Reaction<T, E>): readonly Case<T, E>[] {
  return typeof reaction === 'function' ? [{ reduce: reaction }] : reaction;
}

function createChart(
  { id, description }: { readonly id: string; readonly description: string },
  reactions: ReadonlyMap<string, readonly { readonly guard?: string; readonly meta?: Reason }[]>,
): AnyStateMachine {
  const on = [...reactions].map(([type, cases]) => [
    type,
    cases.map(({ guard, meta }) => omitUndefined({ guard, meta })),
  ]);
  return createMachine({
    id,
    description,
    on: { ...Object.fromEntries(on), '*': { actions: 'reportUnhandled' } },
  });
}

function deliver(sends: readonly Outgoing[], self: AnyActorRef, { scheduler, _relay }: ActorSystem): void {
  for (const send of sends) {
    if ('withdrawn' in send) scheduler.cancel(self, send.withdrawn);
    else if (send.delayMicros === undefined) _relay(self, send.target, send.event);
    else scheduler.schedule(self, send.target, send.event, send.delayMicros, send.id);
  }
}
