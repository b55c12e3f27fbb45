import { type Actor, type AnyActorLogic, createActor } from 'xstate';
import type { Engine, RootOptions } from './engine.ts';

/** XState's interpreter. */
export const xstateEngine: Engine = {
  name: 'xstate',
  create<L extends AnyActorLogic>(logic: L, { failed, inspect, ...options }: RootOptions<L>): Actor<L> {
    const actor = createActor(logic, { ...options, ...(inspect === undefined ? {} : { inspect }) } as never) as Actor<L>;
    actor.subscribe({ error: failed });
    return actor;
  },
};
