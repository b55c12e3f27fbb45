import type { modelPath } from '../../../reports/json/machines.ts';
import type { Parsed } from '../../../trace/record.ts';
import type { ObservedStep } from '../coverage/observed-step.ts';
import { outcomeOf } from '../coverage/watch-guards.ts';

/**
 * The goals of paths: to enter each state of the machine, to take each transition, or to take each two
 * transitions that can follow each other. Pairs with the wildcard are left out, because it can follow
 * everything and leads nowhere.
 */
export const transitionStrategies = ['all-states', 'all-transitions', 'all-transition-pairs'] as const;
/**
 * The strategies above, and one that also sees each guard both true and false. Guards are visible only to
 * whoever looks into a machine.
 */
export const pathStrategies = [...transitionStrategies, 'all-guards'] as const;
/** What paths together reach. */
export type PathStrategy = (typeof pathStrategies)[number];

/**
 * Returns the goals of the strategy that a sequence of steps reaches. The name of a pair is `one ⇒ other`.
 */
export function goalsOf(strategy: PathStrategy, steps: readonly ObservedStep[]): ReadonlySet<string> {
  if (strategy === 'all-states') return new Set(steps.flatMap(({ entered }) => entered));
  const fired = steps.flatMap(({ transitions }) => transitions);
  if (strategy === 'all-transitions') return new Set(fired);
  if (strategy === 'all-guards')
    return new Set([...fired, ...steps.flatMap(({ guards }) => guards.map(outcomeOf))]);
  return new Set(pairsAfter(undefined, fired));
}

/** Returns the pairs that these transitions add to a way whose last transition is this one. */
export function pairsAfter(last: string | undefined, transitions: readonly string[]): readonly string[] {
  return transitions.flatMap((id, index) => {
    const before = index === 0 ? last : transitions[index - 1];
    return before === undefined || isWildcard(before) || isWildcard(id) ? [] : [`${before} ⇒ ${id}`];
  });
}

/** Whether this transition is the one that takes unexpected events. */
export function isWildcard(transition: string): boolean {
  return transition.includes(' * → ');
}

/**
 * A path through a machine: plain data that other tools can use. Events have the names that the model gives
 * them; the model has their objects.
 */
export type ModelPath = Parsed<typeof modelPath>;

export type PathStep = ModelPath['steps'][number];

/** What a step, or the start, does: its transitions, and the state that it reaches. */
export type Arrival = ModelPath['initial'];
