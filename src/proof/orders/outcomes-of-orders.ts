import { canonicalJson } from '../conformance/compare-traces.ts';
import type { NamedScript, ScriptTrace, TraceEntry } from '../conformance/script-kind.ts';
import { outcomeOf } from './any-order.ts';

/** Another order in which a system runs what happens at one time. */
interface Order {
  readonly seed: number;
  /** Things of one time happen one after the other, each settling before the next. */
  readonly inTurn: boolean;
}

/** A system that takes an order with a script, as the oracles with points do. */
export interface OrderedSystem<S extends NamedScript> {
  run(script: S & { readonly order: Order }): Promise<ScriptTrace & { readonly choices?: number }>;
}

/** One outcome, and how many orders came to it. */
export interface OutcomeCount {
  readonly orders: number;
  readonly outcome: readonly TraceEntry[];
}

export interface OutcomesOfOrders {
  /** What comes out where things of one time happen one after the other, in whatever sequence. */
  readonly inTurn: readonly OutcomeCount[];
  /** What comes out only where they happen side by side. */
  readonly odd: readonly OutcomeCount[];
  /** How many orders were played, and how often one of them decided which goroutine goes on. */
  readonly orders: number;
  readonly choices: number;
}

/** Where there is an odd outcome, so many times as many sequences are tried before it is called so. */
const doubts = 10;

/**
 * Plays a script in so many orders, and in so many sequences of what happens at one time, and returns what came
 * out, the most frequent first. Rejects where the system cannot play it.
 */
export async function outcomesOfOrders<S extends NamedScript>(
  script: S,
  system: OrderedSystem<S>,
  orders: number,
): Promise<OutcomesOfOrders> {
  const inTurn = new Tally();
  const other = new Tally();
  await playAll(script, system, seeds(orders, true), inTurn);
  await playAll(script, system, seeds(orders, false), other);
  if (other.isBeyond(inTurn))
    await playAll(script, system, seeds(orders * doubts, true).slice(orders), inTurn);
  return {
    inTurn: inTurn.counts(),
    odd: other.counts().filter(({ outcome }) => !inTurn.has(outcome)),
    orders: inTurn.size + other.size,
    choices: inTurn.choices + other.choices,
  };
}

/** Plays a script in so many sequences of what happens at one time, and returns what came out. */
export async function outcomesInTurn<S extends NamedScript>(
  script: S,
  system: OrderedSystem<S>,
  sequences: number,
): Promise<readonly OutcomeCount[]> {
  const tally = new Tally();
  await playAll(script, system, seeds(sequences, true), tally);
  return tally.counts();
}

function seeds(count: number, inTurn: boolean): readonly Order[] {
  return Array.from({ length: count }, (_, seed) => ({ seed, inTurn }));
}

async function playAll<S extends NamedScript>(
  script: S,
  system: OrderedSystem<S>,
  orders: readonly Order[],
  tally: Tally,
): Promise<void> {
  for (const trace of await Promise.all(orders.map((order) => system.run({ ...script, order }))))
    tally.add(trace);
}

class Tally {
  readonly #counts = new Map<string, { orders: number; readonly outcome: readonly TraceEntry[] }>();
  size = 0;
  choices = 0;

  add(trace: ScriptTrace & { readonly choices?: number }): void {
    const refused = trace.trace.find(({ type }) => type === 'oracle-error');
    if (refused !== undefined) throw new Error(`${trace.script}: ${JSON.stringify(refused)}`);
    const outcome = outcomeOf(trace);
    const text = canonicalJson(outcome);
    const known = this.#counts.get(text);
    if (known === undefined) this.#counts.set(text, { orders: 1, outcome });
    else known.orders += 1;
    this.size += 1;
    this.choices += trace.choices ?? 0;
  }

  has(outcome: readonly TraceEntry[]): boolean {
    return this.#counts.has(canonicalJson(outcome));
  }

  isBeyond(other: Tally): boolean {
    return this.counts().some(({ outcome }) => !other.has(outcome));
  }

  counts(): readonly OutcomeCount[] {
    return [...this.#counts.values()].sort((one, another) => another.orders - one.orders);
  }
}
