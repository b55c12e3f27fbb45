import { median } from '../../tools/validation/median.ts';

/**
 * How many times longer something took than on the machine that the budgets are for, two cores of 2026 with
 * nothing else to do.
 */
export interface Slowness {
  /** Of the clock: this machine's cores may be older, two of them may share one, others may wait for them. */
  readonly clock: number;
  /** Of the time that a core computes, without the waiting for it. */
  readonly cpu: number;
}

/** What the piece of work below takes on that machine. */
const workMs = 14;

/**
 * Returns what `measure` returns, and how slow the machine was meanwhile: the mean of what it is before and
 * after. Never below 1.
 */
export async function withSlowness<T>(
  measure: () => Promise<T>,
): Promise<{ readonly result: T; readonly slowness: Slowness }> {
  const before = slownessNow();
  const result = await measure();
  const after = slownessNow();
  const mean = (what: keyof Slowness): number => Math.max(1, (before[what] + after[what]) / 2);
  return { result, slowness: { clock: mean('clock'), cpu: mean('cpu') } };
}

function slownessNow(): Slowness {
  const turns = Array.from({ length: 7 }, () => {
    const [began, used] = [performance.now(), process.cpuUsage()];
    work();
    const { user, system } = process.cpuUsage(used);
    return { clock: performance.now() - began, cpu: (user + system) / 1000 };
  });
  const middle = (what: keyof Slowness): number =>
    (median(turns.map((turn) => turn[what])) ?? workMs) / workMs;
  return { clock: middle('clock'), cpu: middle('cpu') };
}

/** Makes objects, looks them up and sorts them, as a simulation does. */
function work(): number {
  const byName = new Map<string, { readonly at: number; readonly name: string }>();
  for (let index = 0; index < 30_000; index++) {
    const name = `pod-${(index * 7919) % 30_011}`;
    byName.set(name, { ...byName.get(name), at: index, name });
  }
  return [...byName.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .reduce((sum, { at }, index) => sum + at * index, 0);
}
