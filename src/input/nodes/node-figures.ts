import { selectRuntimeProfile } from '../../runtime/profiles/select-runtime-profile.ts';
import type { NodeInput } from '../model.ts';
import type { RunRequest } from '../run-request.ts';
import { parseByteRate } from '../scenario/byte-rate.ts';
import { bytes, bytesPerSecond } from '../scenario/quantity-shapes.ts';
import type { NodePlan } from './node-plan.ts';
import {
  defaultNodeProfile,
  isNodeProfileName,
  type NodeFigureName,
  type NodeProfileName,
  nodeFigureNames,
  nodeProfiles,
} from './node-profiles.ts';

/** What a node has. Rates in bytes a second; null: no limit. */
export interface NodeFigures {
  readonly nodeProfile: NodeProfileName;
  readonly cpus: number;
  readonly linkBytesPerSecond: number | null;
  readonly diskBytesPerSecond: number | null;
  readonly diskBytes: number | null;
  /** Those that only the kind of node tells. */
  readonly byProfile: readonly NodeFigureName[];
}

/** Works out what a node has: an option before what is said of this node, that before its Node object, that before all nodes, and that before its kind. */
export function nodeFigures({ named, object, defaults }: NodePlan, { link, nodeProfile }: RunRequest): NodeFigures {
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
    linkBytesPerSecond: link === undefined ? bytesPerSecond(told.link ?? figures.link.value) : (parseByteRate(link) ?? null),
    diskBytesPerSecond: bytesPerSecond(told.diskBandwidth ?? figures.diskBandwidth.value),
    diskBytes: disk === 'unlimited' ? null : bytes(disk),
    byProfile: nodeFigureNames.filter((name) => told[name] === undefined),
  };
}

/** Says which figures nobody told; undefined where all are told. */
export function nodeFigureSentence({ nodeProfile, byProfile }: NodeFigures): string | undefined {
  if (byProfile.length === 0) return undefined;
  const { figures, words } = nodeProfiles[nodeProfile];
  const told = byProfile.map((name) => `${name} ${figures[name].value}`).join(', ');
  return `Nobody says what the nodes have: ${told}, as ${words} (--node-profile ${nodeProfile}).`;
}

type IntakeSources = Pick<NodeInput, 'runtime' | 'linkBytesPerSecond' | 'diskBytesPerSecond' | 'cpus' | 'runtimeBytesPerSecond'>;

/** What a node takes in where its disk, or its runtime with its processors, is slower than its link; nothing where its link is slowest. */
export function nodeIntake({
  runtime,
  linkBytesPerSecond,
  diskBytesPerSecond = Infinity,
  cpus = Infinity,
  runtimeBytesPerSecond = cpus * selectRuntimeProfile(runtime).profile.intakeBytesPerCpuSecond,
}: IntakeSources): Pick<NodeInput, 'intake'> {
  const least = Math.min(diskBytesPerSecond, runtimeBytesPerSecond);
  if (least >= (linkBytesPerSecond ?? Infinity)) return {};
  return { intake: { bytesPerSecond: Math.floor(least), limit: least === diskBytesPerSecond ? 'disk' : 'cpus' } };
}

/** `8`, `7910m` */
function cpuQuantity(written: string | number | undefined): number | undefined {
  const [, digits = '', milli] = /^(\d{1,9}(?:\.\d{1,3})?)(m?)$/.exec(String(written ?? '')) ?? [];
  const cpus = Number(digits) / (milli === 'm' ? 1_000 : 1);
  return digits === '' || cpus === 0 ? undefined : cpus;
}
