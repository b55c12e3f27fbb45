import { actorLabel } from '../../../charts/inspector/actor-entry.ts';
import { countUntil } from '../../../reports/run-view/series-builder.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { ActorStarted, ActorStep, StateValue, StepRecord } from '../../../trace/step-record.ts';

/**
 * An actor of a replay, with everything that it does from the first shown step to the last. A position is a
 * number of shown steps.
 */
export interface ReplayActor {
  /** The actor's path. */
  readonly id: string;
  readonly name: string;
  /** The path of the actor that created it; undefined if that one is not shown. */
  readonly parentId: string | undefined;
  /** The number of actors above it. */
  readonly depth: number;
  readonly history: {
    readonly started: ActorStarted;
    readonly steps: readonly ActorStep[];
    readonly isCut: false;
  };
  /** The first position at which it exists. */
  readonly from: number;
  /** The first position at which it no longer exists; undefined if it stays. */
  readonly to: number | undefined;
  /** The first position after each of its steps, ascending. */
  readonly positions: readonly number[];
}

type Growing = ReplayActor & { to: number | undefined; history: { steps: ActorStep[] }; positions: number[] };

/**
 * The actors of a replay by path, and the state of each at any position. Going back needs no replay from the
 * beginning.
 */
export class ReplayActors {
  readonly #actors = new Map<string, Growing>();
  readonly #children = new Map<string | undefined, string[]>();

  /** @param steps the steps that are shown, in order */
  constructor(steps: Iterable<StepRecord>) {
    let position = 0;
    for (const step of steps) {
      position += 1;
      if (step.type === 'actorStarted') this.#start(step, position);
      const actor = this.#actors.get(step.actor);
      if (actor === undefined || step.type === 'actorStarted') continue;
      if (step.type === 'actorStopped') actor.to = position;
      else {
        actor.history.steps.push(step);
        actor.positions.push(position);
      }
    }
  }

  get(id: string | undefined): ReplayActor | undefined {
    return id === undefined ? undefined : this.#actors.get(id);
  }

  /**
   * Returns the actors that this one has created by then, in order. undefined stands for all whose creator is
   * not shown.
   */
  below(id: string | undefined, position: number): readonly string[] {
    const children = this.#children.get(id) ?? [];
    const isLater = (child: string): boolean => (this.#actors.get(child)?.from ?? 0) > position;
    // Nearly always all of them exist.
    return children.length > 0 && isLater(children.at(-1) ?? '')
      ? children.filter((child) => !isLater(child))
      : children;
  }

  /** Returns how many actors have existed by then, including stopped ones. */
  countAt(position: number): number {
    let count = 0;
    for (const { from } of this.#actors.values()) if (from <= position) count += 1;
    return count;
  }

  #start(started: ActorStarted, from: number): void {
    const { actor: id, parent } = started;
    const above = this.get(parent);
    const isAgain = this.#actors.has(id);
    const history = { started, steps: [], isCut: false as const };
    const place = { parentId: above?.id, depth: above === undefined ? 0 : above.depth + 1 };
    this.#actors.set(id, {
      id,
      name: actorLabel(started),
      ...place,
      history,
      from,
      to: undefined,
      positions: [],
    });
    if (isAgain) return;
    getOrInsert(this.#children, above?.id, () => []).push(id);
  }
}

/** Returns how many of its own steps an actor has done at a position; undefined if it does not exist yet. */
export function doneAt({ from, positions }: ReplayActor, position: number): number | undefined {
  return from > position ? undefined : countUntil(positions, position);
}

/** Returns the state of an actor at a position. */
export function stateAt(actor: ReplayActor, position: number): StateValue {
  const { started, steps } = actor.history;
  return steps[(doneAt(actor, position) ?? 0) - 1]?.value ?? started.value;
}

/** Whether an actor has stopped before a position. */
export function isOverAt({ to }: ReplayActor, position: number): boolean {
  return to !== undefined && to <= position;
}
