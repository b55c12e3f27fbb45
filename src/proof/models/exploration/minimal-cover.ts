/** Something that reaches goals at a cost, such as a path, whose cost is its steps. */
export interface Candidate {
  readonly goals: ReadonlySet<string>;
  readonly cost: number;
}

interface Chosen<C extends Candidate> {
  readonly candidate: C;
  /** The goals that no other chosen candidate reaches; never empty. */
  readonly needed: readonly string[];
}

/**
 * Returns few candidates that together reach all goals: first a greedy choice of those with the most new
 * goals (among equal ones the cheaper, then the earlier), then without those that the others make
 * unnecessary. They keep the order of the candidates.
 */
export function minimalCover<C extends Candidate>(candidates: readonly C[]): readonly Chosen<C>[] {
  const chosen = withoutNeedless(greedy(candidates));
  const order = new Map(candidates.map((candidate, index) => [candidate, index]));
  const counts = countGoals(chosen);
  return [...chosen]
    .sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    .map((candidate) => ({
      candidate,
      needed: [...candidate.goals].filter((goal) => counts.get(goal) === 1),
    }));
}

/**
 * The gain of a candidate only shrinks, so an earlier count is an upper bound: a candidate whose bound is
 * below the best needs no new count.
 */
function greedy<C extends Candidate>(candidates: readonly C[]): C[] {
  const numbers = new Map<string, number>();
  const numberOf = (goal: string): number => numbers.get(goal) ?? numbers.set(goal, numbers.size).size - 1;
  let open = candidates.map((candidate, index) => {
    const goals = [...candidate.goals].map(numberOf);
    return { candidate, index, goals, gain: goals.length };
  });
  const covered = new Uint8Array(numbers.size);
  const chosen: C[] = [];
  for (;;) {
    let best: (typeof open)[number] | undefined;
    for (const entry of open) {
      if (best !== undefined && entry.gain < best.gain) continue;
      entry.gain = countOpen(entry.goals, covered);
      if (entry.gain > 0 && (best === undefined || isBetter(entry, best))) best = entry;
    }
    if (best === undefined) return chosen;
    for (const goal of best.goals) covered[goal] = 1;
    best.gain = 0;
    chosen.push(best.candidate);
    open = open.filter(({ gain }) => gain > 0);
  }
}

function countOpen(goals: readonly number[], covered: Uint8Array): number {
  let open = 0;
  for (const goal of goals) if (covered[goal] === 0) open += 1;
  return open;
}

interface Ranked {
  readonly candidate: Candidate;
  readonly index: number;
  readonly gain: number;
}

function isBetter(one: Ranked, other: Ranked): boolean {
  if (one.gain !== other.gain) return one.gain > other.gain;
  if (one.candidate.cost !== other.candidate.cost) return one.candidate.cost < other.candidate.cost;
  return one.index < other.index;
}

/** The cheapest candidates are tried last, so a long path that others cover is dropped before a short one. */
function withoutNeedless<C extends Candidate>(chosen: readonly C[]): C[] {
  const counts = countGoals(chosen);
  const kept = new Set(chosen);
  for (const candidate of [...chosen].sort((one, other) => other.cost - one.cost)) {
    if (![...candidate.goals].every((goal) => (counts.get(goal) ?? 0) > 1)) continue;
    kept.delete(candidate);
    for (const goal of candidate.goals) counts.set(goal, (counts.get(goal) ?? 0) - 1);
  }
  return [...kept];
}

function countGoals(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { goals } of candidates) for (const goal of goals) counts.set(goal, (counts.get(goal) ?? 0) + 1);
  return counts;
}
