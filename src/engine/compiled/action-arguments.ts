import type { AnyActorLogic, AnyStateMachine, EventObject } from 'xstate';
import type { ChildActor, ProgramActor } from './program.ts';

/** What XState gives to the functions of an action: the context is as the actions before it left it. */
export class ActionArguments {
  readonly context: unknown;
  readonly event: EventObject;
  readonly self: ProgramActor;

  constructor(actor: ProgramActor, event: EventObject) {
    this.context = actor.context;
    this.event = event;
    this.self = actor;
  }

  get system(): unknown {
    return this.self.system;
  }
}

type Spawn = (src: string | AnyActorLogic, options?: SpawnCall) => ChildActor;

interface SpawnCall {
  readonly id?: string;
  readonly input?: unknown;
  readonly systemId?: string;
  readonly syncSnapshot?: boolean;
}

/** What XState gives to an assignment: `spawn` too. A child takes its first step inside the assignment, and is its parent's after it. */
export class AssignArguments extends ActionArguments {
  /** In order; undefined: none. */
  spawned: ChildActor[] | undefined;
  readonly #machine: AnyStateMachine;

  constructor(actor: ProgramActor, event: EventObject, machine: AnyStateMachine) {
    super(actor, event);
    this.#machine = machine;
  }

  get spawn(): Spawn {
    return (src, { id, input, systemId, syncSnapshot } = {}) => {
      const { self, context, event } = this;
      if (systemId !== undefined || syncSnapshot) throw new Error(`${self.id}: spawn takes no systemId and no syncSnapshot`);
      const isNamed = typeof src === 'string';
      const own = isNamed && typeof input === 'function' ? input({ context, event, self }) : input;
      const child = self.create(isNamed ? this.#logicNamed(src) : src, { id, src, input: own });
      this.spawned ??= [];
      this.spawned.push(child);
      self.startSpawned(child);
      return child;
    };
  }

  /** Gives the parent its new children. */
  adopt(): void {
    if (this.spawned === undefined) return;
    this.self.children ??= {};
    for (const child of this.spawned) this.self.children[child.id] = child;
  }

  #logicNamed(src: string): AnyActorLogic {
    const found = this.#machine.implementations.actors[src] as AnyActorLogic | undefined;
    if (found === undefined) throw new Error(`Actor logic '${src}' not implemented in machine '${this.#machine.id}'`);
    return found;
  }
}
