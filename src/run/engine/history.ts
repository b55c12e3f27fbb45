/**
 * Something that changes: it gives its state away and takes it back. A state that was given away is taken
 * back once at most.
 */
export interface Changeable<State = unknown> {
  save(): State;
  load(state: State): void;
}

/** A moment to which a system can return. */
export class Moment {
  /** What is otherwise in the moment after this one, or now, as it was at this one. */
  differences = new Map<Changeable, unknown>();
  /** The way from here to the present; undefined: nothing has been kept since. */
  next: Moment | undefined;
}

/**
 * The kept moments of a whole system: its queue, its chance, its recorder and its actors, which all tell
 * before they change. Only what changes is kept, so that `snapshot` costs nothing and `restore` as much as is
 * different. Moments may be returned to in any order and any number of times, those of other branches
 * included; those without a holder are forgotten. Between two entries of the queue only, since then no actor
 * is in the middle of something.
 */
export class History {
  /** The latest moment that was kept or returned to. */
  #base = new Moment();

  /** Must be called before each change; of several since the last moment the first counts. */
  touch(changing: Changeable): void {
    const { differences } = this.#base;
    if (!differences.has(changing)) differences.set(changing, changing.save());
  }

  /** How many things have changed since the latest moment. */
  get changes(): number {
    return this.#base.differences.size;
  }

  /** Keeps the present. */
  snapshot(): Moment {
    if (this.changes === 0) return this.#base;
    const moment = new Moment();
    this.#base.next = moment;
    this.#base = moment;
    return moment;
  }

  /**
   * Returns to a moment of this history; what has changed since the latest one is lost. Throws where it is of
   * another history.
   */
  restore(moment: Moment): void {
    const momentsToUndo: Moment[] = [];
    for (let step = moment; step !== this.#base; step = step.next) {
      momentsToUndo.push(step);
      if (step.next === undefined) throw new Error('history: the snapshot is of another system');
    }
    for (const [part, state] of this.#base.differences) part.load(state);
    this.#base.differences = new Map();
    // From the nearest on, each moment becomes the present, and what leads away from the one before leads
    // back to it.
    for (const step of momentsToUndo.reverse()) {
      const { differences } = step;
      step.differences = new Map();
      step.next = undefined;
      for (const [part, state] of differences) {
        this.#base.differences.set(part, part.save());
        part.load(state);
      }
      this.#base.next = step;
      this.#base = step;
    }
  }
}
