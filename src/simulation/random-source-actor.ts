import type { DrawRequested, RandomSource } from '../../machines/world/random-source.ts';
import { createListener } from './listener.ts';
import type { RandomStreams } from './random-streams.ts';

/** Creates the actor that gives random numbers to machines. They get them in an event, at once. */
export function createRandomSource(streams: RandomStreams): RandomSource {
  return createListener<DrawRequested>('random', ({ requester, stream, count }) => {
    const values: number[] = [];
    while (values.length < count) values.push(streams.draw(stream));
    requester.send({ type: 'DRAW.ANSWERED', values });
  });
}
