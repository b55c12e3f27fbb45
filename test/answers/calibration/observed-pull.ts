import type { ObservedPull } from '../../../src/answers/calibration/estimates/observed-pull.ts';

/** A pull of which a log tells, with whatever is said otherwise. */
export function pull(
  image: string,
  beginSecond: number,
  endSecond: number,
  more: Partial<ObservedPull> = {},
): ObservedPull {
  return {
    image,
    reference: image,
    node: 'n',
    at: 'f:1',
    from: 'log',
    outcome: 'pulled',
    endMicros: endSecond * 1e6,
    endSpreadMicros: 0,
    durationMicros: (endSecond - beginSecond) * 1e6,
    bytes: 1e6,
    bytesRead: undefined,
    ...more,
  };
}
