import { type Actor, type AnyActorLogic, createActor } from 'xstate';
import { System } from './compiled/actor-system.ts';
import { compile } from './compiled/compile.ts';
import { CompiledActor } from './compiled/compiled-actor.ts';
import { EngineError } from './compiled/engine-error.ts';
import { defaultEngine, type Engine, type EngineName, type RootOptions } from './engine.ts';

/**
 * Runs machines as tables of closures, made from the same machine objects: what they mean is XState's, its
 * interpreter is not used.
 */
const compiledEngine: Engine = {
  name: 'compiled',
  create<L extends AnyActorLogic>(
    logic: L,
    { id, clock, input, inspect, history, failed }: RootOptions<L>,
  ): Actor<L> {
    const system = new System(id, clock, history);
    if (inspect !== undefined) system.inspect(inspect);
    const actor = new CompiledActor(compile(logic), { id, src: logic, input }, system, undefined);
    actor.subscribe({ error: failed });
    return actor as unknown as Actor<L>;
  },
};

/** Runs machines by XState's own interpreter. */
export const xstateEngine: Engine = {
  name: 'xstate',
  create<L extends AnyActorLogic>(
    logic: L,
    { failed, inspect, history, ...options }: RootOptions<L>,
  ): Actor<L> {
    if (history !== undefined)
      throw new EngineError(
        'the engine xstate',
        'it keeps no history: take snapshots with the engine compiled',
      );
    const actor = createActor(logic, {
      ...options,
      ...(inspect === undefined ? {} : { inspect }),
    } as never) as Actor<L>;
    actor.subscribe({ error: failed });
    return actor;
  },
};

const engines: Readonly<Record<EngineName, Engine>> = { xstate: xstateEngine, compiled: compiledEngine };

/** Returns the engine of this name, or the default one. */
export function selectEngine(name: EngineName = defaultEngine): Engine {
  return engines[name];
}
