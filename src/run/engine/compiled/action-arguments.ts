import type { AnyActorLogic, AnyStateMachine, EventObject } from 'xstate';
import type { ActionArguments, ChildActor, ProgramActor } from './program.ts';

type Spawn = (src: string | AnyActorLogic, options?: SpawnCall) => ChildActor;

interface SpawnCall {
  readonly id?: string;
  readonly input?: unknown;
  readonly systemId?: string;
  readonly syncSnapshot?: boolean;
}

/** Those of an actor, used again and again. */
export class OwnArguments implements ActionArguments {
  readonly self: ProgramActor;
  context: unknown = undefined;
  event: EventObject = unset;
  /** By the assignment at hand, in order; undefined: none. */
  #spawned: ChildActor[] | undefined;

  constructor(self: ProgramActor) {
    this.self = self;
  }

  get system(): unknown {
    return this.self.system;
  }

  of(event: EventObject): this {
    const { context } = this.self;
    if (this.context !== context) this.context = context;
    if (this.event !== event) this.event = event;
    return this;
  }

  get spawn(): Spawn {
    return (src, { id, input, systemId, syncSnapshot } = {}) => {
      const { self, context, event } = this;
      if (systemId !== undefined || syncSnapshot)
        throw new Error(`${self.id}: spawn takes no systemId and no syncSnapshot`);
      const isNamed = typeof src === 'string';
      const childInput = isNamed && typeof input === 'function' ? input({ context, event, self }) : input;
      const child = self.create(isNamed ? logicNamed(src, self) : src, { id, src, input: childInput });
      // Most spawn one, and an empty array that grows has room for seventeen.
      if (this.#spawned === undefined) this.#spawned = [child];
      else this.#spawned.push(child);
      self.startSpawned(child);
      return child;
    };
  }

  adopt(): void {
    if (this.#spawned === undefined) return;
    this.self.children ??= new Map();
    for (const child of this.#spawned) this.self.children.set(child.id, child);
    this.#spawned = undefined;
  }
}

const unset: EventObject = { type: '' };

function logicNamed(src: string, { logic }: ProgramActor): AnyActorLogic {
  const machine = logic as unknown as AnyStateMachine;
  const actorLogic = machine.implementations.actors[src] as AnyActorLogic | undefined;
  if (actorLogic === undefined)
    throw new Error(`Actor logic '${src}' not implemented in machine '${machine.id}'`);
  return actorLogic;
}
