import { evictionRule, missingGracePeriod } from '../eviction/eviction-thresholds.ts';
import { formatGoDuration } from '../go/go-duration.ts';
import { goQuote } from '../go/go-strings.ts';
import { certificateKeyRules } from './certificate-key-algorithm.ts';
import {
  between,
  type KubeletFieldType,
  type KubeletRule,
  notNegative,
  numberRule,
} from './kubelet-field.ts';
import { podSysctlsError } from './pod-sysctls.ts';

/**
 * The fields of KubeletConfiguration v1beta1 (staging/src/k8s.io/kubelet/config/v1beta1/types.go) up to 1.38
 * that are not simulated, by their type.
 */
const fieldsByType: Readonly<Partial<Record<KubeletFieldType, string>>> = {
  durationMicros: `
    authentication.webhook.cacheTTL authorization.webhook.cacheAuthorizedTTL authorization.webhook.cacheUnauthorizedTTL
    containerLogMonitorInterval cpuCFSQuotaPeriod cpuManagerReconcilePeriod fileCheckFrequency httpCheckFrequency
    nodeStatusReportFrequency nodeStatusUpdateFrequency runtimeRequestTimeout shutdownGracePeriod shutdownGracePeriodCriticalPods
    streamingConnectionIdleTimeout volumeStatsAggPeriod`,
  wholeNumber: `
    containerLogMaxFiles containerLogMaxWorkers eventBurst eventRecordQPS evictionMaxPodGracePeriod healthzPort iptablesDropBit
    iptablesMasqueradeBit kubeAPIBurst kubeAPIQPS nodeLeaseDurationSeconds oomScoreAdj podsPerCore port readOnlyPort
    tracing.samplingRatePerMillion`,
  longNumber: 'maxOpenFiles podPidsLimit userNamespaces.idsPerPod',
  number: 'memoryThrottlingFactor',
  trueOrFalse: `
    authentication.anonymous.enabled authentication.webhook.enabled cgroupsPerQOS cpuCFSQuota enableContentionProfiling
    enableControllerAttachDetach enableDebugFlagsHandler enableDebuggingHandlers enableProfilingHandler enableServer
    enableSystemLogHandler enableSystemLogQuery failCgroupV1 failSwapOn kernelMemcgNotification localStorageCapacityIsolation
    makeIPTablesUtilChains mergeDefaultEvictionSettings protectKernelDefaults registerNode rotateCertificates runOnce
    seccompDefault serverTLSBootstrap singleProcessOOMKill`,
  text: `
    address authentication.x509.clientCAFile authorization.mode cgroupDriver cgroupRoot clientCertificateKeyAlgorithm clusterDomain
    configMapAndSecretChangeDetectionStrategy containerLogMaxSize containerRuntimeEndpoint contentType cpuManagerPolicy
    hairpinMode healthzBindAddress imageServiceEndpoint kubeReservedCgroup kubeletCgroups memoryManagerPolicy
    memoryReservationPolicy memorySwap.swapBehavior podCIDR podLogsDir providerID reservedSystemCPUs resolvConf
    serverCertificateKeyAlgorithm showHiddenMetricsForVersion staticPodPath staticPodURL systemCgroups systemReservedCgroup tlsCertFile tlsMinVersion
    tlsPrivateKeyFile topologyManagerPolicy topologyManagerScope volumePluginDir`,
  texts: 'allowedUnsafeSysctls clusterDNS enforceNodeAllocatable tlsCipherSuites',
  textsByName: `
    cpuManagerPolicyOptions defaultPodSysctls evictionMinimumReclaim evictionSoft evictionSoftGracePeriod kubeReserved qosReserved
    systemReserved topologyManagerPolicyOptions`,
  list: 'registerWithTaints reservedMemory shutdownGracePeriodByPodPriority tlsCurvePreferences',
  nested: 'logging metadata staticPodURLHeader',
};

/**
 * The type of each of these fields, by name. Parts of an object are named `tracing.samplingRatePerMillion`.
 */
export const otherFieldTypes: ReadonlyMap<string, KubeletFieldType> = new Map(
  Object.entries(fieldsByType).flatMap(([type, fields]) =>
    fields
      .trim()
      .split(/\s+/)
      .map((field) => [field, type as KubeletFieldType] as const),
  ),
);

const second = 1_000_000;

const zeroOrASecond = numberRule(
  (micros) => micros < 0 || (micros > 0 && micros < second),
  (micros, field) => `${field} ${formatGoDuration(micros)} must be either zero or otherwise >= 1 sec`,
  '1.27',
);

/**
 * What `ValidateKubeletConfiguration` in pkg/kubelet/apis/config/validation/validation.go has to say of the
 * values of these fields, in its order and words (1.37.2; compared with 1.14.10, 1.27.16 to 1.36.3 and
 * 1.38.0-beta.0). All
 * others may have any value of their type: a negative `nodeStatusUpdateFrequency` is as good as any.
 */
