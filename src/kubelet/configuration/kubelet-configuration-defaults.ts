import { isFeatureGateOn } from './feature-gates.ts';
import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';
import type { KubeletConfigurationValues } from './kubelet-configuration-values.ts';

const minuteMicros = 60_000_000;

/**
 * Reads the fields and fills in what is absent, and what is 0 where the kubelet takes 0 for absent.
 * Mirrors `SetDefaults_KubeletConfiguration` in pkg/kubelet/apis/config/v1beta1/defaults.go (the same rules in 1.27, 1.31, 1.36).
 */
export function withKubeletDefaults(reader: KubeletConfigurationReader, release: string): KubeletConfigurationValues {
  const featureGates = reader.switches('featureGates') ?? {};
  const maxParallelImagePulls = reader.wholeNumber('maxParallelImagePulls') ?? null;
  const gateOn = (gate: string): boolean => isFeatureGateOn(gate, release, featureGates);
  const defaultPolicy = gateOn('KubeletEnsureSecretPulledImages') ? 'NeverVerifyPreloadedImages' : '';
  const evictionHard = reader.textsByName('evictionHard');
  const transitionMicros = reader.durationMicros('evictionPressureTransitionPeriod');
  const restartPeriodMicros = reader.nested('crashLoopBackOff').durationMicros('maxContainerRestartPeriod');
  return {
    serializeImagePulls: reader.trueOrFalse('serializeImagePulls') ?? (maxParallelImagePulls === null || maxParallelImagePulls < 2),
    maxParallelImagePulls,
    registryPullQPS: reader.wholeNumber('registryPullQPS') ?? 5,
    registryBurst: reader.wholeNumber('registryBurst') || 10,
    imagePullCredentialsVerificationPolicy: reader.text('imagePullCredentialsVerificationPolicy') || defaultPolicy,
    syncFrequencyMicros: reader.durationMicros('syncFrequency') || minuteMicros,
    maxPods: reader.wholeNumber('maxPods') || 110,
    featureGates,
    imageMinimumGCAgeMicros: reader.durationMicros('imageMinimumGCAge') || 2 * minuteMicros,
    imageMaximumGCAgeMicros: reader.durationMicros('imageMaximumGCAge') ?? 0,
    imageGCHighThresholdPercent: reader.wholeNumber('imageGCHighThresholdPercent') ?? 85,
    imageGCLowThresholdPercent: reader.wholeNumber('imageGCLowThresholdPercent') ?? 80,
    ...(evictionHard === undefined ? {} : { evictionHard }),
    ...(transitionMicros === undefined ? {} : { evictionPressureTransitionPeriodMicros: transitionMicros }),
    nodeStatusMaxImages: reader.wholeNumber('nodeStatusMaxImages') ?? 50,
    preloadedImagesVerificationAllowlist: reader.texts('preloadedImagesVerificationAllowlist') ?? [],
    maxContainerRestartPeriodMicros: restartPeriodMicros ?? (gateOn('KubeletCrashLoopBackOffMax') ? 5 * minuteMicros : null),
    release,
  };
}
