import { pressureTransitionMicros } from '../eviction/disk-pressure.ts';
import { defaultEvictionHard, evictionRule } from '../eviction/eviction-thresholds.ts';
import { formatGoDuration as duration } from '../go/go-duration.ts';
import { goQuote } from '../go/go-strings.ts';
import { isReleaseAtLeast } from '../kubelet-release.ts';
import { imageAllowlistError } from './image-allowlist.ts';
import {
  between,
  type KubeletField,
  type KubeletFieldValues,
  notNegative,
  numberRule,
} from './kubelet-field.ts';

const minuteMicros = 60_000_000;

/** What imagePullCredentialsVerificationPolicy may say, in the order of the kubelet's message. */
const policies = [
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
];

/**
 * The fields of KubeletConfiguration v1beta1 that the simulator reads, one row each, in the order in which
 * the kubelet complains of them: their types (staging/src/k8s.io/kubelet/config/v1beta1/types.go), defaults
 * (`SetDefaults_KubeletConfiguration` in pkg/kubelet/apis/config/v1beta1/defaults.go) and rules
 * (`ValidateKubeletConfiguration` in pkg/kubelet/apis/config/validation/validation.go, in its words), of
 * 1.36.3, compared with the other releases that have a profile. The settings of a kubelet, `--set`, the
 * page's what-if panel and docs/defaults.md go by these rows.
 */
