import { parseGoDuration } from '../../kubelet/go/go-duration.ts';
import { limits } from '../limits.ts';

/** Go's duration syntax without a sign: `90s`, `1h30m`, `1.5ms`, `0`. */
export const durationPattern = /^(?:0|(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+)$/;

/** Returns the whole microseconds of a Go duration such as `1h30m`; undefined if it is none, negative, or longer than a year. */
export function parseDuration(text: string): number | undefined {
  if (text.length > 100 || !durationPattern.test(text)) return undefined;
  const micros = parseGoDuration(text);
  return micros !== undefined && micros <= limits.durationMicros ? micros : undefined;
}
