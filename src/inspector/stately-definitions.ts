import { machineConfig } from '../statechart/machine-config.ts';
import { machineGroups } from '../statechart/machine-groups.ts';

/** Returns the configs, as JSON, of those of our machines that are named, by machine id; what is not ours is not in it. */
export function statelyDefinitions(ids: Iterable<string>): Record<string, string> {
  const wanted = new Set(ids);
  const ours = machineGroups.flatMap(({ machines }) => machines).filter(({ id }) => wanted.has(id));
  return Object.fromEntries(ours.map((machine) => [machine.id, JSON.stringify(machineConfig(machine))]));
}