export const kubeletFields = {
  featureGates: { type: 'switches', flag: 'feature-gates', since: '1.14', absent: {} },
  imageGCHighThresholdPercent: {
    type: 'wholeNumber',
    flag: 'image-gc-high-threshold',
    since: '1.14',
    absent: 85,
    rules: [between('--image-gc-high-threshold', 0, 100)],
    controls: [
      {
        group: 'Image garbage collection',
        hint: 'share of the disk in use from which images are removed; 100: never',
      },
    ],
  },
  imageGCLowThresholdPercent: {
    type: 'wholeNumber',
    flag: 'image-gc-low-threshold',
    since: '1.14',
    absent: 80,
    rules: [
      between('--image-gc-low-threshold', 0, 100),
      {
        also: ['imageGCHighThresholdPercent'],
        says: (of) => {
          const [low, high] = [
            of.number('imageGCLowThresholdPercent'),
            of.number('imageGCHighThresholdPercent'),
          ];
          return messageIf(
            low >= high,
            `imageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than imageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`,
          );
        },
      },
    ],
    controls: [
      {
        group: 'Image garbage collection',
        hint: 'share of the disk in use down to which images are removed',
      },
    ],
  },
  imageMinimumGCAge: {
    type: 'durationMicros',
    flag: 'minimum-image-ttl-duration',
    since: '1.14',
    absent: 2 * minuteMicros,
    emptyIsAbsent: true,
    rules: [durationNotNegative('1.36')],
    controls: [{ group: 'Image garbage collection', hint: 'an unused image younger than this is spared' }],
  },
  imageMaximumGCAge: {
    type: 'durationMicros',
    since: '1.29',
    absent: 0,
    rules: [
      {
        also: ['featureGates'],
        says: (of) =>
          messageIf(
            of.number('imageMaximumGCAge') !== 0 && !of.isOn('ImageMaximumGCAge'),
            'ImageMaximumGCAge feature gate is required for Kubelet configuration option imageMaximumGCAge',
          ),
      },
      durationNotNegative(),
      {
        also: ['imageMinimumGCAge'],
        says: (of) => {
          const [oldest, youngest] = [of.number('imageMaximumGCAge'), of.number('imageMinimumGCAge')];
          const words = `imageMaximumGCAge ${duration(oldest)} must be greater than imageMinimumGCAge ${duration(youngest)}`;
          return messageIf(oldest > 0 && oldest <= youngest, words);
        },
      },
    ],
    controls: [
      {
        group: 'Image garbage collection',
        hint: 'an image unused for longer than this is removed; 0s: never',
      },
    ],
  },
  nodeStatusMaxImages: {
    type: 'wholeNumber',
    flag: 'node-status-max-images',
    // a flag only in 1.14; the release that made it a field lies between the profiles
    since: '1.27',
    absent: 50,
    isOnlyChecked: true,
    rules: [
      numberRule(
        (value) => value < -1,
        (value, field) => `${field} (--node-status-max-images) ${value} must be -1 or greater`,
      ),
    ],
  },
  maxPods: {
    type: 'wholeNumber',
    flag: 'max-pods',
    since: '1.14',
    absent: 110,
    emptyIsAbsent: true,
    rules: [notNegative('--max-pods')],
    controls: [{ group: 'Pods', hint: 'how many pods the node admits' }],
  },
  registryBurst: {
    type: 'wholeNumber',
    flag: 'registry-burst',
    since: '1.14',
    absent: 10,
    emptyIsAbsent: true,
    rules: [notNegative('--registry-burst')],
    controls: [
      { group: 'Image pulls', place: 4, hint: 'how many pulls may come at once before the QPS counts' },
    ],
  },
  registryPullQPS: {
    type: 'wholeNumber',
    flag: 'registry-qps',
    since: '1.14',
    absent: 5,
    rules: [notNegative('--registry-qps')],
    controls: [
      {
        group: 'Image pulls',
        place: 3,
        hint: 'pulls a second; a pull above that fails at once and backs off. 0: no limit',
      },
    ],
  },
  syncFrequency: {
    type: 'durationMicros',
    flag: 'sync-frequency',
    since: '1.14',
    absent: minuteMicros,
    emptyIsAbsent: true,
    // Not part of the validation: NewMainKubelet in pkg/kubelet/kubelet.go ends with these words, in every
    // release.
    rules: [
      numberRule(
        (value) => value < 0,
        (value, field) => `${field}: invalid sync frequency ${value}000`,
      ),
    ],
    controls: [
      {
        group: 'Pods',
        hint: 'from one sync of a pod to the next where nothing happens; from 1.35 also the longest wait after an error',
      },
    ],
  },
  serializeImagePulls: {
    type: 'trueOrFalse',
    flag: 'serialize-image-pulls',
    since: '1.14',
    absent: (of: KubeletFieldValues) => !(of.number('maxParallelImagePulls') >= 2),
    controls: [
      {
        group: 'Image pulls',
        place: 1,
        hint: 'one pull at a time, in the order in which they were asked for',
      },
    ],
  },
  maxParallelImagePulls: {
    type: 'wholeNumber',
    since: '1.27',
    absent: null,
    rules: [
      numberRule(
        (max) => max < 1,
        (max, field) => `${field} ${max} must be a positive number`,
      ),
      {
        also: ['serializeImagePulls'],
        says: (of) =>
          messageIf(
            of.value('serializeImagePulls') === true && of.number('maxParallelImagePulls') > 1,
            'maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to false',
          ),
      },
    ],
    controls: [
      {
        group: 'Image pulls',
        place: 2,
        hint: 'how many pulls at once; empty: no limit. Needs serializeImagePulls=false',
      },
    ],
  },
  'crashLoopBackOff.maxContainerRestartPeriod': {
    type: 'durationMicros',
    since: '1.32',
    absent: (of: KubeletFieldValues) => (of.isOn('KubeletCrashLoopBackOffMax') ? 5 * minuteMicros : null),
    rules: [{ also: ['featureGates'], says: restartPeriodError }],
    controls: [{ group: 'Pods', hint: 'the longest wait between restarts of a container that crashes' }],
  },
  imagePullCredentialsVerificationPolicy: {
    type: 'text',
    since: '1.33',
    absent: (of: KubeletFieldValues) =>
      of.isOn('KubeletEnsureSecretPulledImages') ? 'NeverVerifyPreloadedImages' : '',
    emptyIsAbsent: true,
    rules: [{ also: ['featureGates'], says: policyError }],
    controls: [
      {
        group: 'Image pulls',
        place: 5,
        hint: 'when a pod must show that it may use an image that is there already',
        choices: policies,
      },
    ],
  },
  evictionHard: {
    type: 'textsByName',
    flag: 'eviction-hard',
    since: '1.14',
    constant: defaultEvictionHard,
    rules: [evictionRule('evictionHard')],
    controls: [
      {
        key: 'imagefs.available',
        group: 'Disk pressure',
        hint: 'with less room for images (a share, or bytes such as 5Gi) unused ones go, and no pod is admitted. Set alone, nodefs.available has no threshold',
      },
      {
        key: 'nodefs.available',
        group: 'Disk pressure',
        hint: 'the same for the disk of all else, which is one with that of images here. Set alone, imagefs.available has no threshold',
      },
    ],
  },
  evictionPressureTransitionPeriod: {
    type: 'durationMicros',
    flag: 'eviction-pressure-transition-period',
    since: '1.14',
    constant: pressureTransitionMicros,
    controls: [
      { group: 'Disk pressure', hint: 'how long a node still says DiskPressure after there is room again' },
    ],
  },
  preloadedImagesVerificationAllowlist: {
    type: 'texts',
    since: '1.33',
    emptyIsAbsent: true,
    rules: [{ also: ['imagePullCredentialsVerificationPolicy', 'featureGates'], says: allowlistError }],
  },
} as const satisfies Readonly<Record<string, KubeletField>>;

