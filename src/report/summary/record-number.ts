/** When the records of a part were told, by which their places in the whole run's trace are known. */
export interface PartTimes {
  /** By the part's own numbers; 0 is the header. */
  readonly atMs: Float64Array;
  /** The numbers of what the scenario told: every part has it, and the trace of the run only once. */
  readonly ofScenario: readonly number[];
}

/**
 * Returns what says, of a record of a part, which number it has in the trace of the run: records stand there in order of time, those of
 * one microsecond in the order of the parts, and what the scenario tells is the first part's.
 */
export function recordNumber(parts: readonly PartTimes[]): (part: number, record: number) => number {
  const told = parts.map(({ atMs, ofScenario }, index) => (index === 0 ? [] : ofScenario.map((record) => atMs[record] ?? 0)));
  const numberOf = (part: number, record: number): number => {
    const { atMs, ofScenario } = parts[part] ?? { atMs: new Float64Array(), ofScenario: [] };
    const ofFirst = part === 0 ? -1 : ofScenario.indexOf(record);
    if (ofFirst >= 0) return numberOf(0, parts[0]?.ofScenario[ofFirst] ?? 0);
    const at = atMs[record] ?? 0;
    return parts.reduce((number, other, index) => {
      if (index === part) return number + record - (index === 0 ? 0 : placeOf(ofScenario, (one) => one > record));
      const isLater = index < part ? (one: number) => one > at : (one: number) => one >= at;
      // The header is no record of the part.
      return number + placeOf(other.atMs.subarray(1), isLater) - placeOf(told[index] ?? [], isLater);
    }, 0);
  };
  return numberOf;
}

/** The first place for which this holds; it holds for all after it. */
function placeOf(values: ArrayLike<number>, isThere: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(values[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
