import { describe, expect, test } from 'vitest';
import { lazyReadModel } from '../../../../src/proof/models/runtime/lazy-read-model.ts';
import { onEvery, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// The file systems of stargz, SOCI and nydus as their configurations describe them (rules/runtime/profiles/lazy-pull.ts).
const ways = waysOf(lazyReadModel);

describe('an image that is read from its registry', () => {
  test('answers no container before what it reads at its start has come', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const answered = saidTo(beginning, 'runtime').length;
        if (sentOf(beginning, 'FETCH.FINISHED').length === 0) expect(answered).toBe(0);
        if (state === 'complete') expect(answered).toBeGreaterThan(0);
      });
    });
  });

  test('asks for the rest only where it is fetched behind', () => {
    onEvery(ways, (replay) => {
      const states = replay.steps.map(({ state }) => state);
      if (replay.start === 'the rest does not come')
        expect(states.some((state) => state.startsWith('behind'))).toBe(false);
    });
  });

  test('keeps each part once', () => {
    onEvery(ways, (replay) => {
      const kept = saidTo(replay, 'content').filter(({ type }) => type === 'READ.KEPT');
      expect(new Set(kept.map((message) => JSON.stringify(message))).size).toBe(kept.length);
    });
  });
});