/** The rows with their fields, parts of an object as `crashLoopBackOff.maxContainerRestartPeriod`. */
export const kubeletFieldRows = Object.entries(kubeletFields) as readonly (readonly [
  keyof typeof kubeletFields,
  KubeletField,
])[];

/** The simulated fields of the file's top level, with the first release known to have them. */
export const simulatedFields: ReadonlyMap<string, string> = new Map(
  kubeletFieldRows.map(([field, { since }]) => [topLevelField(field), since]),
);

/** Returns the field at the top level of the file that a field, or a value of a map, belongs to. */
export function topLevelField(field: string): string {
  return field.split('.', 1)[0] ?? field;
}

function restartPeriodError(of: KubeletFieldValues): string | undefined {
  const micros = of.number('crashLoopBackOff.maxContainerRestartPeriod');
  if (Number.isNaN(micros)) return undefined;
  if (!of.isOn('KubeletCrashLoopBackOffMax')) {
    return 'FeatureGate KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set';
  }
  const wholeMillis = Math.trunc(micros / 1_000);
  return messageIf(
    wholeMillis < 1_000 || wholeMillis > 300_000,
    `CrashLoopBackOff.MaxContainerRestartPeriod (got: ${micros / 1e6} seconds) must be set between 1s and 300s`,
  );
}

function policyError(of: KubeletFieldValues): string | undefined {
  const policy = of.text('imagePullCredentialsVerificationPolicy');
  if (!of.isOn('KubeletEnsureSecretPulledImages'))
    return messageIf(policy !== '', gateNeeded('imagePullCredentialsVerificationPolicy'));
  const [a, b, c, d] = policies.map((one) => goQuote(one));
  return messageIf(
    !policies.includes(policy),
    `option ${goQuote(policy)} specified for imagePullCredentialsVerificationPolicy. Valid options are ${a}, ${b}, ${c} or ${d}`,
  );
}

function allowlistError(of: KubeletFieldValues): string | undefined {
  const allowlist = of.texts('preloadedImagesVerificationAllowlist');
  if (!of.isOn('KubeletEnsureSecretPulledImages')) {
    return messageIf(allowlist.length > 0, gateNeeded('preloadedImagesVerificationAllowlist'));
  }
  if (
    allowlist.length > 0 &&
    of.text('imagePullCredentialsVerificationPolicy') !== 'NeverVerifyAllowlistedImages'
  ) {
    // the misspelling is the kubelet's
    return `can't set \`preloadedImagesVerificationAllowlist\` if \`imagePullCredentialsVertificationPolicy\` is not "NeverVerifyAllowlistedImages"`;
  }
  const error = imageAllowlistError(allowlist, isReleaseAtLeast(of.release, '1.36') ? 'asWritten' : 'full');
  return error === undefined
    ? undefined
    : `invalid image pattern in \`preloadedImagesVerificationAllowlist\`: ${error}`;
}

function durationNotNegative(since?: string) {
  return numberRule(
    (age) => age < 0,
    (age, field) => `${field} ${duration(age)} must not be negative`,
    since,
  );
}

function gateNeeded(field: string): string {
  return `\`${field}\` must not be set if KubeletEnsureSecretPulledImages feature gate is not enabled`;
}

function messageIf(broken: boolean, message: string): string | undefined {
  return broken ? message : undefined;
}
