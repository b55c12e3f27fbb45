import {
  type DiskKindName,
  diskKinds,
  type FileSystem,
  fileSystemOfImage,
  isDiskKindName,
  pageCacheLimits,
} from '../../rules/runtime/disk/disk-kinds.ts';
import { processorCapacity } from '../../rules/runtime/network/capacities.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import { type InstanceType, instanceType } from '../machines/instance-types.ts';
import {
  bytesOfQuantity,
  type NodeVolume,
  sizeOfDisk,
  volumeOfKind,
  volumeOfLabels,
} from '../machines/node-volume.ts';
import { instanceTypeOfLabels } from '../machines/unpack-machine-of-node.ts';
import type { RunRequest } from '../run-request.ts';
import { parseByteRate } from '../scenario/quantities.ts';
import { bytes, bytesPerSecond } from '../scenario/quantity-shapes.ts';
import type { NodeDocument } from '../scenario/scenario-shape.ts';
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
  readonly memoryBytes: number;
  readonly linkBytesPerSecond: number | null;
  readonly diskBytesPerSecond: number | null;
  readonly diskBytes: number | null;
  readonly fileSystem: FileSystem;
  /** The kind of its disk; absent if it is not known. */
  readonly diskKind?: DiskKindName;
  /** The figures that only the kind of node gives. */
  readonly byProfile: readonly NodeFigureName[];
  /** The type of its machine, and the figures that only this gives; absent: it gives none. */
  readonly byType?: { readonly type: InstanceType; readonly names: readonly NodeFigureName[] };
  /** The type of its machine if it is in no table. */
  readonly unknownType?: string;
}

/**
 * Returns a node's figures. An option has precedence over what is said of this node, that over its Node
 * object, that over all nodes, that over its instance type, and that over its kind. A kind that the user names
 * stands in the place of the instance type.
 */
export function nodeFigures(plan: NodePlan, request: RunRequest): NodeFigures {
  const { named, object, defaults } = plan;
  const { link, nodeProfile } = request;
  const wantedKind = nodeProfile ?? named?.nodeProfile ?? defaults?.nodeProfile;
  const kind = wantedKind ?? defaultNodeProfile;
  const profileName = isNodeProfileName(kind) ? kind : defaultNodeProfile;
  const { figures } = nodeProfiles[profileName];
  const { capacity, nodeInfo } = object?.node.status ?? {};
  const disk = named?.disk ?? defaults?.disk;
  const diskBytes = disk === 'unlimited' ? null : bytes(disk ?? figures.disk.value);
  const labels = object?.node.metadata.labels ?? {};
  const sizeBytes =
    disk === undefined ? sizeOfDisk(capacity ?? {}) : disk === 'unlimited' ? undefined : bytes(disk);
  const volume =
    volumeSaidBy(request, sizeBytes) ??
    volumeSaidBy(named, sizeBytes) ??
    volumeOfLabels({ labels, capacity: capacity ?? {} }) ??
    volumeSaidBy(defaults, sizeBytes);
  const memory = request.memory ?? named?.memory ?? bytesOfQuantity(capacity?.memory) ?? defaults?.memory;
  const told = {
    cpus: named?.cpus ?? cpuQuantity(capacity?.cpu) ?? defaults?.cpus,
    memory,
    link: link ?? named?.link ?? defaults?.link,
    diskBandwidth: volume,
    disk,
  };
  const machine = wantedKind === undefined ? machineOfNode(plan) : undefined;
  const type = machine === undefined ? undefined : instanceType(machine);
  const ofType = figuresOfType(type);
  const isUnsaid = (name: NodeFigureName) => told[name] === undefined;
  const byType = (Object.keys(ofType) as NodeFigureName[]).filter(isUnsaid);
  return {
    nodeProfile: profileName,
    cpus: told.cpus ?? Number(ofType.cpus ?? figures.cpus.value),
    memoryBytes: bytes(memory ?? ofType.memory ?? figures.memory.value),
    linkBytesPerSecond:
      link === undefined
        ? bytesPerSecond(told.link ?? ofType.link ?? figures.link.value)
        : (parseByteRate(link) ?? null),
    diskBytesPerSecond:
      volume === undefined ? bytesPerSecond(figures.diskBandwidth.value) : volume.bytesPerSecond,
    diskBytes,
    fileSystem: named?.fileSystem ?? defaults?.fileSystem ?? fileSystemOfImage(nodeInfo?.osImage ?? ''),
    ...(volume?.kind === undefined ? {} : { diskKind: volume.kind }),
    byProfile: nodeFigureNames.filter((name) => isUnsaid(name) && !byType.includes(name)),
    ...(type === undefined || byType.length === 0 ? {} : { byType: { type, names: byType } }),
    ...(machine === undefined || type !== undefined ? {} : { unknownType: machine }),
  };
}

