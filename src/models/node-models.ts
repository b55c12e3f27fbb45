import { containerModel } from './container-model.ts';
import { containerRuntimeModel } from './container-runtime-model.ts';
import { contentStoreModel } from './content-store-model.ts';
import { diskModel } from './disk-model.ts';
import { fetchModel } from './fetch-model.ts';
import { imageServiceModel } from './image-service-model.ts';
import { kubeletModel } from './kubelet-model.ts';
import type { MachineModel } from './machine-model.ts';
import { networkModel } from './network-model.ts';
import { nodeModel } from './node-model.ts';
import { plegModel } from './pleg-model.ts';
import { podSyncModel } from './pod-sync-model.ts';
import { podWorkerModel } from './pod-worker-model.ts';
import { registryModel } from './registry-model.ts';
import { runtimePullModel } from './runtime-pull-model.ts';
import { scriptedPullModel } from './scripted-pull-model.ts';

/** The models of the machines beside the image manager's: the kubelet around it, the container runtime, and the world outside. */
export const nodeModels: readonly MachineModel[] = [
  nodeModel,
  kubeletModel,
  podWorkerModel,
  podSyncModel,
  plegModel,
  containerRuntimeModel,
  containerModel,
  imageServiceModel,
  runtimePullModel,
  scriptedPullModel,
  fetchModel,
  contentStoreModel,
  registryModel,
  networkModel,
  diskModel,
];
