import type { DrawRequested, RandomSource } from '../../machines/world/random-source.ts';
import { createListener } from './listener.ts';
import type { RandomStreams } from './random-streams.ts';

/** Decides what the seed would: returns the number of a stream, from 0 up to 1. `drawn` is the seed's own. */
export type Draw = (stream: string, drawn: number) => number;

/**
 * Creates the actor that gives random numbers to machines. They get them in an event, at once. `draw` may decide otherwise than the seed;
 * each stream goes on as if it had not.
 */
export function createRandomSource(streams: RandomStreams, draw: Draw = (_, drawn) => drawn): RandomSource {
  return createListener<DrawRequested>('random', ({ requester, stream, count }) => {
    const values: number[] = [];
    while (values.length < count) values.push(draw(stream, streams.draw(stream)));
    requester.send({ type: 'DRAW.ANSWERED', values });
  });
}
