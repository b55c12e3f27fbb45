import { countUntil } from '../../../reports/run-view/series-builder.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { ActorStep, PlainRecord, PlainValue, StateValue } from '../../../trace/step-record.ts';
import type { ActorHistory } from '../worker/worker-protocol.ts';

/** One field of an actor's context at some time. */
export interface ContextField {
  readonly key: string;
  readonly value: PlainValue;
  /** The value before the last step; undefined if it is the same, or if there was none. */
  readonly before?: PlainValue | undefined;
  readonly isChanged: boolean;
}

/** What an actor did itself. */
type OwnHistory = Pick<ActorHistory, 'started' | 'steps' | 'isCut'>;

/**
 * What one actor did, for questions about any time. `done` is a number of steps: 0 is the actor as it
 * started, `n` is after its n-th step. Every question costs a few binary searches at most, however many steps
 * there are.
 */
export class ActorTimeline {
  readonly history: OwnHistory;
  readonly #times: readonly number[];
  /** The steps that took each transition, as numbers of steps done, in order. */
  readonly #taken = new Map<string, number[]>();
  readonly #fields = new Map<string, { readonly done: number[]; readonly values: PlainValue[] }>();

  constructor(history: OwnHistory) {
    this.history = history;
    this.#times = history.steps.map(({ at }) => at);
    this.#note(history.started.context, 0);
    for (const [index, { taken, context }] of history.steps.entries()) {
      for (const transition of new Set(taken)) getOrInsert(this.#taken, transition, () => []).push(index + 1);
      if (context !== undefined) this.#note(context, index + 1);
    }
  }

  get length(): number {
    return this.history.steps.length;
  }

  /** Returns the number of steps at that time; undefined if the actor did not exist yet. */
  doneAt(atMs: number): number | undefined {
    return atMs < this.history.started.at ? undefined : countUntil(this.#times, atMs);
  }

  /** Returns the last step; undefined for the start. */
  stepAt(done: number): ActorStep | undefined {
    return this.history.steps[done - 1];
  }

  timeAt(done: number): number {
    return this.stepAt(done)?.at ?? this.history.started.at;
  }

  valueAt(done: number): StateValue {
    return this.stepAt(done)?.value ?? this.history.started.value;
  }

  /** Returns how often each transition has been taken. Transitions that were never taken are left out. */
  countsAt(done: number): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [transition, times] of this.#taken) {
      const count = countUntil(times, done);
      if (count > 0) counts.set(transition, count);
    }
    return counts;
  }

  /**
   * Returns the next time after `done` that a transition is taken, as a number of steps done. After the last
   * time comes the first; undefined if it is never taken.
   */
  nextTaken(transition: string, done: number): number | undefined {
    const times = this.#taken.get(transition) ?? [];
    return times[countUntil(times, done)] ?? times[0];
  }

  contextAt(done: number): readonly ContextField[] {
    const fields: ContextField[] = [];
    for (const [key, { done: times, values }] of this.#fields) {
      const place = countUntil(times, done) - 1;
      const value = values[place];
      if (value === undefined) continue;
      const isChanged = done > 0 && times[place] === done;
      fields.push({ key, value, isChanged, ...(isChanged ? { before: values[place - 1] } : {}) });
    }
    return fields;
  }

  #note(context: PlainRecord, done: number): void {
    for (const [key, value] of Object.entries(context)) {
      const field = getOrInsert(this.#fields, key, () => ({ done: [], values: [] }));
      field.done.push(done);
      field.values.push(value);
    }
  }
}
