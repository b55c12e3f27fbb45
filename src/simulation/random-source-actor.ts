import type { DrawRequested, RandomSource } from '../../machines/world/random-source.ts';
import { createListener } from './listener.ts';
import type { RandomStreams } from './random-streams.ts';

/** The run's chance as an actor: numbers come to machines as events, at once. */
export function createRandomSource(streams: RandomStreams): RandomSource {
  return createListener<DrawRequested>('random', ({ requester, stream, count }) => {
    requester.send({ type: 'DRAW.ANSWERED', values: Array.from({ length: count }, () => streams.draw(stream)) });
  });
}
