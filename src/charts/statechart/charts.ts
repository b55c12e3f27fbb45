import type { Chart } from './chart.ts';
import { chartOf } from './chart-of.ts';
import { machineGroups } from './machine-groups.ts';

/** The chart of every machine, in the order of `machineGroups`. */
export const charts: readonly Chart[] = machineGroups.flatMap(({ machines }) => machines.map(chartOf));
