import { lowerBound } from '../../rules/collections/lower-bound.ts';
import { firstRecord, type PackedTimes, RecordTimes, timeOfRecord } from './record-times.ts';

/** The times of the records of a part, from which their numbers in the whole run's trace follow. */
export interface PartTimes {
  /** By the part's own numbers; 0 is the header. */
  readonly times: PackedTimes;
  /**
   * The numbers of the scenario's records. Every part has them, and the trace of the run has them only once.
   */
  readonly ofScenario: readonly number[];
}

/**
 * Returns a function that gives the number in the trace of the run for a record of a part. The trace has
 * records in order of time; those of one microsecond are in the order of the parts, and the scenario's
 * records are those of the first part.
 */
export function recordNumber(parts: readonly PartTimes[]): (part: number, record: number) => number {
  const told = parts.map(({ times, ofScenario }, index) =>
    index === 0 ? [] : ofScenario.map((record) => timeOfRecord(times, record)),
  );
  const numberOf = (part: number, record: number): number => {
    const { times, ofScenario } = parts[part] ?? noTimes;
    const ofFirst = part === 0 ? -1 : ofScenario.indexOf(record);
    if (ofFirst >= 0) return numberOf(0, parts[0]?.ofScenario[ofFirst] ?? 0);
    const at = timeOfRecord(times, record);
    return parts.reduce((number, other, index) => {
      if (index === part)
        return number + record - (index === 0 ? 0 : placeOf(ofScenario, (one) => one > record));
      const isLater = index < part ? (one: number) => one > at : (one: number) => one >= at;
      // The header, which is the earliest, is no record of the part.
      const before = Math.max(0, firstRecord(other.times, isLater) - 1);
      return number + before - placeOf(told[index] ?? [], isLater);
    }, 0);
  };
  return numberOf;
}

const noTimes: PartTimes = { times: new RecordTimes().pack(), ofScenario: [] };

/** Returns the first index for which this holds. It must hold for all after it. */
function placeOf(values: ArrayLike<number>, isThere: (value: number) => boolean): number {
  return lowerBound(values.length, (index) => isThere(values[index] ?? 0));
}
