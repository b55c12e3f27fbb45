import { evictionFields, evictionStatementError, missingGracePeriod } from '../eviction/eviction-statements.ts';
import { formatGoDuration } from '../go/go-duration.ts';
import { goQuote } from '../go/go-quote.ts';
import { isReleaseAtLeast } from '../release-order.ts';
import { isFeatureGateOn } from './feature-gates.ts';
import { imageAllowlistError } from './image-allowlist.ts';
import type { KubeletConfigurationReader } from './kubelet-configuration-reader.ts';
import type { KubeletConfigurationValues } from './kubelet-configuration-values.ts';
import { verificationPolicyNames } from './verification-policy-names.ts';

/** One rule of the kubelet's validation. */
export interface KubeletConfigurationRule {
  /** The field to blame, then the others that the rule looks at. */
  readonly fields: readonly [string, ...string[]];
  /** The kubelet's own words when the rule is broken, without their prefix; undefined when it is kept. */
  readonly check: (values: KubeletConfigurationValues, written: KubeletConfigurationReader) => string | undefined;
}

const policies: readonly string[] = verificationPolicyNames;

const duration = formatGoDuration;

/**
 * What `ValidateKubeletConfiguration` in pkg/kubelet/apis/config/validation/validation.go says about images, in its order
 * and words (1.36.3). The fields of later releases are refused before these rules are asked.
 */
export const kubeletConfigurationRules: readonly KubeletConfigurationRule[] = [
  {
    fields: ['imageGCLowThresholdPercent', 'imageGCHighThresholdPercent'],
    check: ({ imageGCLowThresholdPercent: low, imageGCHighThresholdPercent: high }) =>
      says(
        low >= high,
        `imageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than imageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`,
      ),
  },
  {
    fields: ['imageMaximumGCAge', 'featureGates'],
    check: (values) =>
      says(
        values.imageMaximumGCAgeMicros !== 0 && !isOn('ImageMaximumGCAge', values),
        'ImageMaximumGCAge feature gate is required for Kubelet configuration option imageMaximumGCAge',
      ),
  },
  {
    fields: ['imageMinimumGCAge'],
    check: ({ imageMinimumGCAgeMicros: age, release }) =>
      says(age < 0 && isReleaseAtLeast(release, '1.36'), `imageMinimumGCAge ${duration(age)} must not be negative`),
  },
  {
    fields: ['imageMaximumGCAge'],
    check: ({ imageMaximumGCAgeMicros: age }) => says(age < 0, `imageMaximumGCAge ${duration(age)} must not be negative`),
  },
  {
    fields: ['imageMaximumGCAge', 'imageMinimumGCAge'],
    check: ({ imageMaximumGCAgeMicros: oldest, imageMinimumGCAgeMicros: youngest }) =>
      says(
        oldest > 0 && oldest <= youngest,
        `imageMaximumGCAge ${duration(oldest)} must be greater than imageMinimumGCAge ${duration(youngest)}`,
      ),
  },
  {
    fields: ['maxParallelImagePulls'],
    check: ({ maxParallelImagePulls: max }) => says(max !== null && max < 1, `maxParallelImagePulls ${max} must be a positive number`),
  },
  {
    fields: ['maxParallelImagePulls', 'serializeImagePulls'],
    check: ({ maxParallelImagePulls: max, serializeImagePulls }) =>
      says(
        serializeImagePulls && max !== null && max > 1,
        'maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to false',
      ),
  },
  {
    fields: ['crashLoopBackOff.maxContainerRestartPeriod', 'crashLoopBackOff', 'featureGates'],
    check: restartPeriodError,
  },
  {
    fields: ['imagePullCredentialsVerificationPolicy', 'featureGates'],
    check: (values) => {
      const policy = values.imagePullCredentialsVerificationPolicy;
      if (!isOn('KubeletEnsureSecretPulledImages', values)) {
        return says(policy !== '', gateNeeded('imagePullCredentialsVerificationPolicy'));
      }
      const [a, b, c, d] = policies.map(goQuote);
      return says(
        !policies.includes(policy),
        `option ${goQuote(policy)} specified for imagePullCredentialsVerificationPolicy. Valid options are ${a}, ${b}, ${c} or ${d}`,
      );
    },
  },
  ...Object.entries(evictionFields).map(
    ([field, says]): KubeletConfigurationRule => ({
      fields: [field],
      check: ({ release }, written) => evictionStatementError(written.textsByName(field) ?? {}, says, release),
    }),
  ),
  {
    fields: ['evictionSoft', 'evictionSoftGracePeriod'],
    check: (_, written) =>
      missingGracePeriod(written.textsByName('evictionSoft') ?? {}, written.textsByName('evictionSoftGracePeriod') ?? {}),
  },
  {
    fields: ['preloadedImagesVerificationAllowlist', 'imagePullCredentialsVerificationPolicy', 'featureGates'],
    check: allowlistError,
  },
];

function restartPeriodError(values: KubeletConfigurationValues): string | undefined {
  const micros = values.maxContainerRestartPeriodMicros;
  if (micros === null) {
    return undefined;
  }
  if (!isOn('KubeletCrashLoopBackOffMax', values)) {
    return 'FeatureGate KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set';
  }
  const wholeMillis = Math.trunc(micros / 1_000);
  return says(
    wholeMillis < 1_000 || wholeMillis > 300_000,
    `CrashLoopBackOff.MaxContainerRestartPeriod (got: ${micros / 1e6} seconds) must be set between 1s and 300s`,
  );
}

function allowlistError(values: KubeletConfigurationValues): string | undefined {
  const allowlist = values.preloadedImagesVerificationAllowlist;
  if (!isOn('KubeletEnsureSecretPulledImages', values)) {
    return says(allowlist.length > 0, gateNeeded('preloadedImagesVerificationAllowlist'));
  }
  if (allowlist.length > 0 && values.imagePullCredentialsVerificationPolicy !== 'NeverVerifyAllowlistedImages') {
    // the misspelling is the kubelet's
    return `can't set \`preloadedImagesVerificationAllowlist\` if \`imagePullCredentialsVertificationPolicy\` is not "NeverVerifyAllowlistedImages"`;
  }
  const error = imageAllowlistError(allowlist, isReleaseAtLeast(values.release, '1.36') ? 'asWritten' : 'full');
  return error === undefined ? undefined : `invalid image pattern in \`preloadedImagesVerificationAllowlist\`: ${error}`;
}

function gateNeeded(field: string): string {
  return `\`${field}\` must not be set if KubeletEnsureSecretPulledImages feature gate is not enabled`;
}

function isOn(gate: string, values: KubeletConfigurationValues): boolean {
  return isFeatureGateOn(gate, values.release, values.featureGates);
}

function says(broken: boolean, message: string): string | undefined {
  return broken ? message : undefined;
}
