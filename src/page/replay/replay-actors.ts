import { actorLabel } from '../../inspector/actor-title.ts';
import { countUntil } from '../../report/run-view/count-until.ts';
import type { StateValue } from '../../trace/plain-value.ts';
import type { ActorStarted, ActorStep, StepRecord } from '../../trace/step-record.ts';

/** An actor of a replay, with all that it does from the first step shown to the last. A position is a number of steps shown. */
export interface ReplayActor {
  /** Its path. */
  readonly id: string;
  readonly name: string;
  /** The path of the actor that made it; undefined: it is not among those shown. */
  readonly parentId: string | undefined;
  /** How many actors are above it. */
  readonly depth: number;
  readonly history: { readonly started: ActorStarted; readonly steps: readonly ActorStep[]; readonly isCut: false };
  /** The position from which on it is there. */
  readonly from: number;
  /** The position from which on it is gone; undefined: it stays. */
  readonly to: number | undefined;
  /** Of each of its steps the position from which on it is done, ascending. */
  readonly positions: readonly number[];
}

type Growing = ReplayActor & { to: number | undefined; history: { steps: ActorStep[] }; positions: number[] };

/** The actors of a replay by path, and where each stands at any position: nothing has to be played again to go back. */
export class ReplayActors {
  readonly #actors = new Map<string, Growing>();
  readonly #children = new Map<string | undefined, string[]>();

  /** @param steps those that are shown, in order */
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

  /** The actors that one has made by then, in order; those whose maker is not shown are below undefined. */
  below(id: string | undefined, position: number): readonly string[] {
    const children = this.#children.get(id) ?? [];
    const isLater = (child: string): boolean => (this.#actors.get(child)?.from ?? 0) > position;
    // Nearly always all of them are there.
    return children.length > 0 && isLater(children.at(-1) ?? '') ? children.filter((child) => !isLater(child)) : children;
  }

  /** How many actors are there by then, those that are gone among them. */
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
    this.#actors.set(id, { id, name: actorLabel(started), ...place, history, from, to: undefined, positions: [] });
    if (isAgain) return;
    const siblings = this.#children.get(above?.id);
    if (siblings === undefined) this.#children.set(above?.id, [id]);
    else siblings.push(id);
  }
}

/** How many of its own steps an actor has done at a position; undefined: it is not there yet. */
export function doneAt({ from, positions }: ReplayActor, position: number): number | undefined {
  return from > position ? undefined : countUntil(positions, position);
}

/** The state in which an actor is at a position. */
export function stateAt(actor: ReplayActor, position: number): StateValue {
  const { started, steps } = actor.history;
  return steps[(doneAt(actor, position) ?? 0) - 1]?.value ?? started.value;
}

/** Whether an actor is gone at a position. */
export function isOverAt({ to }: ReplayActor, position: number): boolean {
  return to !== undefined && to <= position;
}
