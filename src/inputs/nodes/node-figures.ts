import { processorCapacity } from '../../rules/runtime/network/capacities.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import type { RunRequest } from '../run-request.ts';
import { parseByteRate } from '../scenario/quantities.ts';
import { bytes, bytesPerSecond } from '../scenario/quantity-shapes.ts';
import {
  defaultNodeProfile,
  isNodeProfileName,
  type NodeFigureName,
  type NodeProfileName,
  nodeFigureNames,
  nodeProfiles,
} from './node-profiles.ts';
import type { NodePlan } from './plan-nodes.ts';

/** The figures of a node. Rates in bytes per second; null means no limit. */
export interface NodeFigures {
  readonly nodeProfile: NodeProfileName;
  readonly cpus: number;
  readonly linkBytesPerSecond: number | null;
  readonly diskBytesPerSecond: number | null;
  readonly diskBytes: number | null;
  /** The figures that only the kind of node gives. */
  readonly byProfile: readonly NodeFigureName[];
}

/**
 * Returns a node's figures. An option has precedence over what is said of this node, that over its Node
 * object, that over all nodes, and that over its kind.
 */
export function nodeFigures(
  { named, object, defaults }: NodePlan,
  { link, nodeProfile }: RunRequest,
): NodeFigures {
  const kind = nodeProfile ?? named?.nodeProfile ?? defaults?.nodeProfile ?? defaultNodeProfile;
  const profileName = isNodeProfileName(kind) ? kind : defaultNodeProfile;
  const { figures } = nodeProfiles[profileName];
  const told = {
    cpus: named?.cpus ?? cpuQuantity(object?.node.status?.capacity?.cpu) ?? defaults?.cpus,
    link: link ?? named?.link ?? defaults?.link,
    diskBandwidth: named?.diskBandwidth ?? defaults?.diskBandwidth,
    disk: named?.disk ?? defaults?.disk,
  };
  const disk = told.disk ?? figures.disk.value;
  return {
    nodeProfile: profileName,
    cpus: told.cpus ?? Number(figures.cpus.value),
    linkBytesPerSecond:
      link === undefined ? bytesPerSecond(told.link ?? figures.link.value) : (parseByteRate(link) ?? null),
    diskBytesPerSecond: bytesPerSecond(told.diskBandwidth ?? figures.diskBandwidth.value),
    diskBytes: disk === 'unlimited' ? null : bytes(disk),
    byProfile: nodeFigureNames.filter((name) => told[name] === undefined),
  };
}

/** Returns a sentence about the figures that were not given; undefined if all were. */
export function nodeFigureSentence({ nodeProfile, byProfile }: NodeFigures): string | undefined {
  if (byProfile.length === 0) return undefined;
  const { figures, words } = nodeProfiles[nodeProfile];
  const told = byProfile.map((name) => `${name} ${figures[name].value}`).join(', ');
  return `Nodes have ${told} (${words}: --node-profile ${nodeProfile}).`;
}

type CapacitySources = Pick<
  NodeInput,
  'runtime' | 'linkBytesPerSecond' | 'diskBytesPerSecond' | 'cpus' | 'runtimeBytesPerSecond'
>;

/**
 * Returns the intake of a node if its disk, or its runtime with its processors, is slower than its link
 * (nothing if its link is slowest), and what its processors get done.
 */
export function nodeCapacities({
  runtime,
  linkBytesPerSecond,
  diskBytesPerSecond = Infinity,
  cpus = Infinity,
  runtimeBytesPerSecond,
}: CapacitySources): Pick<NodeInput, 'intake' | 'processors'> {
  const processors = processorCapacity(selectRuntimeProfile(runtime).profile, cpus, runtimeBytesPerSecond);
  const least = Math.min(diskBytesPerSecond, processors.bytesPerSecond);
  return {
    ...(least >= (linkBytesPerSecond ?? Infinity)
      ? {}
      : {
          intake: {
            bytesPerSecond: Math.floor(least),
            limit: least === diskBytesPerSecond ? 'disk' : 'cpus',
          },
        }),
    ...(cpus === Infinity ? {} : { processors }),
  };
}

/** Reads `8` or `7910m`. */
function cpuQuantity(written: string | number | undefined): number | undefined {
  const [, digits = '', milli] = /^(\d{1,9}(?:\.\d{1,3})?)(m?)$/.exec(String(written ?? '')) ?? [];
  const cpus = Number(digits) / (milli === 'm' ? 1_000 : 1);
  return digits === '' || cpus === 0 ? undefined : cpus;
}
