// What a program gets with `import … from 'windlass/machines'`: the statecharts, and the messages that actors share.

export { ofEvent, reportUnhandled } from './chart-parts.ts';
export { kubeadmCommandMachine } from './kubeadm/kubeadm-command.ts';
export type * from './kubeadm/kubeadm-command-context.ts';
export { kubeadmImagePullMachine } from './kubeadm/kubeadm-image-pull.ts';
export type * from './kubeadm/kubeadm-image-pull-context.ts';
export type * from './kubeadm/kubeadm-protocol.ts';
export { kubeadmRuntimeMachine } from './kubeadm/kubeadm-runtime.ts';
export type * from './kubeadm/kubeadm-runtime-context.ts';
export { kubeadmSandboxRemovalMachine } from './kubeadm/kubeadm-sandbox-removal.ts';
export { prePullMachine } from './kubeadm/pre-pull.ts';
export type * from './kubeadm/pre-pull-context.ts';
export { eventedPlegMachine } from './kubelet/evented-pleg.ts';
export { evictionMachine } from './kubelet/eviction.ts';
export { imageGcMachine } from './kubelet/image-gc.ts';
export type * from './kubelet/image-gc-context.ts';
export { imageGcLoopMachine } from './kubelet/image-gc-loop.ts';
export type * from './kubelet/image-gc-protocol.ts';
export { kubeletMachine } from './kubelet/kubelet.ts';
export type * from './kubelet/kubelet-context.ts';
export type * from './kubelet/kubelet-image-gc.ts';
export type * from './kubelet/kubelet-protocol.ts';
export { nodeStatusMachine } from './kubelet/node-status.ts';
export { plegMachine } from './kubelet/pleg.ts';
export type * from './kubelet/pleg-context.ts';
export type * from './kubelet/pleg-log.ts';
export type * from './kubelet/pleg-protocol.ts';
export { syncLoopMachine } from './kubelet/sync-loop.ts';
export type * from './kubelet/sync-loop-protocol.ts';
export { podKillMachine } from './pod/pod-kill.ts';
export type * from './pod/pod-round.ts';
export { podSync } from './pod/pod-sync.ts';
export { podTerminationMachine } from './pod/pod-termination.ts';
export type * from './pod/pod-termination-protocol.ts';
export { podWorkerMachine } from './pod/pod-worker.ts';
export type * from './pod/pod-worker-protocol.ts';
export type * from './pod/pod-worker-setup.ts';
export type * from './pull/image-manager.ts';
export { imagePullMachine } from './pull/image-pull.ts';
export type * from './pull/image-pull-context.ts';
export { pullBackOffMachine } from './pull/pull-back-off.ts';
export type * from './pull/pull-protocol.ts';
export { pullRecordsMachine } from './pull/pull-records.ts';
export type * from './pull/pull-records-protocol.ts';
export { pullSlotsMachine } from './pull/pull-slots.ts';
export { pullThrottleMachine } from './pull/pull-throttle.ts';
export { serialPullerMachine } from './pull/serial-puller.ts';
export * from './runtime/connections.ts';
export { containerMachine } from './runtime/container.ts';
export { containerRuntimeMachine } from './runtime/container-runtime.ts';
export type * from './runtime/container-runtime-context.ts';
export type * from './runtime/container-runtime-protocol.ts';
export { contentStoreMachine } from './runtime/content-store.ts';
export type * from './runtime/cri.ts';
export { downloadMachine } from './runtime/download.ts';
export type { DownloadContext } from './runtime/download-context.ts';
export type {
  Download,
  DownloadAnswer,
  DownloadEnd,
  DownloadEvent,
  DownloadInput,
  DownloadWanted,
  FetchHost,
  OpenedResponse,
  RequestContext,
  RequestEnd,
  RequestInput,
} from './runtime/download-request.ts';
export { fetchMachine } from './runtime/fetch.ts';
export type { FetchContext } from './runtime/fetch-context.ts';
export type * from './runtime/fetch-protocol.ts';
export { imageServiceMachine } from './runtime/image-service.ts';
export type * from './runtime/image-service-context.ts';
export type * from './runtime/image-service-pulls.ts';
export { imageUnpackMachine } from './runtime/image-unpack.ts';
export type * from './runtime/image-unpack-context.ts';
export * from './runtime/layer-unpack.ts';
export * from './runtime/metadata-store.ts';
export * from './runtime/processor.ts';
export { pullProgressMachine } from './runtime/pull-progress.ts';
export { runtimePullMachine } from './runtime/runtime-pull.ts';
export type * from './runtime/runtime-pull-context.ts';
export { scriptedPullMachine } from './runtime/scripted-pull.ts';
export { apiServerMachine } from './world/api-server.ts';
export type * from './world/clock.ts';
export { diskMachine } from './world/disk.ts';
export type * from './world/fault.ts';
export { networkMachine } from './world/network.ts';
export type * from './world/network-protocol.ts';
export { nodeMachine } from './world/node.ts';
export type * from './world/node-context.ts';
export type * from './world/node-protocol.ts';
export { pullThroughCacheMachine } from './world/pull-through-cache.ts';
export type * from './world/pull-through-cache-context.ts';
export type * from './world/pull-through-cache-protocol.ts';
export type * from './world/random-source.ts';
export type * from './world/recorder.ts';
export { registryMachine } from './world/registry.ts';
export type * from './world/registry-context.ts';
export type * from './world/registry-protocol.ts';
