import type { Changeable, History } from '../../run/engine/history.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { BrokenProperty, Property } from './property.ts';

type Kept = readonly [states: readonly unknown[], records: number];

/** Follows a run record by record, and can be taken back with it. */
export class Watch implements Changeable<Kept> {
  /** The whole trace so far. */
  readonly records: TraceRecord[] = [];
  readonly #history: History;
  readonly #properties: readonly Property[];
  #states: unknown[];
  /** What has been broken since it was asked last. */
  #broken: BrokenProperty[] = [];

  constructor(properties: readonly Property[], history: History) {
    this.#properties = properties;
    this.#history = history;
    this.#states = properties.map(({ start }) => start);
  }

  /** The states of the properties. */
  get states(): readonly unknown[] {
    return this.#states;
  }

  note(record: TraceRecord): void {
    this.#history.touch(this);
    this.records.push(record);
    for (const [index, { name: property, step }] of this.#properties.entries())
      this.#states[index] = step(this.#states[index], record, (violation) =>
        this.#broken.push({ property, violation }),
      );
  }

  /** Returns what has been broken since the last call. */
  takeBroken(): readonly BrokenProperty[] {
    const broken = this.#broken;
    if (broken.length > 0) this.#broken = [];
    return broken;
  }

  save(): Kept {
    return [this.#states.slice(), this.records.length];
  }

  load([states, records]: Kept): void {
    this.#states = [...states];
    this.records.length = records;
  }
}
