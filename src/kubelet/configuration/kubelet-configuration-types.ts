import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';

/** What the kubelet's decoder takes a field for: the reader's method of that name. */
export type KubeletFieldType = Exclude<keyof KubeletConfigurationReader, 'errors'>;

/** Every field of KubeletConfiguration v1beta1 (staging/src/k8s.io/kubelet/config/v1beta1/types.go) up to 1.36, by its type. */
const fieldsByType: Readonly<Record<KubeletFieldType, string>> = {
  durationMicros: `
    authentication.webhook.cacheTTL authorization.webhook.cacheAuthorizedTTL authorization.webhook.cacheUnauthorizedTTL
    containerLogMonitorInterval cpuCFSQuotaPeriod cpuManagerReconcilePeriod crashLoopBackOff.maxContainerRestartPeriod
    evictionPressureTransitionPeriod fileCheckFrequency httpCheckFrequency imageMaximumGCAge imageMinimumGCAge
    nodeStatusReportFrequency nodeStatusUpdateFrequency runtimeRequestTimeout shutdownGracePeriod shutdownGracePeriodCriticalPods
    streamingConnectionIdleTimeout syncFrequency volumeStatsAggPeriod`,
  wholeNumber: `
    containerLogMaxFiles containerLogMaxWorkers eventBurst eventRecordQPS evictionMaxPodGracePeriod healthzPort
    imageGCHighThresholdPercent imageGCLowThresholdPercent iptablesDropBit iptablesMasqueradeBit kubeAPIBurst kubeAPIQPS
    maxParallelImagePulls maxPods nodeLeaseDurationSeconds nodeStatusMaxImages oomScoreAdj podsPerCore port readOnlyPort
    registryBurst registryPullQPS tracing.samplingRatePerMillion`,
  longNumber: 'maxOpenFiles podPidsLimit userNamespaces.idsPerPod',
  number: 'memoryThrottlingFactor',
  trueOrFalse: `
    authentication.anonymous.enabled authentication.webhook.enabled cgroupsPerQOS cpuCFSQuota enableContentionProfiling
    enableControllerAttachDetach enableDebugFlagsHandler enableDebuggingHandlers enableProfilingHandler enableServer
    enableSystemLogHandler enableSystemLogQuery failCgroupV1 failSwapOn kernelMemcgNotification localStorageCapacityIsolation
    makeIPTablesUtilChains mergeDefaultEvictionSettings protectKernelDefaults registerNode rotateCertificates runOnce
    seccompDefault serializeImagePulls serverTLSBootstrap singleProcessOOMKill`,
  text: `
    address authentication.x509.clientCAFile authorization.mode cgroupDriver cgroupRoot clusterDomain
    configMapAndSecretChangeDetectionStrategy containerLogMaxSize containerRuntimeEndpoint contentType cpuManagerPolicy
    hairpinMode healthzBindAddress imagePullCredentialsVerificationPolicy imageServiceEndpoint kubeReservedCgroup kubeletCgroups
    memoryManagerPolicy memoryReservationPolicy memorySwap.swapBehavior podCIDR podLogsDir providerID reservedSystemCPUs
    resolvConf showHiddenMetricsForVersion staticPodPath staticPodURL systemCgroups systemReservedCgroup tlsCertFile
    tlsMinVersion tlsPrivateKeyFile topologyManagerPolicy topologyManagerScope volumePluginDir`,
  texts: 'allowedUnsafeSysctls clusterDNS enforceNodeAllocatable preloadedImagesVerificationAllowlist tlsCipherSuites',
  textsByName: `
    cpuManagerPolicyOptions evictionHard evictionMinimumReclaim evictionSoft evictionSoftGracePeriod kubeReserved qosReserved
    systemReserved topologyManagerPolicyOptions`,
  switches: 'featureGates',
  list: 'registerWithTaints reservedMemory shutdownGracePeriodByPodPriority tlsCurvePreferences',
  nested: 'logging metadata staticPodURLHeader',
};

/** By field, parts of an object as `tracing.samplingRatePerMillion`: its type. */
export const kubeletFieldTypes: ReadonlyMap<string, KubeletFieldType> = new Map(
  Object.entries(fieldsByType).flatMap(([type, fields]) =>
    fields
      .trim()
      .split(/\s+/)
      .map((field) => [field, type as KubeletFieldType] as const),
  ),
);

/** Every field of the file's top level, to tell a misspelt field from one that is not simulated. */
export const kubeletFieldNames: readonly string[] = [
  'kind',
  'apiVersion',
  ...new Set([...kubeletFieldTypes.keys()].map((field) => field.split('.')[0] ?? field)),
];

/** What is written at a field of a number or duration; undefined where nothing is, or where it is of no such type. */
export function numberAt(reader: KubeletConfigurationReader, field: string): number | undefined {
  const value = valueAt(reader, field);
  return typeof value === 'number' ? value : undefined;
}

/** Decodes a field by its type; the reader complains where it is of another. */
export function valueAt(reader: KubeletConfigurationReader, field: string): unknown {
  const [name = '', ...objects] = field.split('.').reverse();
  const of = objects.reduceRight((outer, object) => outer.nested(object), reader);
  return of[kubeletFieldTypes.get(field) ?? 'nested'](name);
}
