import type { Order } from '../../run/simulation/kernel.ts';
import { RandomStreams } from '../../run/simulation/random-streams.ts';
import type { NamedScript, ScriptRunner } from '../conformance/script-kind.ts';
import type { OrderedSystem } from './outcomes-of-orders.ts';

/**
 * Returns the simulator as a system that takes orders. What happens at one time happens one after the other;
 * machines have no goroutines, so that orders that are not in turn are refused.
 */
export function simulatedInTurn<S extends NamedScript>(
  runner: Pick<ScriptRunner<S>, 'run'>,
): OrderedSystem<S> {
  return {
    run: async ({ order: { seed, inTurn }, ...script }) => {
      if (!inTurn) throw new Error('the simulator runs things of one time one after the other only');
      return runner.run(script as unknown as S, undefined, undefined, sequenceOf(seed));
    },
  };
}

/** The sequence of a seed: each of what is due at one time may come next. */
function sequenceOf(seed: number): Order {
  const streams = new RandomStreams(seed);
  return {
    lateMicros: 0,
    choose: (ready) => ready[Math.floor(streams.draw('order') * ready.length)],
  };
}