/** Returns the disk that a source names, by its rate, its kind or both; undefined if it does not. */
function volumeSaidBy(
  said: Pick<NodeDocument, 'diskBandwidth'> & { readonly diskKind?: string | undefined } = {},
  sizeBytes: number | undefined,
): NodeVolume | undefined {
  const kind = said.diskKind !== undefined && isDiskKindName(said.diskKind) ? said.diskKind : undefined;
  const { diskBandwidth } = said;
  if (diskBandwidth !== undefined)
    return { ...(kind === undefined ? {} : { kind }), bytesPerSecond: bytesPerSecond(diskBandwidth) };
  return kind === undefined ? undefined : volumeOfKind(kind, sizeBytes);
}

/** Returns what is known of the machine by its type. */
export function typeOfMachine(plan: NodePlan): InstanceType | undefined {
  const machine = machineOfNode(plan);
  return machine === undefined ? undefined : instanceType(machine);
}

/** Returns the type of the node's machine, which the Scenario or a label of the Node names. */
export function machineOfNode({ named, object, defaults }: NodePlan): string | undefined {
  const labels = object?.node.metadata.labels ?? {};
  return named?.machine ?? instanceTypeOfLabels(labels) ?? defaults?.machine;
}

/** Returns the figures of an instance type in the user's notation. */
function figuresOfType(
  type: InstanceType | undefined,
): Readonly<Partial<Record<'cpus' | 'memory' | 'link', string>>> {
  if (type === undefined) return {};
  const { cpus, memoryBytes, linkGigabits } = type;
  return {
    cpus: String(cpus),
    memory: `${Number((memoryBytes / 2 ** 30).toFixed(2))}GiB`,
    ...(linkGigabits === undefined ? {} : { link: `${linkGigabits}Gbit/s` }),
  };
}

/** Returns a sentence about the figures that the type of its machine gives; undefined if it gives none. */
export function instanceTypeSentence({ byType }: Pick<NodeFigures, 'byType'>): string | undefined {
  if (byType === undefined) return undefined;
  const { type, names } = byType;
  const figures: Readonly<Partial<Record<NodeFigureName, string>>> = figuresOfType(type);
  const told = names.map((name) => `${name} ${figures[name]}`).join(', ');
  return `Nodes of the type ${type.name} have ${told}, as published (${type.source}).`;
}

/** Returns a sentence about the figures that were not given; undefined if all were. */
export function nodeFigureSentence({ nodeProfile, byProfile, unknownType }: NodeFigures): string | undefined {
  if (byProfile.length === 0) return undefined;
  const { figures, words } = nodeProfiles[nodeProfile];
  const told = byProfile.map((name) => `${name} ${figures[name].value}`).join(', ');
  const isTypeMissed = byProfile.some((name) => ['cpus', 'memory', 'link'].includes(name));
  const nodes =
    unknownType !== undefined && isTypeMissed
      ? `Nodes of the type ${unknownType}, which is in no table of instance types,`
      : 'Nodes';
  return `${nodes} have ${told} (${words}: --node-profile ${nodeProfile}).`;
}

type CapacitySources = Pick<
  NodeInput,
  | 'runtime'
  | 'runtimeOptions'
  | 'linkBytesPerSecond'
  | 'diskBytesPerSecond'
  | 'cpus'
  | 'runtimeBytesPerSecond'
  | 'memoryBytes'
  | 'fileSystem'
  | 'diskKind'
>;

/**
 * Returns the intake of a node if its disk, or its runtime with its processors, is slower than its link
 * (nothing if its link is slowest), what its processors get done, and what may wait in its memory for the disk.
 */
export function nodeCapacities({
  runtime,
  runtimeOptions,
  linkBytesPerSecond,
  diskBytesPerSecond = Infinity,
  cpus = Infinity,
  runtimeBytesPerSecond,
  memoryBytes,
  fileSystem = 'ext4',
  diskKind,
}: CapacitySources): Pick<NodeInput, 'intake' | 'processors' | 'pageCache'> {
  const { profile } = selectRuntimeProfile(runtime, runtimeOptions);
  const processors = processorCapacity(profile, cpus, runtimeBytesPerSecond);
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
    ...(diskBytesPerSecond === Infinity || memoryBytes === undefined
      ? {}
      : {
          pageCache: pageCacheLimits(
            memoryBytes,
            diskBytesPerSecond * (diskKind === undefined ? 1 : diskKinds[diskKind].writeBackShare),
            fileSystem,
          ),
        }),
  };
}

/** Reads `8` or `7910m`. */
function cpuQuantity(written: string | number | undefined): number | undefined {
  const [, digits = '', milli] = /^(\d{1,9}(?:\.\d{1,3})?)(m?)$/.exec(String(written ?? '')) ?? [];
  const cpus = Number(digits) / (milli === 'm' ? 1_000 : 1);
  return digits === '' || cpus === 0 ? undefined : cpus;
}
