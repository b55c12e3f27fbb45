import { isReleaseAtLeast } from '../kubelet-release.ts';

/**
 * What `defaultKubernetesFeatureGateDependencies` in pkg/features/kube_features.go has of gates that can be off: each with those it
 * needs, in 1.35 and later, or from a release on, or up to one.
 */
const dependencies: readonly (readonly [gate: string, needs: string, since?: string, until?: string])[] = [
  ['ClusterTrustBundleProjection', 'ClusterTrustBundle'],
  ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
  ['DRADeviceTaintRules', 'DRADeviceTaints'],
  ['DRAResourceClaimGranularStatusAuthorization', 'DRAResourceClaimDeviceStatus', '1.36'],
  ['DRAWorkloadResourceClaims', 'GenericWorkload', '1.36'],
  ['DeclarativeValidationTakeover', 'DeclarativeValidation'],
  ['ExtendWebSocketsToKubelet', 'NodeDeclaredFeatures', '1.36'],
  ['GangScheduling', 'GenericWorkload'],
  ['GracefulNodeShutdownBasedOnPodPriority', 'GracefulNodeShutdown'],
  ['InPlacePodLevelResourcesVerticalScaling', 'PodLevelResources NodeDeclaredFeatures'],
  ['InPlacePodVerticalScalingInitContainers', 'NodeDeclaredFeatures', '1.36'],
  ['MatchLabelKeysInPodTopologySpreadSelectorMerge', 'MatchLabelKeysInPodTopologySpread'],
  ['PodLevelResourceManagers', 'PodLevelResources', '1.36'],
  ['ProcMountType', 'UserNamespacesSupport'],
  ['ResourceHealthStatusMessage', 'ResourceHealthStatus', '1.36'],
  ['RestartAllContainersOnContainerExits', 'ContainerRestartRules NodeDeclaredFeatures'],
  ['StaleControllerConsistencyDaemonSet', 'AtomicFIFO', '1.36'],
  ['StaleControllerConsistencyJob', 'AtomicFIFO', '1.36'],
  ['StaleControllerConsistencyReplicaSet', 'AtomicFIFO', '1.36'],
  ['StaleControllerConsistencyStatefulSet', 'AtomicFIFO', '1.36'],
  ['StorageVersionAPI', 'APIServerIdentity'],
  ['TopologyAwareWorkloadScheduling', 'GenericWorkload', '1.36'],
  ['UnknownVersionInteroperabilityProxy', 'APIServerIdentity'],
  ['UserNamespacesHostNetworkSupport', 'UserNamespacesSupport', '1.35', '1.35'],
  ['UserNamespacesHostNetworkSupport', 'UserNamespacesSupport NodeDeclaredFeatures', '1.36'],
  ['WindowsGracefulNodeShutdown', 'GracefulNodeShutdown'],
  ['WorkloadAwarePreemption', 'GangScheduling', '1.36'],
  ['WorkloadWithJob', 'GenericWorkload', '1.36'],
];

/** Of the gates above in 1.35.4 and 1.36.3: `a` alpha, `b` beta and off, `B` beta and on, `D` deprecated and off, `L` locked on. */
const stages = `
  APIServerIdentity BB, AtomicFIFO .B, ClusterTrustBundle bb, ClusterTrustBundleProjection bb, ContainerRestartRules BB,
  DRADeviceBindingConditions aB, DRADeviceTaintRules ab, DRADeviceTaints aB, DRAResourceClaimDeviceStatus BB,
  DRAResourceClaimGranularStatusAuthorization .B, DRAWorkloadResourceClaims .a, DeclarativeValidation BL,
  DeclarativeValidationTakeover bD, ExtendWebSocketsToKubelet .B, GangScheduling aa, GenericWorkload aa, GracefulNodeShutdown BB,
  GracefulNodeShutdownBasedOnPodPriority BB, InPlacePodLevelResourcesVerticalScaling aB, InPlacePodVerticalScalingInitContainers .B,
  MatchLabelKeysInPodTopologySpread BB, MatchLabelKeysInPodTopologySpreadSelectorMerge BB, NodeDeclaredFeatures aB,
  PodLevelResourceManagers .a, PodLevelResources BB, ProcMountType BL, ResourceHealthStatus aB, ResourceHealthStatusMessage .B,
  RestartAllContainersOnContainerExits aB, StaleControllerConsistencyDaemonSet .B, StaleControllerConsistencyJob .B,
  StaleControllerConsistencyReplicaSet .B, StaleControllerConsistencyStatefulSet .B, StorageVersionAPI aa,
  TopologyAwareWorkloadScheduling .a, UnknownVersionInteroperabilityProxy aB, UserNamespacesHostNetworkSupport aa,
  UserNamespacesSupport BL, WindowsGracefulNodeShutdown BB, WorkloadAwarePreemption .a, WorkloadWithJob .a`;

const stageOf = new Map(
  stages
    .trim()
    .split(/,\s+/)
    .map((row) => row.split(' ') as [gate: string, stages: string]),
);

/** A gate that is switched on although gates that it needs are off. */
interface UnmetDependency {
  readonly gate: string;
  readonly off: readonly string[];
}

/**
 * Returns the dependencies for which a kubelet of the release would refuse these gates, all of which it knows. There are none before
 * 1.35.
 */
export function unmetDependencies(given: Readonly<Record<string, boolean>>, release: string): readonly UnmetDependency[] {
  if (!isReleaseAtLeast(release, '1.35')) return [];
  const column = isReleaseAtLeast(release, '1.36') ? 1 : 0;
  const isOn = (gate: string) => isOnAt(gate, stageOf.get(gate)?.[column] ?? 'a', given);
  return dependencies
    .filter(([, , since = '1.35', until = release]) => isReleaseAtLeast(release, since) && isReleaseAtLeast(until, release))
    .map(([gate, needs]) => ({ gate, off: isOn(gate) ? needs.split(' ').filter((needed) => !isOn(needed)) : [] }))
    .filter(({ off }) => off.length > 0);
}

/** A setting of the gate itself overrides one of its whole stage (`AllAlpha`, `AllBeta`). */
function isOnAt(gate: string, stage: string, given: Readonly<Record<string, boolean>>): boolean {
  const ofStage = stage === 'a' ? given.AllAlpha : stage === 'b' || stage === 'B' ? given.AllBeta : undefined;
  return given[gate] ?? ofStage ?? (stage === 'B' || stage === 'L');
}
