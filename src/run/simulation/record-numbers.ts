import type { ActorRecord } from '../../trace/record.ts';

/**
 * The numbers that records have in a run's trace, of parts that each number theirs from 1, given out in the
 * order in which records come. A record that the scenario makes in every part has one number: the first
 * part's.
 */
export class RecordNumbers {
  /** The numbers given so far, by part and by the part's own number; 0 is the header. */
  readonly #given: readonly number[][];
  /**
   * The numbers of the scenario's records as the first part made them, and how many of them each part has
   * made.
   */
  readonly #ofScenario: number[] = [];
  readonly #scenarioCounts: number[];
  #next = 1;

  constructor(parts: number) {
    this.#given = Array.from({ length: parts }, () => [0]);
    this.#scenarioCounts = Array.from({ length: parts }, () => 0);
  }

  /** Returns the number of the part's next record; undefined if the trace already has it. */
  take(part: number, isOfScenario: boolean): number | undefined {
    const partNumbers = this.#given[part] ?? [];
    if (isOfScenario && part > 0) {
      const scenarioIndex = this.#scenarioCounts[part] ?? 0;
      this.#scenarioCounts[part] = scenarioIndex + 1;
      partNumbers.push(this.#ofScenario[scenarioIndex] ?? 0);
      return undefined;
    }
    const number = this.#next++;
    partNumbers.push(number);
    if (isOfScenario) this.#ofScenario.push(number);
    return number;
  }

  /** Returns the number of a record by the part's own number. */
  of(part: number, own: number): number {
    return this.#given[part]?.[own] ?? 0;
  }

  /** The number of the record after all parts, which is the end. */
  get next(): number {
    return this.#next;
  }
}

/** Whether the record is the scenario's and not a node's, so that every part has it. */
export function isOfScenario({ type }: ActorRecord): boolean {
  return type === 'fault';
}
