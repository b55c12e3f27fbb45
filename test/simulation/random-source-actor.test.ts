import { expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { DrawAnswered } from '../../machines/world/random-source.ts';
import { createRandomSource } from '../../src/simulation/random-source-actor.ts';
import { RandomStreams } from '../../src/simulation/random-streams.ts';

it('answers at once with as many numbers of the stream as were asked for', () => {
  const heard: DrawAnswered[] = [];
  const requester = createActor(
    fromTransition((state: undefined, event: DrawAnswered) => {
      heard.push(event);
      return state;
    }, undefined),
  ).start();
  const random = createRandomSource(new RandomStreams(5));
  const plain = new RandomStreams(5);
  for (const [stream, count] of [
    ['a', 2],
    ['b', 1],
    ['a', 3],
  ] as const) {
    random.send({ type: 'DRAW.REQUESTED', stream, count, requester });
    expect(heard.at(-1)).toEqual({ type: 'DRAW.ANSWERED', values: Array.from({ length: count }, () => plain.draw(stream)) });
  }
  expect(heard).toHaveLength(3);
});
