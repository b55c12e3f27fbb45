import type { AnyStateMachine } from 'xstate';
import * as machines from '../../../machines/index.ts';
import { toStatechart } from '../../../machines/reducer.ts';

/** Machines that are listed under one heading. */
interface MachineGroup {
  readonly title: string;
  readonly machines: readonly AnyStateMachine[];
}

/** The name of a machine or reducer in `machines/index.ts`. */
export type MachineName = Exclude<
  Extract<keyof typeof machines, `${string}Machine` | `${string}Reducer`>,
  'isReducer'
>;

/** The headings in reading order for a newcomer: the way of one image first, the world around it last. */
const titles = {
  pull: 'The image pull',
  pods: 'Pods',
  kubelet: 'The kubelet',
  imageGc: 'Image garbage collection',
  tried: 'Policies that are tried, which no released kubelet has',
  runtime: 'The container runtime',
  layers: 'Layers, from the registry to their snapshots',
  world: 'The world around',
  kubeadm: 'kubeadm, and pulls beside the kubelet',
} as const;

type Group = keyof typeof titles;

/** The heading of each machine, one row for each, in reading order. */
const groupOf = {
  imagePullMachine: 'pull',
  pullSlotsMachine: 'pull',
  serialPullerMachine: 'pull',
  pullThrottleMachine: 'pull',
  pullBackOffReducer: 'pull',
  pullRecordsReducer: 'pull',
  podWorkerMachine: 'pods',
  podTerminationMachine: 'pods',
  podKillMachine: 'pods',
  kubeletMachine: 'kubelet',
  syncLoopMachine: 'kubelet',
  plegMachine: 'kubelet',
  eventedPlegMachine: 'kubelet',
  credentialProvidersReducer: 'kubelet',
  nodeStatusMachine: 'kubelet',
  imageGcMachine: 'imageGc',
  imageGcLoopMachine: 'imageGc',
  evictionMachine: 'imageGc',
  pullCoalescerMachine: 'tried',
  coalescedPullMachine: 'tried',
  imageServiceMachine: 'runtime',
  runtimePullMachine: 'runtime',
  runtimeSlotsMachine: 'runtime',
  contentStoreMachine: 'runtime',
  pullProgressMachine: 'runtime',
  metadataStoreMachine: 'runtime',
  scriptedPullMachine: 'runtime',
  containerRuntimeReducer: 'runtime',
  fetchMachine: 'layers',
  chunkFetchMachine: 'layers',
  connectionsReducer: 'layers',
  imageUnpackMachine: 'layers',
  layerUnpackMachine: 'layers',
  lazyReadMachine: 'layers',
  nodeMachine: 'world',
  diskMachine: 'world',
  networkMachine: 'world',
  registryMachine: 'world',
  pullThroughCacheReducer: 'world',
  peersReducer: 'world',
  apiServerMachine: 'world',
  prePullMachine: 'kubeadm',
  kubeadmRuntimeMachine: 'kubeadm',
  kubeadmCommandMachine: 'kubeadm',
  kubeadmImagePullMachine: 'kubeadm',
  kubeadmSandboxRemovalMachine: 'kubeadm',
} as const satisfies Readonly<Record<MachineName, Group>>;

/** The names of the machines under these headings. */
export type MachineNameIn<Heading extends Group> = {
  [Name in MachineName]: (typeof groupOf)[Name] extends Heading ? Name : never;
}[MachineName];

/** The names of all machines, in reading order. */
export const machineNames = Object.keys(groupOf) as readonly MachineName[];

const exported = machines as object as Readonly<Record<MachineName, Parameters<typeof toStatechart>[0]>>;
const logicOf = new Map(Object.entries(exported).map(([name, logic]) => [name, toStatechart(logic)]));

/** All machines, in reading order. */
export const machineGroups: readonly MachineGroup[] = Object.entries(titles).map(([group, title]) => ({
  title,
  machines: namesIn(group as Group).flatMap((name) => logicOf.get(name) ?? []),
}));

/** Returns the names of the machines under one heading. */
export function namesIn<Heading extends Group>(group: Heading): readonly MachineNameIn<Heading>[] {
  return machineNames.filter((name): name is MachineNameIn<Heading> => groupOf[name] === group);
}
