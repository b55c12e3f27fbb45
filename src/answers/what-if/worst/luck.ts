import { writeLuck } from '../../../inputs/scenario/read-luck.ts';
import type { GivenDraws } from '../../../run/simulation-input.ts';
import { type ChosenFault, faultDocument } from './fault-candidate.ts';

/** What chance decides in a run: all of it follows from the seed, but for what is chosen here. */
export interface Luck {
  readonly seed: number;
  readonly faults: readonly ChosenFault[];
  /** Pods in their order of arrival; empty: as the input has it. */
  readonly arrivalOrder: readonly string[];
  readonly draws: GivenDraws;
}

/** Returns the luck of a seed alone. */
export function plainLuck(seed: number): Luck {
  return { seed, faults: [], arrivalOrder: [], draws: {} };
}

/**
 * Returns the luck as a file, which is read beside the input that it belongs to. `head` stands above it as
 * comments.
 */
export function luckFile({ seed, faults, arrivalOrder, draws }: Luck, head: readonly string[] = []): string {
  const text = writeLuck({
    seed,
    ...(faults.length === 0 ? {} : { faults: faults.map(faultDocument) }),
    ...(arrivalOrder.length === 0 ? {} : { arrivalOrder: [...arrivalOrder] }),
    ...(Object.keys(draws).length === 0 ? {} : { draws }),
  });
  return [...head.map((line) => `# ${line}\n`), text].join('');
}

/** A part of a luck that can be put back by itself. */
export type LuckPart =
  | { readonly kind: 'fault'; readonly index: number }
  | { readonly kind: 'arrivalOrder' }
  | { readonly kind: 'draws'; readonly stream: string };

/** Returns what is chosen in a luck, part by part. */
export function partsOfLuck({ faults, arrivalOrder, draws }: Luck): LuckPart[] {
  return [
    ...faults.map((_, index) => ({ kind: 'fault' as const, index })),
    ...(arrivalOrder.length === 0 ? [] : [{ kind: 'arrivalOrder' as const }]),
    ...Object.keys(draws).map((stream) => ({ kind: 'draws' as const, stream })),
  ];
}

/** Returns the luck without these parts: no fault, the input's order, the seed's numbers. */
export function withoutParts(luck: Luck, parts: readonly LuckPart[]): Luck {
  const faults = new Set(parts.flatMap((part) => (part.kind === 'fault' ? [part.index] : [])));
  const streams = new Set(parts.flatMap((part) => (part.kind === 'draws' ? [part.stream] : [])));
  return {
    ...luck,
    faults: luck.faults.filter((_, index) => !faults.has(index)),
    arrivalOrder: parts.some(({ kind }) => kind === 'arrivalOrder') ? [] : luck.arrivalOrder,
    draws: Object.fromEntries(Object.entries(luck.draws).filter(([stream]) => !streams.has(stream))),
  };
}
