import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../input/scenario/duration.ts';

/** For commander: an option's duration, such as `90s`, in whole microseconds; an error unless it is above zero. */
export function durationMicros(text: string): number {
  const micros = parseDuration(text);
  if (micros === undefined || micros === 0) throw new InvalidArgumentError('Expected a duration above zero, such as 90s, 15m or 1h30m.');
  return micros;
}
