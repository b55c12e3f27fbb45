import type { Dice, DrawRequested } from '../../machines/world/dice.ts';
import { createListener } from './listener.ts';
import type { RandomStreams } from './random-streams.ts';

/** The run's chance as an actor: numbers come to machines as events, at once. */
export function createDice(streams: RandomStreams): Dice {
  return createListener<DrawRequested>('dice', ({ requester, stream, count }) => {
    requester.send({ type: 'DRAW.ANSWERED', values: Array.from({ length: count }, () => streams.draw(stream)) });
  });
}
