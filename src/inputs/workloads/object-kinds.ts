/**
 * The kinds that are read, by API group, with the versions in which API servers have or had them, the newest
 * first.
 */
export const readKinds: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Pod: { '': ['v1'] },
  Node: { '': ['v1'] },
  ReplicationController: { '': ['v1'] },
  Secret: { '': ['v1'] },
  ServiceAccount: { '': ['v1'] },
  Deployment: { apps: ['v1', 'v1beta2', 'v1beta1'], extensions: ['v1beta1'] },
  ReplicaSet: { apps: ['v1', 'v1beta2'], extensions: ['v1beta1'] },
  DaemonSet: { apps: ['v1', 'v1beta2'], extensions: ['v1beta1'] },
  StatefulSet: { apps: ['v1', 'v1beta2', 'v1beta1'] },
  Job: { batch: ['v1'] },
  CronJob: { batch: ['v1', 'v1beta1', 'v2alpha1'] },
  RuntimeClass: { 'node.k8s.io': ['v1', 'v1beta1', 'v1alpha1'] },
  KubeletConfiguration: { 'kubelet.config.k8s.io': ['v1beta1'] },
  Scenario: { 'windlass.dev': ['v1alpha1'] },
  ImageCatalog: { 'windlass.dev': ['v1alpha1'] },
  Luck: { 'windlass.dev': ['v1alpha1'] },
};

/** Kubernetes' own kinds that make no pods. */
const kindsWithoutPods = new Set(
  `Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace PersistentVolume PersistentVolumeClaim ResourceQuota
  Service ControllerRevision Scale HorizontalPodAutoscaler EndpointSlice FlowSchema PriorityLevelConfiguration Ingress IngressClass
  IPAddress ServiceCIDR NetworkPolicy PodDisruptionBudget Eviction PodSecurityPolicy ClusterRole ClusterRoleBinding Role RoleBinding
  PriorityClass PodGroup Workload PodSchedulingContext DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice
  CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment VolumeAttributesClass Lease LeaseCandidate CertificateSigningRequest
  ClusterTrustBundle PodCertificateRequest TokenReview TokenRequest SubjectAccessReview LocalSubjectAccessReview SelfSubjectAccessReview
  SelfSubjectRulesReview SelfSubjectReview MutatingWebhookConfiguration ValidatingWebhookConfiguration ValidatingAdmissionPolicy
  ValidatingAdmissionPolicyBinding MutatingAdmissionPolicy MutatingAdmissionPolicyBinding CustomResourceDefinition APIService
  StorageVersion StorageVersionMigration Status ClusterConfiguration InitConfiguration JoinConfiguration ResetConfiguration
  UpgradeConfiguration KubeProxyConfiguration`
    .trim()
    .split(/\s+/),
);

/** Whether the group is one of Kubernetes itself. Groups of other projects have another domain. */
export function isKubernetesGroup(group: string): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

/**
 * Whether objects of this kind are known to pull nothing. Those of other projects may make pods through a
 * controller that is not simulated.
 */
export function makesNoPods(kind: string, group: string): boolean {
  return isKubernetesGroup(group) && (kindsWithoutPods.has(kind) || Object.hasOwn(readKinds, kind));
}
