import type { UnpackMachine } from '../../rules/runtime/profiles/unpack-machine.ts';
import { machineFamily } from './machine-families.ts';

/** What is known of how a node unpacks. */
interface NodeUnpacking {
  /** The instance type of its machine. */
  readonly machine: string | undefined;
  readonly hasUnpigz: boolean;
}

/** Returns how a node unpacks; undefined for what the measured machine does. */
export function unpackMachineOfNode({ machine, hasUnpigz }: NodeUnpacking): UnpackMachine | undefined {
  const family = machine === undefined ? undefined : machineFamily(machine);
  if (family === undefined && !hasUnpigz) return undefined;
  return { ...(family?.rates ?? { hashing: 1, inflating: 1 }), hasUnpigz };
}

/** Returns where the figures of a node's unpacking are from. */
export function unpackMachineSource({
  machine,
  unpackMachine,
}: {
  readonly machine?: string;
  readonly unpackMachine?: UnpackMachine;
}): string {
  const family = machine === undefined ? undefined : machineFamily(machine);
  const inflater = unpackMachine?.hasUnpigz === true ? ['unpigz inflates beside it'] : [];
  return [family?.source ?? 'as the machine of measurements.md R5', ...inflater].join('; ');
}

/** Returns the instance type that a cloud writes on its Nodes; undefined if there is none. */
export function instanceTypeOfLabels(labels: Readonly<Record<string, string>>): string | undefined {
  return labels['node.kubernetes.io/instance-type'] ?? labels['beta.kubernetes.io/instance-type'];
}
