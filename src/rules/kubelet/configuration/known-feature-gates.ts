/** The releases whose gates are known here. */
export const releasesWithGates: readonly string[] = [
  '1.14',
  '1.22',
  '1.23',
  '1.24',
  '1.25',
  '1.26',
  '1.27',
  '1.28',
  '1.29',
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
 * and component-base that its binary takes in, as `GetAll` lists them in 1.14.10, 1.22.17, 1.23.17, 1.24.17,
 * 1.25.16, 1.26.15, 1.27.16, 1.28.15, 1.29.15, 1.30.14, 1.31.14, 1.32.13, 1.33.13, 1.34.4, 1.35.4, 1.36.3,
 * 1.37.2 and 1.38.0-beta.0.
 */
const spans: readonly Span[] = [
  [
    '1.14',
    '1.14',
    `AttachVolumeLimit BalanceAttachedNodeVolumes BlockVolume CRIContainerLogRotation CSIBlockVolume CSIDriverRegistry CSINodeInfo
    CSIPersistentVolume CustomPodDNS CustomResourcePublishOpenAPI CustomResourceSubresources CustomResourceValidation
    CustomResourceWebhookConversion DebugContainers DynamicAuditing ExperimentalCriticalPodAnnotation GCERegionalPersistentDisk
    HugePages HyperVContainer KubeletPluginsWatcher MountContainers PersistentLocalVolumes PodPriority PodReadinessGates
    PodShareProcessNamespace ResourceLimitsPriorityFunction ResourceQuotaScopeSelectors RotateKubeletClientCertificate RunAsGroup
    SCTPSupport ScheduleDaemonSetPods ServiceNodeExclusion SupportIPVSProxyMode TaintBasedEvictions TaintNodesByCondition
    TokenRequest TokenRequestProjection VolumeScheduling VolumeSnapshotDataSource VolumeSubpathEnvExpansion WindowsGMSA`,
  ],
  [
    '1.14',
    '1.22',
    'BoundServiceAccountTokenVolume NodeLease SupportNodePidsLimit SupportPodPidsLimit Sysctls',
  ],
  ['1.14', '1.23', 'RuntimeClass StreamingProxyRedirects ValidateProxyRedirects'],
  ['1.14', '1.24', 'StorageObjectInUseProtection TTLAfterFinished VolumeSubpath'],
  ['1.14', '1.25', 'CSIMigrationOpenStack DynamicKubeletConfig'],
  [
    '1.14',
    '1.26',
    `CSIInlineVolume CSIMigration CSIMigrationAWS ExpandCSIVolumes ExpandInUsePersistentVolumes ExpandPersistentVolumes
    LocalStorageCapacityIsolation`,
  ],
  ['1.14', '1.27', 'AdvancedAuditing CSIMigrationGCE DevicePlugins DryRun'],
  ['1.14', '1.29', 'ExperimentalHostUserNamespaceDefaulting KubeletPodResources'],
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
    '1.22',
    '1.22',
    'AllowInsecureBackendProxy CronJobControllerV2 ServiceAccountIssuerDiscovery StartupProbe',
  ],
  [
    '1.22',
    '1.23',
    'HugePageStorageMediumSize ImmutableEphemeralVolumes NamespaceDefaultLabelName SetHostnameAsFQDN WarningHeaders',
  ],
  [
    '1.22',
    '1.24',
    `CSIServiceAccountToken CSIVolumeFSGroupPolicy ConfigurableFSGroupPolicy EndpointSlice EndpointSliceNodeName
    EndpointSliceProxying GenericEphemeralVolume IPv6DualStack IngressClassNamespacedParams PodDisruptionBudget SelectorIndex
    WindowsEndpointSliceProxying`,
  ],
  [
    '1.22',
    '1.25',
    `CSRDuration DefaultPodTopologySpread IndexedJob NonPreemptingPriority PodAffinityNamespaceSelector PodOverhead
    PreferNominatedNode ServiceLBNodePortControl ServiceLoadBalancerClass SuspendJob`,
  ],
  [
    '1.22',
    '1.26',
    `CSIMigrationAzureDisk ControllerManagerLeaderMigration DaemonSetUpdateSurge EphemeralContainers NetworkPolicyEndPort
    StatefulSetMinReadySeconds`,
  ],
  [
    '1.22',
    '1.27',
    `CSIStorageCapacity DelegateFSGroupToCSIDriver DisableAcceleratorUsageMetrics EndpointSliceTerminatingCondition
    KubeletCredentialProviders MixedProtocolLBService PodSecurity ServiceInternalTrafficPolicy WindowsHostProcessContainers`,
  ],
  [
    '1.22',
    '1.28',
    'CSIMigrationvSphere DownwardAPIHugePages JobTrackingWithFinalizers ProbeTerminationGracePeriod SeccompDefault TopologyManager',
  ],
  [
    '1.22',
    '1.29',
    'CSIMigrationAzureFile ExpandedDNSConfig KubeletPodResourcesGetAllocatable ProxyTerminatingEndpoints RemoveSelfLink',
  ],
  [
    '1.22',
    '1.30',
    `APIPriorityAndFairness InTreePluginAWSUnregister InTreePluginAzureDiskUnregister InTreePluginAzureFileUnregister
    InTreePluginGCEUnregister InTreePluginOpenStackUnregister InTreePluginvSphereUnregister ReadWriteOncePod`,
  ],
  ['1.22', '1.31', 'HPAContainerMetrics'],
  [
    '1.22',
    '1.32',
    'DisableCloudProviders EfficientWatchResumption RemainingItemCount VolumeCapacityPriority WatchBookmark',
  ],
  ['1.22', '1.34', 'SizeMemoryBackedVolumes'],
  ['1.22', '1.35', 'MemoryManager TopologyAwareHints'],
  ['1.22', '1.36', 'APIServerTracing AnyVolumeDataSource LogarithmicScaleDown'],
  ['1.22', '1.37', 'ExecProbeTimeout NodeSwap'],
  [
    '1.22',
    '1.38',
    `APIServerIdentity AllBeta CPUManagerPolicyOptions CSIVolumeHealth GracefulNodeShutdown HPAScaleToZero KubeletInUserNamespace
    LocalStorageCapacityIsolationFSQuotaMonitoring MemoryQoS PodDeletionCost StorageVersionAPI`,
  ],
  ['1.23', '1.23', 'csiMigrationRBD'],
  ['1.23', '1.26', 'IdentifyPodOS'],
  ['1.23', '1.28', 'GRPCContainerProbe JobMutableNodeSchedulingDirectives OpenAPIV3'],
  ['1.23', '1.30', 'CustomResourceValidationExpressions InTreePluginRBDUnregister JobReadyPods'],
  ['1.23', '1.31', 'ServerSideFieldValidation'],
  ['1.23', '1.32', 'DisableKubeletCloudCredentialProviders'],
  ['1.23', '1.34', 'StatefulSetAutoDeletePVC'],
  ['1.23', '1.35', 'CSIMigrationPortworx HonorPVReclaimPolicy InTreePluginPortworxUnregister'],
  ['1.23', '1.37', 'RecoverVolumeExpansionFailure'],
  [
    '1.23',
    '1.38',
    `CPUManagerPolicyAlphaOptions CPUManagerPolicyBetaOptions GracefulNodeShutdownBasedOnPodPriority OpenAPIEnums
    PodAndContainerStatsFromCRI`,
  ],
  ['1.24', '1.27', 'NetworkPolicyStatus ServiceIPStaticSubrange'],
  ['1.24', '1.28', 'CronJobTimeZone LegacyServiceAccountTokenNoAutoGeneration'],
  ['1.24', '1.30', 'CSIMigrationRBD'],
  ['1.24', '1.31', 'MinDomainsInPodTopologySpread NodeOutOfServiceVolumeDetach'],
  ['1.24', '1.38', 'ContextualLogging MaxUnavailableStatefulSet'],
  ['1.25', '1.27', 'PodHasNetworkCondition UserNamespacesStatelessPodsSupport'],
  ['1.25', '1.28', 'MultiCIDRRangeAllocator RetroactiveDefaultStorageClass'],
  ['1.25', '1.29', 'IPTablesOwnershipCleanup'],
  ['1.25', '1.30', 'CSINodeExpandSecret'],
  ['1.25', '1.31', 'KMSv2'],
  ['1.25', '1.32', 'JobPodFailurePolicy'],
  ['1.25', '1.33', 'PodDisruptionConditions'],
  ['1.25', '1.37', 'KubeletTracing'],
  [
    '1.25',
    '1.38',
    `ContainerCheckpoint LoggingAlphaOptions LoggingBetaOptions MatchLabelKeysInPodTopologySpread
    NodeInclusionPolicyInPodTopologySpread SELinuxMountReadWriteOncePod UnauthenticatedHTTP2DOSMitigation`,
  ],
  ['1.26', '1.29', 'APISelfSubjectReview LegacyServiceAccountTokenTracking MinimizeIPTablesRestore'],
  ['1.26', '1.30', 'ConsistentHTTPGetHandlers'],
  ['1.26', '1.31', 'ValidatingAdmissionPolicy'],
  ['1.26', '1.32', 'AggregatedDiscoveryEndpoint PDBUnhealthyPodEvictionPolicy'],
  ['1.26', '1.33', 'StatefulSetStartOrdinal'],
  ['1.26', '1.34', 'ComponentSLIs'],
  ['1.26', '1.37', 'DynamicResourceAllocation PodSchedulingReadiness WindowsHostNetwork'],
  [
    '1.26',
    '1.38',
    `CrossNamespaceVolumeDataSource EventedPLEG TopologyManagerPolicyAlphaOptions TopologyManagerPolicyBetaOptions
    TopologyManagerPolicyOptions`,
  ],
  ['1.27', '1.29', 'SecurityContextDeny'],
  ['1.27', '1.30', 'ServiceNodePortStaticSubrange'],
  ['1.27', '1.31', 'CloudDualStackNodeIPs NewVolumeManagerReconstruction StableLoadBalancerNodeSet'],
  ['1.27', '1.32', 'AdmissionWebhookMatchConditions'],
  ['1.27', '1.33', 'ElasticIndexedJob'],
  ['1.27', '1.35', 'WatchFromStorageWithoutResourceVersion'],
  ['1.27', '1.37', 'InPlacePodVerticalScaling MultiCIDRServiceAllocator'],
  [
    '1.27',
    '1.38',
    `CloudControllerManagerWebhook ClusterTrustBundle KubeletPodResourcesDynamicResources KubeletPodResourcesGet NodeLogQuery
    WatchList`,
  ],
  ['1.28', '1.30', 'DefaultHostNetworkHostPortsInPodTemplates SkipReadOnlyValidationGCE'],
  ['1.28', '1.31', 'KMSv2KDF LegacyServiceAccountTokenCleanUp PodHostIPs'],
  ['1.28', '1.32', 'KubeProxyDrainingTerminatingNodes PersistentVolumeLastPhaseTransitionTime'],
  ['1.28', '1.33', 'DevicePluginCDIDevices'],
  ['1.28', '1.34', 'CronJobsScheduledAnnotation PodIndexLabel'],
  [
    '1.28',
    '1.36',
    'ConsistentListFromCache JobBackoffLimitPerIndex JobPodReplacementPolicy SchedulerQueueingHints SidecarContainers',
  ],
  ['1.28', '1.37', 'CRDValidationRatcheting'],
  [
    '1.28',
    '1.38',
    `KMSv1 KubeletCgroupDriverFromCRI PodReadyToStartContainersCondition SeparateCacheWatchRPC UnknownVersionInteroperabilityProxy
    UserNamespacesSupport`,
  ],
  ['1.29', '1.31', 'ZeroLimitedNominalConcurrencyShares'],
  ['1.29', '1.34', 'AllowServiceLBStatusOnNonLB LoadBalancerIPMode UserNamespacesPodSecurityStandards'],
  ['1.29', '1.35', 'StructuredAuthorizationConfiguration'],
  ['1.29', '1.36', 'PodLifecycleSleepAction StructuredAuthenticationConfiguration'],
  [
    '1.29',
    '1.37',
    `MatchLabelKeysInPodAffinity NFTablesProxyMode SeparateTaintEvictionController ServiceAccountTokenJTI
    ServiceAccountTokenNodeBinding ServiceAccountTokenNodeBindingValidation ServiceAccountTokenPodNodeInfo`,
  ],
  [
    '1.29',
    '1.38',
    `ClusterTrustBundleProjection DisableNodeKubeProxyVersion ImageMaximumGCAge KubeletSeparateDiskGC RuntimeClassInImageCriApi
    TranslateStreamCloseWebsocketRequests VolumeAttributesClass`,
  ],
  ['1.30', '1.32', 'AppArmorFields'],
  ['1.30', '1.34', 'StrictCostEnforcementForVAP StrictCostEnforcementForWebhooks'],
  ['1.30', '1.35', 'ServiceTrafficDistribution'],
  ['1.30', '1.36', 'JobSuccessPolicy OrderedNamespaceDeletion RetryGenerateName'],
  ['1.30', '1.37', 'CustomResourceFieldSelectors JobManagedBy'],
  [
    '1.30',
    '1.38',
    `APIServingWithRoutine InformerResourceVersion MutatingAdmissionPolicy PortForwardWebsockets RecursiveReadOnlyMounts
    RelaxedEnvironmentVariableValidation SELinuxMount StorageNamespaceIndex StorageVersionMigrator WatchListClient`,
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
    '1.22',
    true,
    `AllowInsecureBackendProxy BoundServiceAccountTokenVolume CSIServiceAccountToken CronJobControllerV2 EndpointSlice
    EndpointSliceNodeName EndpointSliceProxying HugePageStorageMediumSize ImmutableEphemeralVolumes NamespaceDefaultLabelName
    NodeLease PodDisruptionBudget RuntimeClass SelectorIndex ServiceAccountIssuerDiscovery SetHostnameAsFQDN StartupProbe
    SupportNodePidsLimit SupportPodPidsLimit Sysctls WarningHeaders WatchBookmark WindowsEndpointSliceProxying`,
  ],
  [
    '1.23',
    true,
    `CSIVolumeFSGroupPolicy ConfigurableFSGroupPolicy GenericEphemeralVolume IPv6DualStack IngressClassNamespacedParams
    StorageObjectInUseProtection TTLAfterFinished VolumeSubpath`,
  ],
  [
    '1.24',
    true,
    `CSIMigrationOpenStack CSIStorageCapacity CSRDuration ControllerManagerLeaderMigration DefaultPodTopologySpread
    EfficientWatchResumption IndexedJob NonPreemptingPriority PodAffinityNamespaceSelector PodOverhead PreferNominatedNode
    RemoveSelfLink ServiceLBNodePortControl ServiceLoadBalancerClass SuspendJob`,
  ],
  [
    '1.25',
    true,
    `CSIInlineVolume CSIMigration CSIMigrationAWS CSIMigrationAzureDisk CSIMigrationGCE DaemonSetUpdateSurge
    DisableAcceleratorUsageMetrics IdentifyPodOS LocalStorageCapacityIsolation NetworkPolicyEndPort PodSecurity
    StatefulSetMinReadySeconds`,
  ],
  [
    '1.26',
    true,
    `CPUManager DelegateFSGroupToCSIDriver DevicePlugins DryRun EndpointSliceTerminatingCondition JobTrackingWithFinalizers
    KubeletCredentialProviders MixedProtocolLBService ServerSideApply ServiceIPStaticSubrange ServiceInternalTrafficPolicy
    WindowsHostProcessContainers`,
  ],
  [
    '1.27',
    true,
    `AdvancedAuditing CSIMigrationAzureFile CSIMigrationvSphere CronJobTimeZone DownwardAPIHugePages GRPCContainerProbe
    JobMutableNodeSchedulingDirectives LegacyServiceAccountTokenNoAutoGeneration OpenAPIV3 SeccompDefault ServerSideFieldValidation
    TopologyManager`,
  ],
  ['1.28', false, 'ExperimentalHostUserNamespaceDefaulting'],
  [
    '1.28',
    true,
    `APISelfSubjectReview ExpandedDNSConfig IPTablesOwnershipCleanup KubeletPodResources KubeletPodResourcesGetAllocatable
    LegacyServiceAccountTokenTracking MinimizeIPTablesRestore NodeOutOfServiceVolumeDetach ProbeTerminationGracePeriod
    ProxyTerminatingEndpoints RetroactiveDefaultStorageClass`,
  ],
  [
    '1.29',
    true,
    `APIListChunking APIPriorityAndFairness CSINodeExpandSecret CustomResourceValidationExpressions JobReadyPods KMSv2 KMSv2KDF
    ReadWriteOncePod RemainingItemCount ServiceNodePortStaticSubrange`,
  ],
  [
    '1.30',
    true,
    `AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint CloudDualStackNodeIPs ConsistentHTTPGetHandlers HPAContainerMetrics
    LegacyServiceAccountTokenCleanUp MinDomainsInPodTopologySpread NewVolumeManagerReconstruction PodHostIPs PodSchedulingReadiness
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
