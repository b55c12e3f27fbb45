import type { Changeable, History } from '../../run/engine/history.ts';
import type { BrokenInvariant } from '../../run/invariants/check-invariants.ts';
import type { Fold, Invariant } from '../../run/invariants/invariant.ts';
import type { TraceRecord } from '../../trace/record.ts';

type Kept = readonly [states: readonly unknown[], records: number];

/** Follows a run record by record, and can be taken back with it. */
export class Watch implements Changeable<Kept> {
  /** The whole trace so far. */
  readonly records: TraceRecord[] = [];
  readonly #history: History;
  readonly #folds: readonly (Fold & { readonly name: string })[];
  #states: unknown[];
  /** What has been broken since it was asked last. */
  #broken: BrokenInvariant[] = [];

  /** Judges by those of the invariants that can be judged record by record. */
  constructor(invariants: readonly Invariant[], history: History) {
    this.#folds = invariants.flatMap(({ name, fold }) => (fold === undefined ? [] : [{ name, ...fold }]));
    this.#history = history;
    this.#states = this.#folds.map(({ start }) => start);
  }

  /** The states of these invariants. */
  get states(): readonly unknown[] {
    return this.#states;
  }

  note(record: TraceRecord): void {
    this.#history.touch(this);
    this.records.push(record);
    for (const [index, { name: invariant, step }] of this.#folds.entries())
      this.#states[index] = step(this.#states[index], record, (violation) =>
        this.#broken.push({ invariant, violation }),
      );
  }

  /** Returns what has been broken since the last call. */
  takeBroken(): readonly BrokenInvariant[] {
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
