import type { AnyStateMachine } from 'xstate';
import * as all from '../../machines/index.ts';

/** Machines that belong together, under a heading. */
export interface MachineGroup {
  readonly title: string;
  readonly machines: readonly AnyStateMachine[];
}

/** Every machine, in the order in which a newcomer reads them: one image's way first, the world around it last. */
export const machineGroups: readonly MachineGroup[] = [
  {
    title: 'The image pull',
    machines: [
      all.imagePullMachine,
      all.pullSlotsMachine,
      all.serialPullerMachine,
      all.pullThrottleMachine,
      all.pullBackOffReducer.chart,
      all.pullRecordsReducer.chart,
    ],
  },
  {
    title: 'Pods',
    machines: [all.podWorkerMachine, all.podTerminationMachine, all.podKillMachine, all.containerMachine],
  },
  {
    title: 'The kubelet',
    machines: [all.kubeletMachine, all.syncLoopMachine, all.plegMachine, all.eventedPlegMachine, all.nodeStatusMachine],
  },
  {
    title: 'Image garbage collection',
    machines: [all.imageGcMachine, all.imageGcLoopMachine, all.evictionMachine],
  },
  {
    title: 'The container runtime',
    machines: [
      all.imageServiceMachine,
      all.runtimePullMachine,
      all.contentStoreMachine,
      all.pullProgressMachine,
      all.processorMachine,
      all.metadataStoreMachine,
      all.scriptedPullMachine,
      all.containerRuntimeMachine,
    ],
  },
  {
    title: 'Layers, from the registry to their snapshots',
    machines: [all.fetchMachine, all.downloadMachine, all.connectionsMachine, all.imageUnpackMachine, all.layerUnpackMachine],
  },
  {
    title: 'The world around',
    machines: [
      all.nodeMachine,
      all.diskMachine,
      all.networkMachine,
      all.registryMachine,
      all.pullThroughCacheMachine,
      all.apiServerMachine,
    ],
  },
  {
    title: 'kubeadm, and pulls beside the kubelet',
    machines: [
      all.prePullMachine,
      all.kubeadmRuntimeMachine,
      all.kubeadmCommandMachine,
      all.kubeadmImagePullMachine,
      all.kubeadmSandboxRemovalMachine,
    ],
  },
];
