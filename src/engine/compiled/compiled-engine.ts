import type { Actor, AnyActorLogic } from 'xstate';
import type { Engine, RootOptions } from '../engine.ts';
import { System } from './actor-system.ts';
import { compile } from './compile.ts';
import { CompiledActor } from './compiled-actor.ts';

/** Runs machines as tables of closures, made from the same machine objects: what they mean is XState's, its interpreter is not used. */
export const compiledEngine: Engine = {
  name: 'compiled',
  create<L extends AnyActorLogic>(logic: L, { id, clock, input, inspect, failed }: RootOptions<L>): Actor<L> {
    const system = new System(id, clock);
    if (inspect !== undefined) system.inspect(inspect);
    const actor = new CompiledActor(compile(logic), { id, src: logic, input }, system, undefined);
    actor.subscribe({ error: failed });
    return actor as unknown as Actor<L>;
  },
};
