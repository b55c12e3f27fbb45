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
import { connectionsModel } from './runtime/connections-model.ts';
import { containerModel } from './runtime/container-model.ts';
import { containerRuntimeModel } from './runtime/container-runtime-model.ts';
import { contentStoreModel } from './runtime/content-store-model.ts';
import { downloadModel } from './runtime/download-model.ts';
import { fetchModel } from './runtime/fetch-model.ts';
import { imageServiceModel } from './runtime/image-service-model.ts';
import { imageUnpackModel } from './runtime/image-unpack-model.ts';
import { layerUnpackModel } from './runtime/layer-unpack-model.ts';
import { metadataStoreModel } from './runtime/metadata-store-model.ts';
import { processorModel } from './runtime/processor-model.ts';
import { pullProgressModel } from './runtime/pull-progress-model.ts';
import { runtimePullModel } from './runtime/runtime-pull-model.ts';
import { scriptedPullModel } from './runtime/scripted-pull-model.ts';
import { apiServerModel } from './world/api-server-model.ts';
import { diskModel } from './world/disk-model.ts';
import { networkModel } from './world/network-model.ts';
import { nodeModel } from './world/node-model.ts';
import { pullThroughCacheModel } from './world/pull-through-cache-model.ts';
import { registryModel } from './world/registry-model.ts';

/** The models of the machines beside the image manager's: the kubelet around it, the container runtime, and the world outside. */
export const nodeModels: readonly MachineModel[] = [
  nodeModel,
  apiServerModel,
  kubeletModel,
  podWorkerModel,
  podKillModel,
  podTerminationModel,
  plegModel,
  eventedPlegModel,
  syncLoopModel,
  nodeStatusModel,
  imageGcModel,
  imageGcLoopModel,
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