export const otherFieldRules: readonly (readonly [field: string, rule: KubeletRule])[] = [
  [
    'nodeLeaseDurationSeconds',
    numberRule(
      (value) => value < 0,
      () => 'nodeLeaseDurationSeconds must be greater than 0',
    ),
  ],
  ['eventBurst', notNegative('--event-burst')],
  ['eventRecordQPS', notNegative('--event-qps')],
  ['healthzPort', between('--healthz-port', 1, 65_535, 'isAbsent')],
  [
    'cpuCFSQuotaPeriod',
    numberRule(
      (value) => value < 1_000 || value > second,
      (value) =>
        `cpuCFSQuotaPeriod (--cpu-cfs-quota-period) ${formatGoDuration(value)} must be between 1ms and 1sec, inclusive`,
    ),
  ],
  ['defaultPodSysctls', { also: ['featureGates'], since: '1.37', says: podSysctlsError }],
  ['iptablesDropBit', between('--iptables-drop-bit', 0, 31)],
  ['iptablesMasqueradeBit', between('--iptables-masquerade-bit', 0, 31)],
  ['kubeAPIBurst', notNegative('--kube-api-burst')],
  ['kubeAPIQPS', notNegative('--kube-api-qps')],
  ['maxOpenFiles', notNegative('--max-open-files')],
  ['oomScoreAdj', between('--oom-score-adj', -1_000, 1_000)],
  ['podsPerCore', notNegative('--pods-per-core')],
  ['port', between('--port', 1, 65_535, 'isAbsent')],
  ['readOnlyPort', between('--read-only-port', 1, 65_535, 'isAbsent', 0)],
  ...certificateKeyRules,
  ['shutdownGracePeriod', zeroOrASecond],
  ['shutdownGracePeriodCriticalPods', zeroOrASecond],
  [
    'userNamespaces.idsPerPod',
    numberRule(
      (value) => value < 65_536 || value % 65_536 !== 0 || value > 4_294_967_295,
      () =>
        'userNamespaces.idsPerPod must be a multiple of 65536, not less than 65536 and not more than 4294967295',
      '1.33',
    ),
  ],
  [
    'tracing.samplingRatePerMillion',
    numberRule(
      (value) => value < 0 || value > 1_000_000,
      (value) =>
        `tracing.samplingRatePerMillion: Invalid value: ${value}: sampling rate must be between 0 and one million`,
      '1.27',
    ),
  ],
  [
    'memoryThrottlingFactor',
    {
      also: ['featureGates'],
      since: '1.37',
      says: (of) => {
        const factor = of.number('memoryThrottlingFactor');
        // 0.9 was its default before.
        if (Number.isNaN(factor) || factor === 0.9 || of.isOn('MemoryQoS')) return undefined;
        return 'memoryThrottlingFactor must not be set when MemoryQoS feature gate is disabled';
      },
    },
  ],
  [
    'memoryThrottlingFactor',
    numberRule(
      (value) => value <= 0 || value > 1,
      (value) => `memoryThrottlingFactor ${value} must be greater than 0 and less than or equal to 1.0`,
      '1.27',
    ),
  ],
  [
    'memoryReservationPolicy',
    {
      also: ['featureGates'],
      since: '1.36',
      says: (of) => {
        const policy = of.text('memoryReservationPolicy');
        if (policy === 'TieredReservation' && !of.isOn('MemoryQoS')) {
          return `memoryReservationPolicy ${goQuote(policy)} requires MemoryQoS feature gate to be enabled`;
        }
        if (['', 'None', 'TieredReservation'].includes(policy)) return undefined;
        return `option ${goQuote(policy)} specified for memoryReservationPolicy. Valid options are "None" or "TieredReservation"`;
      },
    },
  ],
  [
    'containerLogMaxWorkers',
    numberRule(
      (value) => value < 1,
      () => 'containerLogMaxWorkers must be greater than or equal to 1',
      '1.30',
    ),
  ],
  [
    'containerLogMonitorInterval',
    numberRule(
      (value) => value < 3 * second,
      () => 'containerLogMonitorInterval must be a positive time duration greater than or equal to 3s',
      '1.30',
    ),
  ],
  [
    'containerLogMaxFiles',
    numberRule(
      (value) => value <= 1,
      () => 'containerLogMaxFiles must be greater than 1',
      '1.33',
    ),
  ],
  ['evictionSoft', evictionRule('evictionSoft')],
  ['evictionSoftGracePeriod', evictionRule('evictionSoftGracePeriod')],
  ['evictionMinimumReclaim', evictionRule('evictionMinimumReclaim')],
  [
    'evictionSoft',
    {
      also: ['evictionSoftGracePeriod'],
      says: (of) =>
        missingGracePeriod(of.textsByName('evictionSoft'), of.textsByName('evictionSoftGracePeriod')),
    },
  ],
];
