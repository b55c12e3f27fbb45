import type { UnpackMachine } from '../../rules/runtime/profiles/unpack-machine.ts';

/** A family of cloud machines, and how fast its processors unpack. */
export interface MachineFamily {
  /** As instance types begin: `c5a` of `c5a.4xlarge`, `n1` of `n1-standard-16`. */
  readonly name: string;
  /** Other families with the same processors. */
  readonly alike?: readonly string[];
  readonly rates: Omit<UnpackMachine, 'hasUnpigz'>;
  readonly source: string;
}

/**
 * The families that were measured, beside the machine of docs/measurements.md R5, which stands for all others. A
 * processor without instructions of its own for SHA-256 takes three times as long to hash.
 */
export const machineFamilies: readonly MachineFamily[] = [
  {
    name: 'n1',
    rates: { hashing: 2.76, inflating: 1.7 },
    source:
      'GKE, n1-standard-16, images of zeros on a local SSD: 192 MB/s from 1 to 19 GB (converged-computing/container-chonks, run 3)',
  },
  {
    name: 'c5a',
    // AMD EPYC 7R32, as Amazon's lists of instance types have it.
    alike: ['c5ad', 'g4ad', 'g5'],
    rates: { hashing: 1.55, inflating: 1.2 },
    source:
      'EKS, c5a.4xlarge, images of zeros: 341 MB/s from 1 to 7 GB (converged-computing/container-chonks, aws run 1)',
  },
];

/** Returns the family of an instance type; undefined if it was not measured. */
export function machineFamily(instanceType: string): MachineFamily | undefined {
  const [name] = instanceType.toLowerCase().split(/[.-]/, 1);
  return machineFamilies.find(
    (family) => family.name === name || (name !== undefined && family.alike?.includes(name)),
  );
}
