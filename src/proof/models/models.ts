import { type MachineName, machineNames, namesIn } from '../../charts/statechart/machine-groups.ts';
import { kubeadmCommandModel } from './kubeadm/kubeadm-command-model.ts';
import { kubeadmImagePullModel } from './kubeadm/kubeadm-image-pull-model.ts';
import { kubeadmRuntimeModel } from './kubeadm/kubeadm-runtime-model.ts';
import { kubeadmSandboxRemovalModel } from './kubeadm/kubeadm-sandbox-removal-model.ts';
import { prePullModel } from './kubeadm/pre-pull-model.ts';
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
import { chunkFetchModel } from './runtime/chunk-fetch-model.ts';
import { connectionsModel } from './runtime/connections-model.ts';
import { containerRuntimeModel } from './runtime/container-runtime-model.ts';
import { contentStoreModel } from './runtime/content-store-model.ts';
import { fetchModel } from './runtime/fetch-model.ts';
import { imageServiceModel } from './runtime/image-service-model.ts';
import { imageUnpackModel } from './runtime/image-unpack-model.ts';
import { layerUnpackModel } from './runtime/layer-unpack-model.ts';
import { metadataStoreModel } from './runtime/metadata-store-model.ts';
import { pullProgressModel } from './runtime/pull-progress-model.ts';
import { runtimePullModel } from './runtime/runtime-pull-model.ts';
import { scriptedPullModel } from './runtime/scripted-pull-model.ts';
import { apiServerModel } from './world/api-server-model.ts';
import { diskModel } from './world/disk-model.ts';
import { networkModel } from './world/network-model.ts';
import { nodeModel } from './world/node-model.ts';
import { peersModel } from './world/peers-model.ts';
import { pullThroughCacheModel } from './world/pull-through-cache-model.ts';
import { registryModel } from './world/registry-model.ts';

/** The model of each machine, one row for each. */
const byMachine: Readonly<Record<MachineName, MachineModel>> = {
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
  nodeStatusMachine: nodeStatusModel,
  imageGcMachine: imageGcModel,
  imageGcLoopMachine: imageGcLoopModel,
  evictionMachine: evictionModel,
  imageServiceMachine: imageServiceModel,
  runtimePullMachine: runtimePullModel,
  contentStoreMachine: contentStoreModel,
  pullProgressMachine: pullProgressModel,
  metadataStoreMachine: metadataStoreModel,
  scriptedPullMachine: scriptedPullModel,
  containerRuntimeReducer: containerRuntimeModel,
  fetchMachine: fetchModel,
  chunkFetchMachine: chunkFetchModel,
  connectionsReducer: connectionsModel,
  imageUnpackMachine: imageUnpackModel,
  layerUnpackMachine: layerUnpackModel,
  nodeMachine: nodeModel,
  diskMachine: diskModel,
  networkMachine: networkModel,
  registryMachine: registryModel,
  pullThroughCacheReducer: pullThroughCacheModel,
  peersReducer: peersModel,
  apiServerMachine: apiServerModel,
  prePullMachine: prePullModel,
  kubeadmRuntimeMachine: kubeadmRuntimeModel,
  kubeadmCommandMachine: kubeadmCommandModel,
  kubeadmImagePullMachine: kubeadmImagePullModel,
  kubeadmSandboxRemovalMachine: kubeadmSandboxRemovalModel,
};

/** The models of the image manager's machines. */
export const imageManagerModels: readonly MachineModel[] = namesIn('pull').map((name) => byMachine[name]);

/** The models of all machines, in the order of `machineGroups`. */
export const models: readonly MachineModel[] = machineNames.map((name) => byMachine[name]);
