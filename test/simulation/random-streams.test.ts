import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStreams } from '../../src/simulation/random-streams.ts';

// One seed, streams by name: docs of src/simulation/random-streams.ts.

const take = (streams: RandomStreams, name: string, count: number) => Array.from({ length: count }, () => streams.draw(name));
const first = (seed: number, name: string) => new RandomStreams(seed).draw(name);

describe('a stream', () => {
  it('is the same for the same seed and name', () => {
    expect(take(new RandomStreams(42), 'a', 20)).toEqual(take(new RandomStreams(42), 'a', 20));
  });

  it('is not changed by what others draw in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }), (seed, order) => {
        const together = new RandomStreams(seed);
        const drawn = order.map((name) => ({ name, value: together.draw(name) }));
        for (const name of ['a', 'b', 'c', 'd']) {
          const own = drawn.filter((one) => one.name === name).map((one) => one.value);
          expect(own).toEqual(take(new RandomStreams(seed), name, own.length));
        }
      }),
    );
  });

  it('gives numbers from 0 up to 1, spread evenly', () => {
    for (const seed of [0, 1, 2 ** 31, 2 ** 40]) {
      const values = take(new RandomStreams(seed), 'node-1/kubelet/default/web-0', 10_000);
      const bins = Array.from({ length: 10 }, () => 0);
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
        const bin = Math.floor(value * 10);
        bins[bin] = (bins[bin] ?? 0) + 1;
      }
      for (const count of bins) expect(Math.abs(count - 1_000)).toBeLessThan(150);
    }
  });
});

describe('first numbers', () => {
  it('of neighbouring names and seeds are spread evenly too', () => {
    const ofNames = Array.from({ length: 2_000 }, (_, index) => first(1, `node-1/kubelet/default/web-${index}`));
    const ofSeeds = Array.from({ length: 2_000 }, (_, seed) => first(seed, 'node-1'));
    for (const values of [ofNames, ofSeeds]) {
      expect(new Set(values).size).toBe(2_000);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
      const below = values.filter((value) => value < 0.1).length;
      expect(Math.abs(below - 200)).toBeLessThan(60);
    }
  });

  it('differ where seeds differ by 2^32 or more only', () => {
    const seeds = [1, 1 + 2 ** 32, 1 + 2 ** 33, 1 + 2 ** 52, Number.MAX_SAFE_INTEGER];
    expect(new Set(seeds.map((seed) => first(seed, 'a'))).size).toBe(seeds.length);
  });
});
