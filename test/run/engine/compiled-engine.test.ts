import { describe, expect, it } from 'vitest';
import { deliveryCorners } from './corners/delivery.ts';
import { lifeCorners } from './corners/lives.ts';
import { transitionCorners } from './corners/transitions.ts';
import { engineLog } from './engine-log.ts';

// What equality of the engines depends on, one small machine for each: XState (v5.33) is what says how it is.
describe.each([
  ['transitions', transitionCorners],
  ['delivery', deliveryCorners],
  ['lives', lifeCorners],
])('both engines agree on %s', (_, corners) => {
  it.each(corners)('$name', (corner) => {
    for (const isInspected of [false, true]) {
      const expected = engineLog('xstate', corner, isInspected);
      expect(expected.length).toBeGreaterThan(4);
      expect(engineLog('compiled', corner, isInspected)).toEqual(expected);
    }
  });
});
