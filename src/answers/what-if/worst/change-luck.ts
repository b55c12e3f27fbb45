import type { GivenDraws } from '../../../run/simulation-input.ts';
import type { ChosenFault, FaultCandidate } from './fault-candidate.ts';
import type { Luck } from './luck.ts';

/** What of a luck can be changed. */
interface Choices {
  readonly candidates: readonly FaultCandidate[];
  readonly faultsMax: number;
  readonly seeds: readonly number[];
  /** The pods that arrive together, burst by burst: the order in a burst is free. */
  readonly bursts: readonly (readonly string[])[];
  /** How many numbers each actor drew in the run of this luck. */
  readonly draws: Readonly<Record<string, number>>;
  /** Actors on whom the figure most likely depends. */
  readonly near: readonly string[];
}

/** A number from 0 up to 1. */
export type Chance = () => number;

const numbersMax = 5;

/**
 * Returns a luck that differs from this one in one respect: some numbers, the order of arrival, a fault, or
 * the seed.
 */
export function changedLuck(luck: Luck, choices: Choices, chance: Chance): Luck {
  const kind = chance();
  if (kind < 0.3 && choices.candidates.length > 0)
    return { ...luck, faults: changedFaults(luck.faults, choices, chance) };
  if (kind < 0.4) return { ...luck, seed: pick(choices.seeds, chance) ?? luck.seed };
  if (kind < 0.6 && choices.bursts.length > 0)
    return { ...luck, arrivalOrder: changedOrder(luck.arrivalOrder, choices.bursts, chance) };
  return { ...luck, draws: changedDraws(luck.draws, choices, chance) };
}

/** A fault begins at another time, gives way to another one, comes, or goes. */
function changedFaults(
  faults: readonly ChosenFault[],
  { candidates, faultsMax }: Choices,
  chance: Chance,
): readonly ChosenFault[] {
  const at = Math.floor(chance() * faults.length);
  const chosen = faults[at];
  const how = chance();
  if (chosen === undefined || (how < 0.2 && faults.length < faultsMax))
    return [...faults, ...startedFault(candidates, chance)];
  if (how < 0.3 && faults.length > 1) return faults.filter((_, index) => index !== at);
  const { starts } = chosen.candidate;
  if (how < 0.5 || starts === undefined || chosen.startMs === undefined)
    return faults.flatMap((fault, index) => (index === at ? startedFault(candidates, chance) : [fault]));
  // Half of the steps are short ones.
  const width = (starts.toMs - starts.fromMs) * (chance() < 0.5 ? 0.05 : 0.5);
  const moved = Math.round(chosen.startMs + (chance() - 0.5) * 2 * width);
  const startMs = Math.min(starts.toMs, Math.max(starts.fromMs, moved));
  return faults.map((fault, index) => (index === at ? { ...fault, startMs } : fault));
}

function startedFault(candidates: readonly FaultCandidate[], chance: Chance): readonly ChosenFault[] {
  const candidate = pick(candidates, chance);
  return candidate === undefined ? [] : [startedAt(candidate, chance())];
}

/** Returns the candidate with its start at this share of its range. */
export function startedAt(candidate: FaultCandidate, share: number): ChosenFault {
  const { starts } = candidate;
  return starts === undefined
    ? { candidate }
    : { candidate, startMs: Math.round(starts.fromMs + share * (starts.toMs - starts.fromMs)) };
}

/**
 * A pod arrives first in its burst, last, or somewhere else. Only bursts with another order than the input's
 * are listed.
 */
function changedOrder(
  order: readonly string[],
  bursts: Choices['bursts'],
  chance: Chance,
): readonly string[] {
  const burst = pick(bursts, chance);
  const moved = pick(burst ?? [], chance);
  if (burst === undefined || moved === undefined) return order;
  const listed = new Set(order);
  const now = (of: readonly string[]): readonly string[] => {
    if (!of.some((name) => listed.has(name))) return of;
    const own = new Set(of);
    return order.filter((name) => own.has(name));
  };
  const others = now(burst).filter((name) => name !== moved);
  const how = chance();
  const to = how < 0.4 ? others.length : how < 0.6 ? 0 : Math.floor(chance() * (others.length + 1));
  const next = [...others.slice(0, to), moved, ...others.slice(to)];
  return bursts.flatMap((of) => (of === burst ? next : of.some((name) => listed.has(name)) ? now(of) : []));
}

/** Some numbers of an actor: one, or all of them alike, as small or as great as they can be, or any. */
function changedDraws(draws: GivenDraws, { draws: counts, near }: Choices, chance: Chance): GivenDraws {
  const streams = Object.keys(counts);
  const nearer = near.filter((stream) => counts[stream] !== undefined);
  const stream = pick(nearer.length > 0 && chance() < 0.5 ? nearer : streams, chance);
  const count = stream === undefined ? 0 : (counts[stream] ?? 0);
  if (stream === undefined || count === 0) return draws;
  const isAlike = chance() < 0.3;
  const alike = extreme(chance);
  const numbers = isAlike
    ? Array.from({ length: count }, (_, index) => index + 1)
    : Array.from(
        { length: 1 + Math.floor(chance() * Math.min(count, numbersMax)) },
        () => 1 + Math.floor(chance() * count),
      );
  const given = numbers.map((number) => [
    number,
    isAlike ? alike : chance() < 0.6 ? extreme(chance) : written(chance()),
  ]);
  return { ...draws, [stream]: { ...draws[stream], ...Object.fromEntries(given) } };
}

function extreme(chance: Chance): number {
  return chance() < 0.5 ? 0 : 0.999_999;
}

/** As a file has it. */
function written(number: number): number {
  return Math.floor(number * 1_000_000) / 1_000_000;
}

function pick<T>(items: readonly T[], chance: Chance): T | undefined {
  return items[Math.floor(chance() * items.length)];
}
