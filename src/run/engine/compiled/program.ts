import type { AnyActorLogic, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';

/**
 * What an actor does with an event is a `Program`; these are the parts of one, made once for each machine
 * object.
 */
export interface Program {
  readonly logic: AnyActorLogic;
  /** Brings a new actor into its first state. */
  readonly begin: (actor: ProgramActor, input: unknown) => void;
  /** What the actor does with an event, up to the end of the macrostep; what it sends waits in its outbox. */
  readonly react: (actor: ProgramActor, event: EventObject) => void;
  /** XState's snapshot of the actor as it is. */
  readonly snapshotOf: (actor: ProgramActor) => object;
}

/**
 * The arguments that XState gives to the functions of an action. The context is as the actions before it have
 * left it.
 */
export interface ActionArguments {
  readonly context: unknown;
  readonly event: EventObject;
  readonly self: ProgramActor;
  readonly system: unknown;
  /**
   * `spawn` in an assignment: a child takes its first step during the assignment, and belongs to its parent
   * after it.
   */
  readonly spawn: unknown;
  /** Prepares the arguments for the next action. */
  of(event: EventObject): this;
  /** Gives the parent its new children. */
  adopt(): void;
}

/** An actor as its program sees it. */
export interface ProgramActor {
  readonly id: string;
  readonly system: ActorSystem;
  readonly logic: AnyActorLogic;
  /**
   * The context. This object has no other holder, so it is changed in place unless the system copies
   * contexts.
   */
  context: unknown;
  /** The arguments of the functions of its actions. */
  readonly args: ActionArguments;
  /** The leaf that is active; undefined: the actor is no statechart. */
  leaf: Leaf | undefined;
  status: 'active' | 'done' | 'error' | 'stopped';
  output: unknown;
  error: unknown;
  /** The children in XState's order; undefined: the actor never had any. */
  children: Map<string, ChildActor> | undefined;
  /** Events that it raised for itself in this macrostep. */
  raised: EventObject[];
  /** XState's actorScope, which reducers get. */
  readonly scope: object;
  /** Makes a child, which takes its first step at once and is not started. */
  create(logic: AnyActorLogic, options: SpawnOptions): ChildActor;

  // Effects. They wait for the end of the macrostep; those of an actor's first step, until it is started.

  /** Where effects that are still to come will begin. */
  readonly effectsEnd: number;
  /** `target` is an actor, or the id of a child that exists by the end of the entry. */
  post(
    target: unknown,
    targetId: string | undefined,
    event: EventObject,
    delay: number | undefined,
    id: string | undefined,
  ): void;
  /** An event for itself: without a delay it comes before whatever waits. */
  raise(event: EventObject, delay: number | undefined, id: string | undefined): void;
  cancel(id: string): void;
  /** Starts a child of `spawn` in an assignment, which is no action. */
  startSpawned(child: ChildActor): void;
  startInvoked(child: ChildActor, options: SpawnOptions): void;
  stopChild(child: ChildActor | undefined): void;
  emit(event: EventObject): void;
  /** Puts children in the place of their ids, from there on. */
  resolveTargets(from: number): void;
  /** Reports a microstep, if the run has observers. */
  tellMicrostep(event: EventObject, step: Step | undefined): void;
}

export interface ChildActor {
  readonly id: string;
}

export interface SpawnOptions {
  readonly id: string | undefined;
  readonly src: unknown;
  readonly input: unknown;
}

/** What the actors of one root share. */
export interface ActorSystem {
  /** Whether anybody watches. */
  readonly isObserved: boolean;
  /**
   * Whether each context is a new object, as XState's are: the run has observers, or its versions are kept.
   */
  readonly copiesContexts: boolean;
  readonly inspect: (observer: unknown) => { readonly unsubscribe: () => void };
}

/** One thing that a transition does. */
export type Operation = (actor: ProgramActor, event: EventObject) => void;

export type Guard = (actor: ProgramActor, event: EventObject) => boolean;

/** A transition compiled for one leaf. */
export interface Step {
  readonly guard: Guard | undefined;
  /** Exits, the transition's own actions, entries. */
  readonly operations: readonly Operation[];
  readonly target: Leaf;
  /** Whether XState makes another snapshot after it: only then are `always` transitions evaluated again. */
  readonly changes: boolean;
  /** XState's own object, for inspection. */
  readonly transition: AnyTransitionDefinition;
}

/** A state without states, and all transitions of an actor in it. */
export interface Leaf {
  readonly node: AnyStateNode;
  /** The steps by type of event, those of the state before those of its ancestors. */
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  /** The steps for a type that no state names: only wildcards are left. */
  readonly otherwise: (type: string) => readonly Step[];
  readonly always: readonly Step[];
}
