import type { AnyStateMachine } from 'xstate';
import * as machines from '../../machines/index.ts';
import { statechartOf } from '../../machines/reducer.ts';

/** Machines that belong together, under a heading. */
export interface MachineGroup {
  readonly title: string;
  readonly machines: readonly AnyStateMachine[];
}

/** A machine or reducer, by the name that `machines/index.ts` exports it by. */
export type MachineName = Exclude<Extract<keyof typeof machines, `${string}Machine` | `${string}Reducer`>, 'isReducer'>;

/** The headings, in the order in which a newcomer reads them: one image's way first, the world around it last. */
const titles = {
  pull: 'The image pull',
  pods: 'Pods',
  kubelet: 'The kubelet',
  imageGc: 'Image garbage collection',
  runtime: 'The container runtime',
  layers: 'Layers, from the registry to their snapshots',
  world: 'The world around',
  kubeadm: 'kubeadm, and pulls beside the kubelet',
} as const;

/** Under which heading each machine stands: one row for each, in the order of reading. */
const groupOf: Readonly<Record<MachineName, keyof typeof titles>> = {
  imagePullMachine: 'pull',
  pullSlotsMachine: 'pull',
  serialPullerMachine: 'pull',
  pullThrottleMachine: 'pull',
  pullBackOffReducer: 'pull',
  pullRecordsReducer: 'pull',
  podWorkerMachine: 'pods',
  podTerminationMachine: 'pods',
  podKillMachine: 'pods',
  containerMachine: 'pods',
  kubeletMachine: 'kubelet',
  syncLoopMachine: 'kubelet',
  plegMachine: 'kubelet',
  eventedPlegMachine: 'kubelet',
  nodeStatusMachine: 'kubelet',
  imageGcMachine: 'imageGc',
  imageGcLoopMachine: 'imageGc',
  evictionMachine: 'imageGc',
  imageServiceMachine: 'runtime',
  runtimePullMachine: 'runtime',
  contentStoreMachine: 'runtime',
  pullProgressMachine: 'runtime',
  processorMachine: 'runtime',
  metadataStoreMachine: 'runtime',
  scriptedPullMachine: 'runtime',
  containerRuntimeMachine: 'runtime',
  fetchMachine: 'layers',
  chunkFetchMachine: 'layers',
  connectionsMachine: 'layers',
  imageUnpackMachine: 'layers',
  layerUnpackMachine: 'layers',
  nodeMachine: 'world',
  diskMachine: 'world',
  networkMachine: 'world',
  registryMachine: 'world',
  pullThroughCacheMachine: 'world',
  peersReducer: 'world',
  apiServerMachine: 'world',
  prePullMachine: 'kubeadm',
  kubeadmRuntimeMachine: 'kubeadm',
  kubeadmCommandMachine: 'kubeadm',
  kubeadmImagePullMachine: 'kubeadm',
  kubeadmSandboxRemovalMachine: 'kubeadm',
};

/** The names of all machines, in the order of reading. */
export const machineNames = Object.keys(groupOf) as readonly MachineName[];

const exported = machines as object as Readonly<Record<MachineName, Parameters<typeof statechartOf>[0]>>;
const logicOf = new Map(Object.entries(exported).map(([name, logic]) => [name, statechartOf(logic)]));

/** Every machine, in the order of reading. */
export const machineGroups: readonly MachineGroup[] = Object.entries(titles).map(([group, title]) => ({
  title,
  machines: namesIn(group as keyof typeof titles).flatMap((name) => logicOf.get(name) ?? []),
}));

/** The names of the machines under one heading. */
export function namesIn(group: keyof typeof titles): readonly MachineName[] {
  return machineNames.filter((name) => groupOf[name] === group);
}
