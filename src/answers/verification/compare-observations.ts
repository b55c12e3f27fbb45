import type { TraceRecord } from '../../trace/record.ts';
import { logDeviations } from './compare-log.ts';
import { objectDeviations } from './compare-objects.ts';
import type { ComparisonOptions, Deviation } from './deviation.ts';
import { modelObservations } from './model-observations.ts';
import type { Observation } from './observation.ts';

/**
 * Returns all in which what was seen differs from a run, by time. After something that the run does not have, the
 * comparison goes on as if it had it.
 */
export function compareObservations(
  seen: readonly Observation[],
  records: readonly TraceRecord[],
  options: ComparisonOptions,
): Deviation[] {
  const found = options.isWhole
    ? logDeviations(seen, modelObservations(records, options.relistMicros), options)
    : objectDeviations(seen, records, options);
  return found.sort((a, b) => a.atMicros - b.atMicros || rankOf(a) - rankOf(b));
}

/** Of two at one time, the one that stands in a file is the one to look at. */
function rankOf({ where }: Deviation): number {
  return where === undefined ? 1 : 0;
}
