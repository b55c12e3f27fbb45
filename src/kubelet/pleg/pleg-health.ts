import { formatGoDuration } from '../go/go-duration.ts';
import type { PlegRules } from './pleg-rules.ts';

/** `message` is the error's text; absent where PLEG is healthy. */
export interface PlegHealth {
  readonly isHealthy: boolean;
  readonly message?: string;
}

/** The result of `time.Since` for Go's zero time: the longest duration there is. */
const sinceTheZeroTime = '2562047h47m16.854775807s';

/**
 * Whether the last relist that counts began within the threshold (inclusive), in microseconds; undefined: there was none.
 * `zeroTimeMicros` is where Go's zero time stands on this clock, for a fake clock that begins there. Mirrors `Healthy` in
 * pkg/kubelet/pleg/generic.go.
 */
export function plegHealth(
  rules: PlegRules,
  relistTimeMicros: number | undefined,
  nowMicros: number,
  thresholdMicros: number,
  zeroTimeMicros?: number,
): PlegHealth {
  if (relistTimeMicros === undefined && rules.saysYetToBeSuccessful) return { isHealthy: false, message: 'pleg has yet to be successful' };
  const since = relistTimeMicros ?? zeroTimeMicros;
  if (since !== undefined && nowMicros - since <= thresholdMicros) return { isHealthy: true };
  const elapsed = since === undefined ? sinceTheZeroTime : formatGoDuration(nowMicros - since);
  return { isHealthy: false, message: `pleg was last seen active ${elapsed} ago; threshold is ${formatGoDuration(thresholdMicros)}` };
}
