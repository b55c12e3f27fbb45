import { availableParallelism, loadavg } from 'node:os';

/** How much longer things take now than on a machine that has nothing else to do: programs that wait for each of its cores. */
export function machineLoad(): number {
  return Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
}

/** CPU time of the piece of work below on the machine that the budgets are for, two cores of 2026 with nothing else to do. */
const workMs = 14;

/** How many times slower than that machine this one computes now: its cores may be older, or two of them share one. */
export function machineSlowness(): number {
  const times = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }).sort((a, b) => a - b);
  return Math.max(1, (times[3] ?? workMs) / workMs);
}

/** Makes objects, looks them up and sorts them, as a simulation does. */
function work(): number {
  const byName = new Map<string, { readonly at: number; readonly name: string }>();
  for (let index = 0; index < 30_000; index++) {
    const name = `pod-${(index * 7919) % 30_011}`;
    byName.set(name, { ...byName.get(name), at: index, name });
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).reduce((sum, { at }, index) => sum + at * index, 0);
}
