import { availableParallelism, loadavg } from 'node:os';

/** How much longer things take now than on a machine that has nothing else to do: programs that wait for each of its cores. */
export function machineLoad(): number {
  return Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
}
