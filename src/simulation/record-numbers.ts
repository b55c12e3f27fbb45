import type { ActorRecord } from '../trace/record.ts';

/**
 * The numbers that records have in a run's trace, of parts that each number theirs from 1, given out in the order in which records
 * come. What the scenario tells in every part has one number: the first part tells it.
 */
export class RecordNumbers {
  /** By part and by the part's own numbers; 0 is the header. */
  readonly #given: readonly number[][];
  /** What the scenario has told in the first part, in order, and how much of it in each of the others. */
  readonly #ofScenario: number[] = [];
  readonly #scenarioTold: number[];
  #next = 1;

  constructor(parts: number) {
    this.#given = Array.from({ length: parts }, () => [0]);
    this.#scenarioTold = Array.from({ length: parts }, () => 0);
  }

  /** The number of the part's next record; undefined: the trace has it already. */
  take(part: number, isOfScenario: boolean): number | undefined {
    const given = this.#given[part] ?? [];
    if (isOfScenario && part > 0) {
      const told = this.#scenarioTold[part] ?? 0;
      this.#scenarioTold[part] = told + 1;
      given.push(this.#ofScenario[told] ?? 0);
      return undefined;
    }
    const number = this.#next++;
    given.push(number);
    if (isOfScenario) this.#ofScenario.push(number);
    return number;
  }

  /** The number of a record that the part has told, by the part's own. */
  of(part: number, own: number): number {
    return this.#given[part]?.[own] ?? 0;
  }

  /** The number of what comes after all parts: the end. */
  get next(): number {
    return this.#next;
  }
}

/** Told by the scenario and not by a node: every part has it. */
export function isOfScenario({ type }: ActorRecord): boolean {
  return type === 'fault';
}
