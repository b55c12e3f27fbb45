import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { DrawRequested, RandomSource } from '../../../machines/world/random-source.ts';
import { mixBits, textHash } from '../../rules/values/text-hash.ts';
import type { Changeable, History } from '../engine/history.ts';
import type { GivenDraws } from '../simulation-input.ts';
import { createListener } from './root-actors.ts';

/**
 * Chance from one seed, split into streams by name: what one consumer draws changes nothing for the others,
 * so adding one leaves every other number as it was.
 */
export class RandomStreams {
  readonly #seed: number;
  readonly #given: GivenDraws;
  readonly #streams = new Map<string, RandomStream>();
  readonly #history: History | undefined;

  /** `given` has numbers in place of the seed's own. The numbers after them are the same as without them. */
  constructor(seed: number, given: GivenDraws = {}, history?: History) {
    this.#seed = seed;
    this.#given = given;
    this.#history = history;
  }

  /** Returns the next number of the stream, in [0, 1). */
  draw(stream: string): number {
    let namedStream = this.#streams.get(stream);
    if (namedStream === undefined) {
      namedStream = new RandomStream(xoroshiro128plusFromState(initialState(this.#seed, stream)));
      this.#streams.set(stream, namedStream);
    }
    this.#history?.touch(namedStream);
    const drawnValue = namedStream.next();
    return Object.hasOwn(this.#given, stream)
      ? (this.#given[stream]?.[namedStream.drawn] ?? drawnValue)
      : drawnValue;
  }
}

interface DrawnSoFar {
  readonly generator: RandomGenerator;
  readonly drawn: number;
}

class RandomStream implements Changeable<DrawnSoFar> {
  #generator: RandomGenerator;
  /** How many numbers it has given: the first one makes it 1. */
  drawn = 0;

  constructor(generator: RandomGenerator) {
    this.#generator = generator;
  }

  next(): number {
    this.drawn++;
    return uniformFloat64(this.#generator);
  }

  save(): DrawnSoFar {
    return { generator: this.#generator.clone(), drawn: this.drawn };
  }

  load({ generator, drawn }: DrawnSoFar): void {
    this.#generator = generator;
    this.drawn = drawn;
  }
}

/**
 * 128 bits from seed and name: FNV-1a over the name, then the finalizer of MurmurHash3 over four counters.
 */
function initialState(seed: number, stream: string): readonly [number, number, number, number] {
  const hash = textHash(stream);
  const high = Math.floor(seed / 0x1_0000_0000);
  const word = (counter: number) =>
    mixBits(mixBits(mixBits(hash ^ Math.imul(counter, 0x9e3779b9)) ^ (seed | 0)) ^ high);
  return [word(1), word(2), word(3), word(4) | 1];
}

/** Decides what the seed would: returns the number of a stream, from 0 up to 1. `drawn` is the seed's own. */
export type Draw = (stream: string, drawn: number) => number;

/**
 * Creates the actor that gives random numbers to machines. They get them in an event, at once. `draw` may
 * decide otherwise than the seed; each stream goes on as if it had not.
 */
export function createRandomSource(streams: RandomStreams, draw: Draw = (_, drawn) => drawn): RandomSource {
  return createListener<DrawRequested>('random', ({ requester, stream, count }) => {
    const values: number[] = [];
    while (values.length < count) values.push(draw(stream, streams.draw(stream)));
    requester.send({ type: 'DRAW.ANSWERED', values });
  });
}
