/** The releases whose gates are known here. */
export const releasesWithGates: readonly string[] = [
  '1.14',
  '1.27',
  '1.30',
  '1.31',
  '1.32',
  '1.33',
  '1.34',
  '1.35',
  '1.36',
  '1.37',
  '1.38',
];

/** The releases that know a gate: from one to another, `1.38` being the newest known here. */
type Span = readonly [first: string, last: string, gates: string];

/**
 * Every gate that a kubelet knows: pkg/features, and those of apiserver, apiextensions-apiserver, client-go
 * and component-base that its binary takes in, as `GetAll` lists them in 1.14.10, 1.27.16, 1.30.14, 1.31.14,
 * 1.32.13, 1.33.13, 1.34.4, 1.35.4, 1.36.3, 1.37.2 and 1.38.0-beta.0.
 */
const spans: readonly Span[] = [
  [
    '1.14',
    '1.14',
    `AttachVolumeLimit BalanceAttachedNodeVolumes BlockVolume BoundServiceAccountTokenVolume CRIContainerLogRotation CSIBlockVolume
    CSIDriverRegistry CSIInlineVolume CSIMigration CSIMigrationAWS CSIMigrationOpenStack CSINodeInfo CSIPersistentVolume
    CustomPodDNS CustomResourcePublishOpenAPI CustomResourceSubresources CustomResourceValidation CustomResourceWebhookConversion
    DebugContainers DynamicAuditing DynamicKubeletConfig ExpandCSIVolumes ExpandInUsePersistentVolumes ExpandPersistentVolumes
    ExperimentalCriticalPodAnnotation GCERegionalPersistentDisk HugePages HyperVContainer KubeletPluginsWatcher
    LocalStorageCapacityIsolation MountContainers NodeLease PersistentLocalVolumes PodPriority PodReadinessGates
    PodShareProcessNamespace ResourceLimitsPriorityFunction ResourceQuotaScopeSelectors RotateKubeletClientCertificate RunAsGroup
    RuntimeClass SCTPSupport ScheduleDaemonSetPods ServiceNodeExclusion StorageObjectInUseProtection StreamingProxyRedirects
    SupportIPVSProxyMode SupportNodePidsLimit SupportPodPidsLimit Sysctls TTLAfterFinished TaintBasedEvictions TaintNodesByCondition
    TokenRequest TokenRequestProjection ValidateProxyRedirects VolumeScheduling VolumeSnapshotDataSource VolumeSubpath
    VolumeSubpathEnvExpansion WindowsGMSA`,
  ],
  [
    '1.14',
    '1.27',
    'AdvancedAuditing CSIMigrationGCE DevicePlugins DryRun ExperimentalHostUserNamespaceDefaulting KubeletPodResources',
  ],
  ['1.14', '1.31', 'ServerSideApply'],
  ['1.14', '1.32', 'APIListChunking AppArmor CPUManager'],
  ['1.14', '1.37', 'WinDSR WinOverlay'],
  [
    '1.14',
    '1.38',
    `APIResponseCompression AllAlpha CustomCPUCFSQuotaPeriod ProcMountType QOSReserved RotateKubeletServerCertificate
    StorageVersionHash`,
  ],
  [
    '1.27',
    '1.27',
    `APISelfSubjectReview CSIMigrationAzureFile CSIMigrationvSphere CSIStorageCapacity CronJobTimeZone DelegateFSGroupToCSIDriver
    DisableAcceleratorUsageMetrics DownwardAPIHugePages EndpointSliceTerminatingCondition ExpandedDNSConfig GRPCContainerProbe
    IPTablesOwnershipCleanup JobMutableNodeSchedulingDirectives JobTrackingWithFinalizers KubeletCredentialProviders
    KubeletPodResourcesGetAllocatable LegacyServiceAccountTokenNoAutoGeneration LegacyServiceAccountTokenTracking
    MinimizeIPTablesRestore MixedProtocolLBService MultiCIDRRangeAllocator NetworkPolicyStatus OpenAPIV3 PodHasNetworkCondition
    PodSecurity ProbeTerminationGracePeriod ProxyTerminatingEndpoints RemoveSelfLink RetroactiveDefaultStorageClass SeccompDefault
    SecurityContextDeny ServiceIPStaticSubrange ServiceInternalTrafficPolicy TopologyManager UserNamespacesStatelessPodsSupport
    WindowsHostProcessContainers`,
  ],
  [
    '1.27',
    '1.30',
    `APIPriorityAndFairness CSIMigrationRBD CSINodeExpandSecret ConsistentHTTPGetHandlers CustomResourceValidationExpressions
    InTreePluginAWSUnregister InTreePluginAzureDiskUnregister InTreePluginAzureFileUnregister InTreePluginGCEUnregister
    InTreePluginOpenStackUnregister InTreePluginRBDUnregister InTreePluginvSphereUnregister JobReadyPods ReadWriteOncePod
    ServiceNodePortStaticSubrange`,
  ],
  [
    '1.27',
    '1.31',
    `CloudDualStackNodeIPs HPAContainerMetrics KMSv2 MinDomainsInPodTopologySpread NewVolumeManagerReconstruction
    NodeOutOfServiceVolumeDetach ServerSideFieldValidation StableLoadBalancerNodeSet ValidatingAdmissionPolicy`,
  ],
  [
    '1.27',
    '1.32',
    `AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint DisableCloudProviders DisableKubeletCloudCredentialProviders
    EfficientWatchResumption JobPodFailurePolicy PDBUnhealthyPodEvictionPolicy RemainingItemCount VolumeCapacityPriority
    WatchBookmark`,
  ],
  ['1.27', '1.33', 'ElasticIndexedJob PodDisruptionConditions StatefulSetStartOrdinal'],
  ['1.27', '1.34', 'ComponentSLIs SizeMemoryBackedVolumes StatefulSetAutoDeletePVC'],
  [
    '1.27',
    '1.35',
    `CSIMigrationPortworx HonorPVReclaimPolicy InTreePluginPortworxUnregister MemoryManager TopologyAwareHints
    WatchFromStorageWithoutResourceVersion`,
  ],
  ['1.27', '1.36', 'APIServerTracing AnyVolumeDataSource LogarithmicScaleDown'],
  [
    '1.27',
    '1.37',
    `DynamicResourceAllocation ExecProbeTimeout InPlacePodVerticalScaling KubeletTracing MultiCIDRServiceAllocator NodeSwap
    PodSchedulingReadiness RecoverVolumeExpansionFailure WindowsHostNetwork`,
  ],
  [
    '1.27',
    '1.38',
    `APIServerIdentity AllBeta CPUManagerPolicyAlphaOptions CPUManagerPolicyBetaOptions CPUManagerPolicyOptions CSIVolumeHealth
    CloudControllerManagerWebhook ClusterTrustBundle ContainerCheckpoint ContextualLogging CrossNamespaceVolumeDataSource
    EventedPLEG GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority HPAScaleToZero KubeletInUserNamespace
    KubeletPodResourcesDynamicResources KubeletPodResourcesGet LocalStorageCapacityIsolationFSQuotaMonitoring LoggingAlphaOptions
    LoggingBetaOptions MatchLabelKeysInPodTopologySpread MaxUnavailableStatefulSet MemoryQoS NodeInclusionPolicyInPodTopologySpread
    NodeLogQuery OpenAPIEnums PodAndContainerStatsFromCRI PodDeletionCost SELinuxMountReadWriteOncePod StorageVersionAPI
    TopologyManagerPolicyAlphaOptions TopologyManagerPolicyBetaOptions TopologyManagerPolicyOptions
    UnauthenticatedHTTP2DOSMitigation WatchList`,
  ],
  ['1.30', '1.30', 'DefaultHostNetworkHostPortsInPodTemplates SkipReadOnlyValidationGCE'],
  [
    '1.30',
    '1.31',
    'KMSv2KDF LegacyServiceAccountTokenCleanUp PodHostIPs ZeroLimitedNominalConcurrencyShares',
  ],
  [
    '1.30',
    '1.32',
    'AppArmorFields KubeProxyDrainingTerminatingNodes PersistentVolumeLastPhaseTransitionTime',
  ],
  ['1.30', '1.33', 'DevicePluginCDIDevices'],
  [
    '1.30',
    '1.34',
    `AllowServiceLBStatusOnNonLB CronJobsScheduledAnnotation LoadBalancerIPMode PodIndexLabel StrictCostEnforcementForVAP
    StrictCostEnforcementForWebhooks UserNamespacesPodSecurityStandards`,
  ],
  ['1.30', '1.35', 'ServiceTrafficDistribution StructuredAuthorizationConfiguration'],
  [
    '1.30',
    '1.36',
    `ConsistentListFromCache JobBackoffLimitPerIndex JobPodReplacementPolicy JobSuccessPolicy OrderedNamespaceDeletion
    PodLifecycleSleepAction RetryGenerateName SchedulerQueueingHints SidecarContainers StructuredAuthenticationConfiguration`,
  ],
  [
    '1.30',
    '1.37',
    `CRDValidationRatcheting CustomResourceFieldSelectors JobManagedBy MatchLabelKeysInPodAffinity NFTablesProxyMode
    SeparateTaintEvictionController ServiceAccountTokenJTI ServiceAccountTokenNodeBinding ServiceAccountTokenNodeBindingValidation
    ServiceAccountTokenPodNodeInfo`,
  ],
  [
    '1.30',
    '1.38',
    `APIServingWithRoutine ClusterTrustBundleProjection DisableNodeKubeProxyVersion ImageMaximumGCAge InformerResourceVersion KMSv1
    KubeletCgroupDriverFromCRI KubeletSeparateDiskGC MutatingAdmissionPolicy PodReadyToStartContainersCondition
    PortForwardWebsockets RecursiveReadOnlyMounts RelaxedEnvironmentVariableValidation RuntimeClassInImageCriApi SELinuxMount
    SeparateCacheWatchRPC StorageNamespaceIndex StorageVersionMigrator TranslateStreamCloseWebsocketRequests
    UnknownVersionInteroperabilityProxy UserNamespacesSupport VolumeAttributesClass WatchListClient`,
  ],
  ['1.31', '1.31', 'DRAControlPlaneController'],
  [
    '1.31',
    '1.36',
    'AnonymousAuthConfigurableEndpoints AuthorizeNodeWithSelectors AuthorizeWithSelectors ResilientWatchCacheInitialization',
  ],
  ['1.31', '1.37', 'DisableAllocatorDualWrite SupplementalGroupsPolicy'],
  [
    '1.31',
    '1.38',
    `AllowDNSOnlyNodeCSR AllowInsecureKubeletCertificateSigningRequests ConcurrentWatchObjectDecode CoordinatedLeaderElection
    ImageVolume ReloadKubeletServerCertificateFile ResourceHealthStatus WatchCacheInitializationPostStartHook`,
  ],
  ['1.32', '1.35', 'InPlacePodVerticalScalingAllocatedStatus'],
  ['1.32', '1.36', 'BtreeWatchCache PodLifecycleSleepActionAllowZero RelaxedDNSSearchValidation'],
  ['1.32', '1.37', 'AllowOverwriteTerminationGracePeriodSeconds SystemdWatchdog'],
  [
    '1.32',
    '1.38',
    `AllowUnsafeMalformedObjectDeletion CBORServingAndStorage ClientsAllowCBOR ClientsPreferCBOR ComponentFlagz ComponentStatusz
    DRAAdminAccess DRAResourceClaimDeviceStatus ExternalServiceAccountTokenSigner InPlacePodVerticalScalingExclusiveCPUs
    KubeletCrashLoopBackOffMax KubeletFineGrainedAuthz KubeletRegistrationGetOnExistsOnly PodLevelResources PodLogsQuerySplitStreams
    RemoteRequestHeaderUID SELinuxChangePolicy SchedulerAsyncPreemption ServiceAccountNodeAudienceRestriction
    WindowsCPUAndMemoryAffinity WindowsGracefulNodeShutdown`,
  ],
  ['1.33', '1.33', 'LegacySidecarContainers'],
  ['1.33', '1.36', 'StreamingCollectionEncodingToJSON StreamingCollectionEncodingToProtobuf'],
  ['1.33', '1.37', 'AggregatedDiscoveryRemoveBetaType PreferSameTrafficDistribution'],
  [
    '1.33',
    '1.38',
    `AllowParsingUserUIDFromCertAuth ContainerStopSignals DRADeviceTaints DRAPartitionableDevices DRAPrioritizedList
    DeclarativeValidation DeclarativeValidationTakeover DeploymentReplicaSetTerminatingReplicas DisableCPUQuotaWithExclusiveCPUs
    GitRepoVolumeDriver HPAConfigurableTolerance InOrderInformers KubeletEnsureSecretPulledImages KubeletPSI
    KubeletServiceAccountTokenForCredentialProviders ListFromCacheSnapshot MutableCSINodeAllocatableCount
    PodObservedGenerationTracking PodTopologyLabelsAdmission ReduceDefaultCrashLoopBackOffDecay SchedulerPopFromBackoffQ
    StorageCapacityScoring StrictIPCIDRValidation`,
  ],
  ['1.34', '1.34', 'ProbeHostPodSecurityStandards'],
  ['1.34', '1.36', 'PreventStaticPodAPIReferences'],
  [
    '1.34',
    '1.38',
    `ClearingNominatedNodeNameAfterBinding ContainerRestartRules DRAConsumableCapacity DRADeviceBindingConditions DRAExtendedResource
    DRASchedulerFilterTimeout DetectCacheInconsistency EnvFiles HostnameOverride InPlacePodVerticalScalingExclusiveMemory
    KubeletPodResourcesListUseActivePods MatchLabelKeysInPodTopologySpreadSelectorMerge NominatedNodeNameForExpectation
    PodCertificateRequest RelaxedServiceNameValidation SchedulerAsyncAPICalls SizeBasedListCostEstimate
    StatefulSetSemanticRevisionComparison StructuredAuthenticationConfigurationEgressSelector
    TokenRequestServiceAccountUIDValidation`,
  ],
  ['1.35', '1.36', 'GangScheduling'],
  [
    '1.35',
    '1.38',
    `AuthorizePodWebsocketUpgradeCreatePermission CRDObservedGenerationTracking CSIServiceAccountTokenSecrets
    ChangeContainerStatusOnKubeletRestart CloudControllerManagerWatchBasedRoutesReconciliation ConstrainedImpersonation
    DRADeviceTaintRules GenericWorkload InOrderInformersBatchProcess InPlacePodLevelResourcesVerticalScaling MutablePVNodeAffinity
    MutablePodResourcesForSuspendedJobs MutableSchedulingDirectivesForSuspendedJobs NodeDeclaredFeatures OpportunisticBatching
    RestartAllContainersOnContainerExits StructuredAuthenticationConfigurationJWKSMetrics TaintTolerationComparisonOperators
    UserNamespacesHostNetworkSupport VolumeLimitScaling`,
  ],
  ['1.36', '1.36', 'WorkloadAwarePreemption'],
  [
    '1.36',
    '1.38',
    `AllowServiceExternalIPs AtomicFIFO CRIListStreaming ClientsAllowCARotation ClientsAllowTLSCacheGC DRAListTypeAttributes
    DRANodeAllocatableResources DRAResourceClaimGranularStatusAuthorization DRAResourcePoolStatus DRAWorkloadResourceClaims
    DeclarativeValidationBeta ExtendWebSocketsToKubelet ImageVolumeWithDigest InPlacePodVerticalScalingInitContainers
    ManifestBasedAdmissionControlConfig NativeHistograms PLEGOnDemandRelist PersistentVolumeClaimUnusedSinceTime
    PodLevelResourceManagers PodsAPI ReloadKubeletClientCAFile ResourceHealthStatusMessage ServiceCIDRStatusFieldWiping
    ShardedListAndWatch StaleControllerConsistencyDaemonSet StaleControllerConsistencyJob StaleControllerConsistencyReplicaSet
    StaleControllerConsistencyStatefulSet TopologyAwareWorkloadScheduling UnlockWhileProcessingFIFO WorkloadWithJob`,
  ],
  ['1.37', '1.37', 'PodGroupPreemptionPolicy'],
  [
    '1.37',
    '1.38',
    `APIServerWebhookAuthenticationToken AtomicWriteVolumeUserFields CompositePodGroup ConsistentListFromCacheSkipTimeoutFallback
    DRADerivedAttributes DRADeviceCompatibilityGroups DRAFractionalCapacityRange DRAOptionalNodeOperations
    DRAPartitionableDevicesType DefaultPodSysctls EmptyDirVolumeMode EtcdRangeStream EvictionRequestAPI
    ExcludeAdmissionWebhookVirtualResources GRPCContainerProbeTLS H2CContainerProbe HPAGeneration HPAOptimizedSelectorStore
    HugepageAwareEviction InPlacePodVerticalScalingMemoryBackedVolumes InPlacePodVerticalScalingSchedulerPreemption
    InterPodAffinityHostnameFastPath KubeProxyIPVS KubeProxyNFTablesLocalhostNodePorts KubeletAllocatedPodsEndpoint NFTablesNetlink
    NodeControllerLeaseCircuitBreaker NodeLifecycleConditions PodLevelResourcesFixDefaulting PodLevelResourcesFixKubeletQOSClass
    SchedulerPreQueueingHints StaleControllerConsistencyHPA StatefulSetRecreateStrategy VolumeBindMountOptions WatchListCompression
    WebhookRoundTripLoadBalancing`,
  ],
  [
    '1.38',
    '1.38',
    `AllocatorPoolBufferCap CertificateSigningRequestMLDSA ClientsAllowConnectionPool CloudNodeAdditionalLabelsReconciliation
    ConditionalAuthorization ConsistentGetFromCache DynamicNodeLocalEphemeralVolumes KubeAPIServerWorkloadsTrust ManagedFieldsOptOut
    ManagedFieldsOptOutClient OpenAPIV2LazyBuild PodCertificateMLDSA RequestCostAggregation SecurityProfileOCI
    ServiceAccountTokenMLDSA WatchFromStorageWithoutPrevKV WatchListClientConcurrentDecoding`,
  ],
];

