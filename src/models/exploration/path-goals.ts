import type { ObservedStep } from '../coverage/observed-step.ts';
import { outcomeOf } from '../coverage/watch-guards.ts';

/**
 * What paths are for: to enter each state of the machine, to fire each transition, or to fire each two transitions
 * that can follow each other. Pairs with the wildcard are left out: it follows everything and leads nowhere.
 */
export const transitionStrategies = ['all-states', 'all-transitions', 'all-transition-pairs'] as const;
/** These, and to see each guard both true and false beside firing each transition: only who looks into a machine sees guards. */
export const pathStrategies = [...transitionStrategies, 'all-guards'] as const;
export type PathStrategy = (typeof pathStrategies)[number];

/** What a sequence of steps reaches of what the strategy asks for; a pair reads `one ⇒ other`. */
export function goalsOf(strategy: PathStrategy, steps: readonly ObservedStep[]): ReadonlySet<string> {
  if (strategy === 'all-states') return new Set(steps.flatMap(({ entered }) => entered));
  const fired = steps.flatMap(({ transitions }) => transitions);
  if (strategy === 'all-transitions') return new Set(fired);
  if (strategy === 'all-guards') return new Set([...fired, ...steps.flatMap(({ guards }) => guards.map(outcomeOf))]);
  const pairs = new Set<string>();
  for (const [index, id] of fired.entries()) {
    const before = fired[index - 1];
    if (before !== undefined && !isWildcard(before) && !isWildcard(id)) pairs.add(`${before} ⇒ ${id}`);
  }
  return pairs;
}

/** Whether this transition is the one that takes what nobody expects. */
export function isWildcard(transition: string): boolean {
  return transition.includes(' * → ');
}
