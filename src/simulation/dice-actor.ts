import { createActor, fromTransition } from 'xstate';
import type { Dice, DrawRequested } from '../../machines/dice.ts';
import type { RandomStreams } from './random-streams.ts';

/** The run's chance as an actor: numbers come to machines as events, at once. */
export function createDice(streams: RandomStreams): Dice {
  const logic = fromTransition((state: undefined, event: DrawRequested) => {
    const values = Array.from({ length: event.count }, () => streams.draw(event.stream));
    event.requester.send({ type: 'DRAW.ANSWERED', values });
    return state;
  }, undefined);
  return createActor(logic, { id: 'dice' }).start();
}
