import { apiServerModel } from './api-server-model.ts';
import { connectionsModel } from './connections-model.ts';
import { containerModel } from './container-model.ts';
import { containerRuntimeModel } from './container-runtime-model.ts';
import { contentStoreModel } from './content-store-model.ts';
import { diskModel } from './disk-model.ts';
import { downloadModel } from './download-model.ts';
import { eventedPlegModel } from './evented-pleg-model.ts';
import { evictionModel } from './eviction-model.ts';
import { fetchModel } from './fetch-model.ts';
import { httpExchangeModel } from './http-exchange-model.ts';
import { imageDetectionModel } from './image-detection-model.ts';
import { imageGcLoopModel } from './image-gc-loop-model.ts';
import { imageGcModel } from './image-gc-model.ts';
import { imageServiceModel } from './image-service-model.ts';
import { imageUnpackModel } from './image-unpack-model.ts';
import { kubeadmCommandModel } from './kubeadm-command-model.ts';
import { kubeadmImagePullModel } from './kubeadm-image-pull-model.ts';
import { kubeadmRuntimeModel } from './kubeadm-runtime-model.ts';
import { kubeadmSandboxRemovalModel } from './kubeadm-sandbox-removal-model.ts';
import { kubeletModel } from './kubelet-model.ts';
import { layerUnpackModel } from './layer-unpack-model.ts';
import type { MachineModel } from './machine-model.ts';
import { metadataStoreModel } from './metadata-store-model.ts';
import { networkModel } from './network-model.ts';
import { nodeModel } from './node-model.ts';
import { nodeStatusModel } from './node-status-model.ts';
import { plegModel } from './pleg-model.ts';
import { podKillModel } from './pod-kill-model.ts';
import { podSyncModel } from './pod-sync-model.ts';
import { podTerminationModel } from './pod-termination-model.ts';
import { podWorkerModel } from './pod-worker-model.ts';
import { prePullModel } from './pre-pull-model.ts';
import { processorModel } from './processor-model.ts';
import { pullProgressModel } from './pull-progress-model.ts';
import { pullThroughCacheModel } from './pull-through-cache-model.ts';
import { registryModel } from './registry-model.ts';
import { runtimePullModel } from './runtime-pull-model.ts';
import { sandboxCreationModel } from './sandbox-creation-model.ts';
import { scriptedPullModel } from './scripted-pull-model.ts';
import { syncLoopModel } from './sync-loop-model.ts';

/** The models of the machines beside the image manager's: the kubelet around it, the container runtime, and the world outside. */
export const nodeModels: readonly MachineModel[] = [
  nodeModel,
  apiServerModel,
  kubeletModel,
  podWorkerModel,
  podSyncModel,
  sandboxCreationModel,
  podKillModel,
  podTerminationModel,
  plegModel,
  eventedPlegModel,
  syncLoopModel,
  nodeStatusModel,
  imageGcModel,
  imageGcLoopModel,
  imageDetectionModel,
  evictionModel,
  containerRuntimeModel,
  containerModel,
  imageServiceModel,
  runtimePullModel,
  pullProgressModel,
  processorModel,
  metadataStoreModel,
  layerUnpackModel,
  imageUnpackModel,
  scriptedPullModel,
  fetchModel,
  downloadModel,
  httpExchangeModel,
  connectionsModel,
  contentStoreModel,
  registryModel,
  pullThroughCacheModel,
  networkModel,
  diskModel,
  prePullModel,
  kubeadmImagePullModel,
  kubeadmCommandModel,
  kubeadmRuntimeModel,
  kubeadmSandboxRemovalModel,
];
