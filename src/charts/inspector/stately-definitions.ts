import { machineConfig } from '../statechart/machine-config.ts';
import { machineGroups } from '../statechart/machine-groups.ts';

/**
 * Returns the configs of the named machines as JSON, by machine id. Machines that are not ours are left out.
 */
export function statelyDefinitions(ids: Iterable<string>): Record<string, string> {
  const wanted = new Set(ids);
  const ours = machineGroups.flatMap(({ machines }) => machines).filter(({ id }) => wanted.has(id));
  return Object.fromEntries(ours.map((machine) => [machine.id, JSON.stringify(machineConfig(machine))]));
}