/**
 * From which of these releases on a gate can only have one value, and which. Those of gates that decide
 * something are in feature-gates.ts.
 */
const locks: readonly (readonly [since: string, value: boolean, gates: string])[] = [
  [
    '1.14',
    true,
    'CSIPersistentVolume CustomPodDNS HugePages KubeletPluginsWatcher PersistentLocalVolumes PodReadinessGates VolumeScheduling',
  ],
  [
    '1.27',
    true,
    `AdvancedAuditing CPUManager CSIMigrationAzureFile CSIMigrationGCE CSIMigrationvSphere CSIStorageCapacity CronJobTimeZone
    DelegateFSGroupToCSIDriver DevicePlugins DisableAcceleratorUsageMetrics DownwardAPIHugePages DryRun EfficientWatchResumption
    EndpointSliceTerminatingCondition GRPCContainerProbe JobMutableNodeSchedulingDirectives JobTrackingWithFinalizers
    KubeletCredentialProviders LegacyServiceAccountTokenNoAutoGeneration MixedProtocolLBService OpenAPIV3 PodSecurity RemoveSelfLink
    SeccompDefault ServerSideApply ServerSideFieldValidation ServiceIPStaticSubrange ServiceInternalTrafficPolicy TopologyManager
    WatchBookmark WindowsHostProcessContainers`,
  ],
  [
    '1.30',
    true,
    `APIListChunking APIPriorityAndFairness AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint CSINodeExpandSecret
    CloudDualStackNodeIPs ConsistentHTTPGetHandlers CustomResourceValidationExpressions HPAContainerMetrics JobReadyPods KMSv2
    KMSv2KDF LegacyServiceAccountTokenCleanUp MinDomainsInPodTopologySpread NewVolumeManagerReconstruction
    NodeOutOfServiceVolumeDetach PodHostIPs PodSchedulingReadiness ReadWriteOncePod RemainingItemCount ServiceNodePortStaticSubrange
    StableLoadBalancerNodeSet ValidatingAdmissionPolicy ZeroLimitedNominalConcurrencyShares`,
  ],
  [
    '1.31',
    true,
    `AppArmor AppArmorFields DevicePluginCDIDevices DisableCloudProviders DisableKubeletCloudCredentialProviders ElasticIndexedJob
    JobPodFailurePolicy KubeProxyDrainingTerminatingNodes LogarithmicScaleDown PDBUnhealthyPodEvictionPolicy
    PersistentVolumeLastPhaseTransitionTime PodDisruptionConditions StatefulSetStartOrdinal`,
  ],
  ['1.32', false, 'AllowServiceLBStatusOnNonLB'],
  [
    '1.32',
    true,
    `ComponentSLIs CronJobsScheduledAnnotation CustomResourceFieldSelectors LoadBalancerIPMode MemoryManager PodIndexLabel
    RetryGenerateName ServiceAccountTokenJTI ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo
    SizeMemoryBackedVolumes StatefulSetAutoDeletePVC StrictCostEnforcementForVAP StrictCostEnforcementForWebhooks
    StructuredAuthorizationConfiguration`,
  ],
  ['1.33', false, 'WatchFromStorageWithoutResourceVersion'],
  [
    '1.33',
    true,
    `AnyVolumeDataSource BtreeWatchCache CPUManagerPolicyOptions CRDValidationRatcheting CSIMigrationPortworx HonorPVReclaimPolicy
    JobBackoffLimitPerIndex JobSuccessPolicy MatchLabelKeysInPodAffinity NFTablesProxyMode NodeInclusionPolicyInPodTopologySpread
    RecursiveReadOnlyMounts ServiceAccountTokenNodeBinding ServiceTrafficDistribution TopologyAwareHints`,
  ],
  [
    '1.34',
    true,
    `APIServerTracing AnonymousAuthConfigurableEndpoints AuthorizeNodeWithSelectors AuthorizeWithSelectors ConsistentListFromCache
    JobPodReplacementPolicy KubeletCgroupDriverFromCRI KubeletTracing MultiCIDRServiceAllocator NodeSwap OrderedNamespaceDeletion
    PodLifecycleSleepAction PodLifecycleSleepActionAllowZero ProbeHostPodSecurityStandards RecoverVolumeExpansionFailure
    RelaxedDNSSearchValidation RelaxedEnvironmentVariableValidation ResilientWatchCacheInitialization SchedulerQueueingHints
    SeparateTaintEvictionController StreamingCollectionEncodingToJSON StreamingCollectionEncodingToProtobuf
    StructuredAuthenticationConfiguration WinDSR WinOverlay`,
  ],
  ['1.35', false, 'AllowOverwriteTerminationGracePeriodSeconds'],
  [
    '1.35',
    true,
    `AggregatedDiscoveryRemoveBetaType DisableAllocatorDualWrite DynamicResourceAllocation ExecProbeTimeout InPlacePodVerticalScaling
    JobManagedBy PodObservedGenerationTracking PreferSameTrafficDistribution SupplementalGroupsPolicy SystemdWatchdog`,
  ],
  ['1.36', false, 'GitRepoVolumeDriver SeparateCacheWatchRPC'],
  [
    '1.36',
    true,
    `CSIServiceAccountTokenSecrets DRAAdminAccess DeclarativeValidation DisableNodeKubeProxyVersion ExternalServiceAccountTokenSigner
    InOrderInformers KubeletFineGrainedAuthz KubeletPSI KubeletPodResourcesDynamicResources KubeletPodResourcesGet
    MutableCSINodeAllocatableCount NodeLogQuery ProcMountType SELinuxChangePolicy SELinuxMountReadWriteOncePod
    TopologyManagerPolicyOptions UserNamespacesSupport VolumeAttributesClass`,
  ],
  ['1.37', false, 'DeclarativeValidationTakeover'],
  [
    '1.37',
    true,
    `DRAExtendedResource DRAPrioritizedList DRAResourceClaimDeviceStatus DisableCPUQuotaWithExclusiveCPUs HPAConfigurableTolerance
    HostnameOverride InPlacePodVerticalScalingInitContainers NodeDeclaredFeatures PodReadyToStartContainersCondition
    RelaxedServiceNameValidation WatchCacheInitializationPostStartHook`,
  ],
  [
    '1.38',
    true,
    `AuthorizePodWebsocketUpgradeCreatePermission DRADeviceBindingConditions DRADeviceTaintRules DRADeviceTaints
    DRAPartitionableDevices EnvFiles ExtendWebSocketsToKubelet HPAGeneration PortForwardWebsockets StrictIPCIDRValidation
    TranslateStreamCloseWebsocketRequests`,
  ],
];

/** What is known of a gate by name. */
interface KnownGate {
  readonly first: string;
  readonly last: string;
  readonly locked?: { readonly since: string; readonly to: boolean };
}

const locked = new Map(
  locks.flatMap(([since, to, gates]) => namesIn(gates).map((gate) => [gate, { since, to }] as const)),
);

/** By name: every gate of any release that is known here. */
export const knownFeatureGates: ReadonlyMap<string, KnownGate> = new Map(
  spans.flatMap(([first, last, gates]) =>
    namesIn(gates).map((gate) => {
      const lock = locked.get(gate);
      return [gate, { first, last, ...(lock === undefined ? {} : { locked: lock }) }] as const;
    }),
  ),
);

function namesIn(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
