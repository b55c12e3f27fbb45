import { isReleaseAtLeast } from '../kubelet-release.ts';

/**
 * What `defaultKubernetesFeatureGateDependencies` in pkg/features/kube_features.go has of gates that can be
 * off: each with those it needs, in 1.35 and later, or from a release on, or up to one.
 */
const dependencies: readonly (readonly [gate: string, needs: string, since?: string, until?: string])[] = [
  ['ClusterTrustBundleProjection', 'ClusterTrustBundle'],
  ['CompositePodGroup', 'GenericWorkload TopologyAwareWorkloadScheduling', '1.37'],
  ['DRADeviceBindingConditions', 'DRAResourceClaimDeviceStatus'],
  ['DRADeviceCompatibilityGroups', 'DRAPartitionableDevices', '1.37'],
  ['DRADeviceTaintRules', 'DRADeviceTaints'],
  ['DRAFractionalCapacityRange', 'DRAConsumableCapacity', '1.37'],
  ['DRAPartitionableDevicesType', 'DRAPartitionableDevices DRAResourcePoolStatus', '1.37'],
  ['DRAResourceClaimGranularStatusAuthorization', 'DRAResourceClaimDeviceStatus', '1.36'],
  ['DRAWorkloadResourceClaims', 'GenericWorkload', '1.36'],
  ['DeclarativeValidationTakeover', 'DeclarativeValidation'],
  ['ExtendWebSocketsToKubelet', 'NodeDeclaredFeatures', '1.36'],
  ['GangScheduling', 'GenericWorkload'],
  ['GracefulNodeShutdownBasedOnPodPriority', 'GracefulNodeShutdown'],
  ['InPlacePodLevelResourcesVerticalScaling', 'PodLevelResources NodeDeclaredFeatures'],
  ['InPlacePodVerticalScalingInitContainers', 'NodeDeclaredFeatures', '1.36'],
  ['KubeAPIServerWorkloadsTrust', 'ClusterTrustBundle ClusterTrustBundleProjection', '1.38'],
  ['MatchLabelKeysInPodTopologySpreadSelectorMerge', 'MatchLabelKeysInPodTopologySpread'],
  ['NodeControllerLeaseCircuitBreaker', 'AtomicFIFO', '1.37'],
  ['PodGroupPreemptionPolicy', 'GenericWorkload', '1.37', '1.37'],
  ['PodLevelResourceManagers', 'PodLevelResources', '1.36'],
  ['PodLevelResourcesFixDefaulting', 'PodLevelResources', '1.37'],
  ['PodLevelResourcesFixKubeletQOSClass', 'PodLevelResources', '1.37'],
  ['ProcMountType', 'UserNamespacesSupport'],
  ['ResourceHealthStatusMessage', 'ResourceHealthStatus', '1.36'],
  ['RestartAllContainersOnContainerExits', 'ContainerRestartRules NodeDeclaredFeatures'],
  ['StaleControllerConsistencyDaemonSet', 'AtomicFIFO', '1.36'],
  ['StaleControllerConsistencyHPA', 'AtomicFIFO', '1.37'],
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

/**
 * Of the gates above in 1.35.4, 1.36.3, 1.37.2 and 1.38.0-beta.0: `a` alpha, `b` beta and off, `B` beta and
 * on, `G` stable and on, `D` deprecated and off, `L` locked on, `X` locked off, `.` not there.
 */
const stages = `
  APIServerIdentity BBBB, AtomicFIFO .BBB, ClusterTrustBundle bbGG, ClusterTrustBundleProjection bbGG, CompositePodGroup ..ab,
  ContainerRestartRules BBBB, DRAConsumableCapacity aBBG, DRADeviceBindingConditions aBBL, DRADeviceCompatibilityGroups ..aa,
  DRADeviceTaintRules abGL, DRADeviceTaints aBGL, DRAFractionalCapacityRange ..bG, DRAPartitionableDevices aBBL,
  DRAPartitionableDevicesType ..aa, DRAResourceClaimDeviceStatus BBLL, DRAResourceClaimGranularStatusAuthorization .BBB,
  DRAResourcePoolStatus .aaa, DRAWorkloadResourceClaims .abb, DeclarativeValidation BLLL, DeclarativeValidationTakeover bDXX,
  ExtendWebSocketsToKubelet .BBL, GangScheduling aa.., GenericWorkload aabb, GracefulNodeShutdown BBBB,
  GracefulNodeShutdownBasedOnPodPriority BBBB, InPlacePodLevelResourcesVerticalScaling aBBB,
  InPlacePodVerticalScalingInitContainers .BLL, KubeAPIServerWorkloadsTrust ...a, MatchLabelKeysInPodTopologySpread BBBB,
  MatchLabelKeysInPodTopologySpreadSelectorMerge BBBB, NodeControllerLeaseCircuitBreaker ..BB, NodeDeclaredFeatures aBLL,
  PodGroupPreemptionPolicy ..a., PodLevelResourceManagers .abb, PodLevelResources BBBB, PodLevelResourcesFixDefaulting ..BB,
  PodLevelResourcesFixKubeletQOSClass ..BB, ProcMountType BLLL, ResourceHealthStatus aBBB, ResourceHealthStatusMessage .BBB,
  RestartAllContainersOnContainerExits aBBB, StaleControllerConsistencyDaemonSet .BBB, StaleControllerConsistencyHPA ..BB,
  StaleControllerConsistencyJob .BBB, StaleControllerConsistencyReplicaSet .BBB, StaleControllerConsistencyStatefulSet .BBB,
  StorageVersionAPI aaaa, TopologyAwareWorkloadScheduling .aab, UnknownVersionInteroperabilityProxy aBBB,
  UserNamespacesHostNetworkSupport aaaa, UserNamespacesSupport BLLL, WindowsGracefulNodeShutdown BBBB,
  WorkloadAwarePreemption .a.., WorkloadWithJob .aaa`;

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
 * Returns the dependencies for which a kubelet of the release would refuse these gates, all of which it
 * knows. There are none before 1.35.
 */
export function unmetDependencies(
  given: Readonly<Record<string, boolean>>,
  release: string,
): readonly UnmetDependency[] {
  if (!isReleaseAtLeast(release, '1.35')) return [];
  const column = ['1.36', '1.37', '1.38'].filter((since) => isReleaseAtLeast(release, since)).length;
  const isOn = (gate: string) => isOnAt(gate, stageOf.get(gate)?.[column] ?? '.', given);
  return dependencies
    .filter(
      ([, , since = '1.35', until = release]) =>
        isReleaseAtLeast(release, since) && isReleaseAtLeast(until, release),
    )
    .map(([gate, needs]) => ({
      gate,
      off: isOn(gate) ? needs.split(' ').filter((needed) => !isOn(needed)) : [],
    }))
    .filter(({ off }) => off.length > 0);
}

/** A setting of the gate itself overrides one of its whole stage (`AllAlpha`, `AllBeta`). */
function isOnAt(gate: string, stage: string, given: Readonly<Record<string, boolean>>): boolean {
  const ofStage = stage === 'a' ? given.AllAlpha : stage === 'b' || stage === 'B' ? given.AllBeta : undefined;
  return given[gate] ?? ofStage ?? 'BGL'.includes(stage);
}
