import type { DrawAt } from './world.ts';

/**
 * What happens at one step of a run instead of what is due first: another of the entries that are ready, by its
 * place among them; a restart of a node's kubelet; or a failure of the pull that the entry starts.
 */
export type Choice =
  | { readonly kind: 'order'; readonly take: number }
  | { readonly kind: 'restart'; readonly node: string }
  | { readonly kind: 'pullFails'; readonly take: number; readonly image: string };

/** A choice, and the number of steps before it. */
export type ChoiceAtStep = Choice & { readonly step: number };

/** The choices by which a run differs from the one in which everything is in time. */
export interface ChosenRun {
  /** How late something may be at most, in µs. */
  readonly lateMicros: number;
  readonly choices: readonly ChoiceAtStep[];
}

/** What a chosen failure of a pull says, and how long it takes. */
export const chosenFailure = { error: 'chosen to fail', takesMicros: 500_000 } as const;

/**
 * Returns what a run draws where what was drawn before must not matter: each stream gives its first number
 * again and again.
 */
export function repeatedDraws(): DrawAt {
  const firsts = new Map<string, number>();
  return (stream, drawn) => {
    const first = firsts.get(stream);
    if (first === undefined) firsts.set(stream, drawn);
    return first ?? drawn;
  };
}
