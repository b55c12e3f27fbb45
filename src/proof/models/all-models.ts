import type { MachineName } from '../../charts/statechart/machine-groups.ts';
import { kubeadmCommandModel } from './kubeadm/kubeadm-command-model.ts';
import { kubeadmImagePullModel } from './kubeadm/kubeadm-image-pull-model.ts';
import { kubeadmRuntimeModel } from './kubeadm/kubeadm-runtime-model.ts';
import { kubeadmSandboxRemovalModel } from './kubeadm/kubeadm-sandbox-removal-model.ts';
import { prePullModel } from './kubeadm/pre-pull-model.ts';
import type { MachineModel } from './machine-model.ts';
import { type KubeletMachineName, kubeletModels } from './models.ts';
import { coalescedPullModel } from './pull/coalesced-pull-model.ts';
import { pullCoalescerModel } from './pull/pull-coalescer-model.ts';
import { containerRuntimeModel } from './runtime/container-runtime-model.ts';
import { contentStoreModel } from './runtime/content-store-model.ts';
import { chunkFetchModel } from './runtime/fetch/chunk-fetch-model.ts';
import { connectionsModel } from './runtime/fetch/connections-model.ts';
import { fetchModel } from './runtime/fetch/fetch-model.ts';
import { imageServiceModel } from './runtime/image-service-model.ts';
import { imageUnpackModel } from './runtime/image-unpack-model.ts';
import { layerUnpackModel } from './runtime/layer-unpack-model.ts';
import { lazyReadModel } from './runtime/lazy-read-model.ts';
import { metadataStoreModel } from './runtime/metadata-store-model.ts';
import { pullProgressModel } from './runtime/pull-progress-model.ts';
import { runtimePullModel } from './runtime/runtime-pull-model.ts';
import { runtimeSlotsModel } from './runtime/runtime-slots-model.ts';
import { scriptedPullModel } from './runtime/scripted-pull-model.ts';
import { apiServerModel } from './world/api-server-model.ts';
import { diskModel } from './world/disk-model.ts';
import { networkModel } from './world/network-model.ts';
import { nodeModel } from './world/node-model.ts';
import { peersModel } from './world/peers-model.ts';
import { pullThroughCacheModel } from './world/pull-through-cache-model.ts';
import { registryModel } from './world/registry-model.ts';

/** The model of each machine around the kubelet, one row for each. */
const aroundTheKubelet: Readonly<Record<Exclude<MachineName, KubeletMachineName>, MachineModel>> = {
  pullCoalescerMachine: pullCoalescerModel,
  coalescedPullMachine: coalescedPullModel,
  imageServiceMachine: imageServiceModel,
  runtimePullMachine: runtimePullModel,
  runtimeSlotsMachine: runtimeSlotsModel,
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
  lazyReadMachine: lazyReadModel,
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

/** The models of all machines. */
export const allModels: readonly MachineModel[] = [...kubeletModels, ...Object.values(aroundTheKubelet)];
