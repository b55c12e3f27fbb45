import { type MachineNameIn, namesIn } from '../../charts/statechart/machine-groups.ts';
import { credentialProvidersModel } from './kubelet/credential-providers-model.ts';
import { eventedPlegModel } from './kubelet/evented-pleg-model.ts';
import { evictionModel } from './kubelet/eviction-model.ts';
import { imageGcLoopModel } from './kubelet/image-gc-loop-model.ts';
import { imageGcModel } from './kubelet/image-gc-model.ts';
import { kubeletModel } from './kubelet/kubelet-model.ts';
import { nodeStatusModel } from './kubelet/node-status-model.ts';
import { plegModel } from './kubelet/pleg-model.ts';
import { syncLoopModel } from './kubelet/sync-loop-model.ts';
import type { MachineModel } from './machine-model.ts';
import { podKillModel } from './pod/pod-kill-model.ts';
import { podTerminationModel } from './pod/pod-termination-model.ts';
import { podWorkerModel } from './pod/pod-worker-model.ts';
import { imagePullModel } from './pull/image-pull-model.ts';
import { pullBackOffModel } from './pull/pull-back-off-model.ts';
import { pullRecordsModel } from './pull/pull-records-model.ts';
import { pullSlotsModel } from './pull/pull-slots-model.ts';
import { pullThrottleModel } from './pull/pull-throttle-model.ts';
import { serialPullerModel } from './pull/serial-puller-model.ts';

/** What people build and test themselves. The models of the machines around the kubelet serve our own tests. */
const kubeletGroups = ['pull', 'pods', 'kubelet', 'imageGc'] as const;

/** The name of a machine of the kubelet. */
export type KubeletMachineName = MachineNameIn<(typeof kubeletGroups)[number]>;

/** The model of each machine of the kubelet, one row for each. */
const byMachine: Readonly<Record<KubeletMachineName, MachineModel>> = {
  imagePullMachine: imagePullModel,
  pullSlotsMachine: pullSlotsModel,
  serialPullerMachine: serialPullerModel,
  pullThrottleMachine: pullThrottleModel,
  pullBackOffReducer: pullBackOffModel,
  pullRecordsReducer: pullRecordsModel,
  podWorkerMachine: podWorkerModel,
  podTerminationMachine: podTerminationModel,
  podKillMachine: podKillModel,
  kubeletMachine: kubeletModel,
  syncLoopMachine: syncLoopModel,
  plegMachine: plegModel,
  eventedPlegMachine: eventedPlegModel,
  credentialProvidersReducer: credentialProvidersModel,
  nodeStatusMachine: nodeStatusModel,
  imageGcMachine: imageGcModel,
  imageGcLoopMachine: imageGcLoopModel,
  evictionMachine: evictionModel,
};

/** The models of the image manager's machines. */
export const imageManagerModels: readonly MachineModel[] = namesIn('pull').map((name) => byMachine[name]);

/** The models of the kubelet's machines, in the order of `machineGroups`. */
export const kubeletModels: readonly MachineModel[] = kubeletGroups
  .flatMap((group) => namesIn(group))
  .map((name) => byMachine[name]);
