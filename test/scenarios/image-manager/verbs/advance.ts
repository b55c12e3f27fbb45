import type { Verb } from './verb.ts';

/** Time passes on the fake clock. */
export const advance: Verb = {
  words: 'SECONDS',
  run: (manager, [seconds = '']) => manager.advance(Math.round(Number(seconds) * 1_000_000)),
};
