import {
  fastImagePull,
  fastImagePullNeeds,
  type ParallelPull,
  plainParallelPull,
} from '../../../rules/runtime/profiles/parallel-pull.ts';
import type { RuntimeConfiguration } from '../runtime-config-of-document.ts';

/** The machine of a node, as far as nodeadm looks at it. */
interface SizedMachine {
  readonly cpus: number;
  readonly memoryBytes: number;
}

/** How a node's SOCI snapshotter pulls, and sentences about settings without effect. */
interface SettledParallelPull {
  /** undefined: containerd pulls by itself. */
  readonly parallelPull?: ParallelPull;
  readonly notes: readonly string[];
}

/**
 * Returns how the SOCI snapshotter pulls on a node. Its own file comes over what nodeadm writes for FastImagePull, a
 * Scenario or an option over both.
 */
export function askedParallelPull(
  configuration: RuntimeConfiguration,
  machine: SizedMachine,
): SettledParallelPull {
  const { parallelPull: asked, sociPull } = configuration;
  const notes: string[] = [];
  const base = sociPull === undefined ? ofGate(configuration, machine, notes) : ofFile(configuration, notes);
  if (asked === undefined) return base === undefined ? { notes } : { parallelPull: base, notes };
  const { isOn, asFastImagePull, ...settings } = asked;
  if (isOn === false) return { notes };
  const under = base ?? (asFastImagePull ? fastImagePull : plainParallelPull);
  return { parallelPull: { ...under, ...settings }, notes };
}

function ofGate(
  { hasFastImagePull }: RuntimeConfiguration,
  { cpus, memoryBytes }: SizedMachine,
  notes: string[],
): ParallelPull | undefined {
  if (hasFastImagePull !== true) return undefined;
  if (cpus >= fastImagePullNeeds.cpus && memoryBytes >= fastImagePullNeeds.memoryBytes) return fastImagePull;
  notes.push('FastImagePull has no effect on nodes with fewer than 4 CPUs or less than 7 GiB of memory.');
  return undefined;
}

function ofFile(
  {
    sociPull: { isOn, asFastImagePull: _, ...settings } = {},
    snapshotter,
    hasConfigFile,
  }: RuntimeConfiguration,
  notes: string[],
): ParallelPull | undefined {
  if (isOn !== true) return undefined;
  if (snapshotter === 'soci' || (snapshotter === undefined && hasConfigFile !== true))
    return { ...plainParallelPull, ...settings };
  notes.push(
    `parallel_pull_unpack of the SOCI snapshotter has no effect: containerd's snapshotter is ${snapshotter ?? 'overlayfs'}.`,
  );
  return undefined;
}
