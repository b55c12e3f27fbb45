import { describe, expect, it } from 'vitest';
import {
  defaultKubeletSettings,
  kubeletSettings,
  validateKubeletSettings,
} from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import type { Profile } from '../../../../src/rules/kubelet/profile.ts';
import { v1_14, v1_27, v1_31, v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

type Raw = Readonly<Record<string, unknown>>;

function settings(raw: Raw, profile?: Profile) {
  const result = validateKubeletSettings(raw, profile);
  if ('errors' in result) {
    throw new Error(JSON.stringify(result.errors));
  }
  return result.settings;
}

function messages(raw: Raw, profile?: Profile): string[] {
  const result = validateKubeletSettings(raw, profile);
  return 'errors' in result ? result.errors.map(({ message }) => message) : [];
}

// pkg/kubelet/apis/config/v1beta1/defaults.go (1.27.16, 1.31.14, 1.36.3)
describe('defaults', () => {
  it('are the kubelet’s', () => {
    expect(defaultKubeletSettings).toEqual({
      serializeImagePulls: true,
      maxParallelImagePulls: null,
      registryPullQPS: 5,
      registryBurst: 10,
      imagePullCredentialsVerificationPolicy: 'NeverVerifyPreloadedImages',
      syncFrequencyMicros: 60_000_000,
      maxPods: 110,
      maxContainerRestartPeriodMicros: 300_000_000,
      featureGates: {},
      imageMinimumGCAgeMicros: 120_000_000,
      imageMaximumGCAgeMicros: 0,
      imageGCHighThresholdPercent: 85,
      imageGCLowThresholdPercent: 80,
    });
    expect(settings({})).toEqual(defaultKubeletSettings);
  });

  it.each([
    [{}, true],
    [{ maxParallelImagePulls: 1 }, true],
    [{ maxParallelImagePulls: 2 }, false],
    [{ maxParallelImagePulls: null }, true],
    [{ maxParallelImagePulls: 5, serializeImagePulls: false }, false],
    [{ maxParallelImagePulls: 1, serializeImagePulls: false }, false],
  ])('serialize pulls unless more than one may run: %j gives %s', (raw, serialized) => {
    expect(settings(raw).serializeImagePulls).toBe(serialized);
  });

  // the gate KubeletCrashLoopBackOffMax is on by default in 1.36 and does not exist in 1.31
  it('let a container rest for five minutes at most where the release has a limit of its own', () => {
    const limit = (raw: Raw, release: string) =>
      kubeletSettings(raw, release).maxContainerRestartPeriodMicros;
    expect(limit({}, '1.36')).toBe(300_000_000);
    expect(limit({ featureGates: { KubeletCrashLoopBackOffMax: false } }, '1.36')).toBeNull();
    expect(limit({}, '1.31')).toBeNull();
  });

  it('take 0 for absent in burst, pods, minimum age and sync frequency, and for a value in QPS and maximum age', () => {
    const zeros = {
      registryBurst: 0,
      maxPods: 0,
      imageMinimumGCAge: '0s',
      syncFrequency: '0',
      registryPullQPS: 0,
      imageMaximumGCAge: '0s',
    };
    expect(settings(zeros)).toEqual({ ...defaultKubeletSettings, registryPullQPS: 0 });
  });

  it('choose a verification policy only where the gate is on', () => {
    expect(
      settings({ featureGates: { KubeletEnsureSecretPulledImages: false } })
        .imagePullCredentialsVerificationPolicy,
    ).toBe('');
    expect(settings({}, v1_31).imagePullCredentialsVerificationPolicy).toBe('');
    expect(
      settings({ imagePullCredentialsVerificationPolicy: '' }).imagePullCredentialsVerificationPolicy,
    ).toBe('NeverVerifyPreloadedImages');
  });

  it('give way to fields that are set', () => {
    const written = {
      registryPullQPS: 20,
      registryBurst: 40,
      imagePullCredentialsVerificationPolicy: 'AlwaysVerify',
      syncFrequency: '5s',
      maxPods: 250,
      featureGates: { EventedPLEG: true },
      imageMinimumGCAge: '90s',
      imageMaximumGCAge: '168h',
      imageGCHighThresholdPercent: 70,
      imageGCLowThresholdPercent: 50,
    };
    expect(settings(written)).toMatchObject({
      registryPullQPS: 20,
      registryBurst: 40,
      imagePullCredentialsVerificationPolicy: 'AlwaysVerify',
      syncFrequencyMicros: 5_000_000,
      maxPods: 250,
      featureGates: { EventedPLEG: true },
      imageMinimumGCAgeMicros: 90_000_000,
      imageMaximumGCAgeMicros: 604_800_000_000,
      imageGCHighThresholdPercent: 70,
      imageGCLowThresholdPercent: 50,
    });
  });

  it('do not mind fields of other parts of the kubelet', () => {
    expect(
      settings({
        kind: 'KubeletConfiguration',
        cgroupDriver: 'systemd',
        evictionMinimumReclaim: { 'memory.available': '100Mi' },
      }),
    ).toEqual(defaultKubeletSettings);
  });
});

// pkg/kubelet/apis/config/validation/validation.go, ValidateKubeletConfiguration (1.36.3)
describe('validation', () => {
  it.each<[Raw, string]>([
    [
      { serializeImagePulls: true, maxParallelImagePulls: 5 },
      'maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to false',
    ],
    [{ maxParallelImagePulls: 0 }, 'maxParallelImagePulls 0 must be a positive number'],
    [{ registryPullQPS: -1 }, 'registryPullQPS (--registry-qps) -1 must not be a negative number'],
    [{ registryBurst: -2 }, 'registryBurst (--registry-burst) -2 must not be a negative number'],
    [{ maxPods: -1 }, 'maxPods (--max-pods) -1 must not be a negative number'],
    [{ nodeStatusMaxImages: -2 }, 'nodeStatusMaxImages (--node-status-max-images) -2 must be -1 or greater'],
    [{ imageMinimumGCAge: '-1m' }, 'imageMinimumGCAge -1m0s must not be negative'],
    [{ imageMaximumGCAge: '-1s' }, 'imageMaximumGCAge -1s must not be negative'],
    [{ imageMaximumGCAge: '1m' }, 'imageMaximumGCAge 1m0s must be greater than imageMinimumGCAge 2m0s'],
    [{ imageMaximumGCAge: '2m' }, 'imageMaximumGCAge 2m0s must be greater than imageMinimumGCAge 2m0s'],
    [
      { imageGCHighThresholdPercent: 101 },
      'imageGCHighThresholdPercent (--image-gc-high-threshold) 101 must be between 0 and 100, inclusive',
    ],
    [
      { imageGCLowThresholdPercent: -1 },
      'imageGCLowThresholdPercent (--image-gc-low-threshold) -1 must be between 0 and 100, inclusive',
    ],
    [
      { imageGCLowThresholdPercent: 85 },
      'imageGCLowThresholdPercent (--image-gc-low-threshold) 85 must be less than imageGCHighThresholdPercent (--image-gc-high-threshold) 85',
    ],
    [
      { imagePullCredentialsVerificationPolicy: 'Sometimes' },
      'option "Sometimes" specified for imagePullCredentialsVerificationPolicy. Valid options are "NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages" or "AlwaysVerify"',
    ],
    [
      {
        imagePullCredentialsVerificationPolicy: 'NeverVerify',
        featureGates: { KubeletEnsureSecretPulledImages: false },
      },
      '`imagePullCredentialsVerificationPolicy` must not be set if KubeletEnsureSecretPulledImages feature gate is not enabled',
    ],
    [
      {
        preloadedImagesVerificationAllowlist: ['reg.io/a'],
        featureGates: { KubeletEnsureSecretPulledImages: false },
      },
      '`preloadedImagesVerificationAllowlist` must not be set if KubeletEnsureSecretPulledImages feature gate is not enabled',
    ],
    [
      { preloadedImagesVerificationAllowlist: ['reg.io/a'] },
      'can\'t set `preloadedImagesVerificationAllowlist` if `imagePullCredentialsVertificationPolicy` is not "NeverVerifyAllowlistedImages"',
    ],
    [
      {
        preloadedImagesVerificationAllowlist: ['/*'],
        imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
      },
      'invalid image pattern in `preloadedImagesVerificationAllowlist`: at least registry hostname is required',
    ],
    [
      { crashLoopBackOff: { maxContainerRestartPeriod: '301s' } },
      'CrashLoopBackOff.MaxContainerRestartPeriod (got: 301 seconds) must be set between 1s and 300s',
    ],
    [
      { crashLoopBackOff: { maxContainerRestartPeriod: '500ms' } },
      'CrashLoopBackOff.MaxContainerRestartPeriod (got: 0.5 seconds) must be set between 1s and 300s',
    ],
    [
      {
        crashLoopBackOff: { maxContainerRestartPeriod: '10s' },
        featureGates: { KubeletCrashLoopBackOffMax: false },
      },
      'FeatureGate KubeletCrashLoopBackOffMax not enabled, CrashLoopBackOff.MaxContainerRestartPeriod must not be set',
    ],
  ])('refuses %j in the kubelet’s words', (raw, message) => {
    expect(messages(raw)).toEqual([`invalid configuration: ${message}`]);
  });

  it.each<[Raw]>([
    [{ imageGCHighThresholdPercent: 100, imageGCLowThresholdPercent: 0 }],
    [{ nodeStatusMaxImages: -1 }],
    [{ imageMaximumGCAge: '2m1s' }],
    [{ serializeImagePulls: true, maxParallelImagePulls: 1 }],
    [{ crashLoopBackOff: { maxContainerRestartPeriod: '300s' } }],
    [{ crashLoopBackOff: { maxContainerRestartPeriod: '1s' } }],
    [
      {
        preloadedImagesVerificationAllowlist: ['reg.io/*'],
        imagePullCredentialsVerificationPolicy: 'NeverVerifyAllowlistedImages',
      },
    ],
  ])('accepts %j', (raw) => {
    expect(messages(raw)).toEqual([]);
  });

  it('reports all errors at once, in the kubelet’s order, each with its field', () => {
    const raw = {
      registryBurst: -1,
      registryPullQPS: -5,
      imageGCHighThresholdPercent: 120,
      maxParallelImagePulls: -1,
    };
    expect(validateKubeletSettings(raw)).toMatchObject({
      errors: [
        { field: 'imageGCHighThresholdPercent' },
        { field: 'registryBurst' },
        { field: 'registryPullQPS' },
        { field: 'maxParallelImagePulls' },
      ],
    });
  });
});

describe('values of the wrong type', () => {
  it.each<[Raw, string, string]>([
    [{ registryPullQPS: '5' }, 'registryPullQPS', 'a whole number of 32 bits, not "5"'],
    [{ registryPullQPS: 0.5 }, 'registryPullQPS', 'a whole number of 32 bits, not 0.5'],
    [{ maxPods: 2 ** 31 }, 'maxPods', 'a whole number of 32 bits, not 2147483648'],
    [{ serializeImagePulls: 'yes' }, 'serializeImagePulls', 'true or false, not "yes"'],
    [{ imageMinimumGCAge: 120 }, 'imageMinimumGCAge', 'a duration like "2m" or "1h30m", not 120'],
    [
      { imageMinimumGCAge: '2 minutes' },
      'imageMinimumGCAge',
      'a duration like "2m" or "1h30m", not "2 minutes"',
    ],
    [
      { imagePullCredentialsVerificationPolicy: 1 },
      'imagePullCredentialsVerificationPolicy',
      'a text, not 1',
    ],
    [
      { preloadedImagesVerificationAllowlist: 'reg.io/*' },
      'preloadedImagesVerificationAllowlist',
      'a list of texts, not "reg.io/*"',
    ],
    [
      { preloadedImagesVerificationAllowlist: ['a', 1] },
      'preloadedImagesVerificationAllowlist',
      'a list of texts, not ["a",1]',
    ],
    [
      { featureGates: { ImageVolume: true, Other: 'true' } },
      'featureGates',
      'names with true or false, not {"ImageVolume":true,"Other":"true"}',
    ],
    [{ featureGates: 'all' }, 'featureGates', 'names with true or false, not "all"'],
    [{ crashLoopBackOff: '10s' }, 'crashLoopBackOff', 'an object, not "10s"'],
    [
      { featureGates: { ImageVolume: 'true' } },
      'featureGates',
      'names with true or false, not {"ImageVolume":"true"}',
    ],
    [{ crashLoopBackOff: [] }, 'crashLoopBackOff', 'an object, not []'],
    [
      { crashLoopBackOff: { maxContainerRestartPeriod: 5 } },
      'crashLoopBackOff.maxContainerRestartPeriod',
      'a duration like "2m" or "1h30m", not 5',
    ],
  ])('are refused: %j', (raw, field, complaint) => {
    const reason = `${field} must be ${complaint}`;
    expect(validateKubeletSettings(raw)).toMatchObject({
      errors: [{ field, message: `invalid configuration: ${reason}`, reason }],
    });
  });

  it('name the value of a map that is wrong', () => {
    const thresholds = { 'nodefs.available': '5%', 'imagefs.available': 5, 'nodefs.inodesFree': 6 };
    expect(validateKubeletSettings({ evictionHard: thresholds })).toMatchObject({
      errors: [{ field: 'evictionHard', key: 'imagefs.available' }],
    });
    expect(
      validateKubeletSettings({ evictionHard: { 'nodefs.available': '5%', 'imagefs.available': 'most' } }),
    ).toMatchObject({ errors: [{ field: 'evictionHard', key: 'imagefs.available' }] });
    expect(validateKubeletSettings({ featureGates: { A: true, B: 1 } })).toMatchObject({
      errors: [{ field: 'featureGates', key: 'B' }],
    });
  });

  // an int32 of encoding/json
  it('are not what looks odd and is a whole number: -0', () => {
    expect(settings({ registryPullQPS: -0 }).registryPullQPS).toBeCloseTo(0);
  });

  it('do not cause complaints about other fields', () => {
    expect(
      validateKubeletSettings({ imageGCHighThresholdPercent: '95', imageGCLowThresholdPercent: 90 }),
    ).toMatchObject({
      errors: [{ field: 'imageGCHighThresholdPercent' }],
    });
  });
});

describe('releases', () => {
  it('refuse fields that came later', () => {
    expect(validateKubeletSettings({ maxParallelImagePulls: 5 }, v1_14)).toMatchObject({
      errors: [
        {
          field: 'maxParallelImagePulls',
          message:
            'invalid configuration: unknown field "maxParallelImagePulls": kubelet 1.14 does not have it, 1.27 does',
        },
      ],
    });
    expect(messages({ maxParallelImagePulls: 5 }, v1_27)).toEqual([]);
    expect(messages({ imageMaximumGCAge: '1h' }, v1_27)).toHaveLength(1);
    expect(messages({ imageMaximumGCAge: '1h' }, v1_31)).toEqual([]);
    expect(messages({ imagePullCredentialsVerificationPolicy: 'NeverVerify' }, v1_31)).toHaveLength(1);
  });

  // 1.31.14: the gate is beta; 1.36.3: locked
  it('need the gate for a maximum age in 1.31, and do not let it be switched off in 1.36', () => {
    const raw = { imageMaximumGCAge: '1h', featureGates: { ImageMaximumGCAge: false } };
    expect(messages(raw, v1_31)).toEqual([
      'invalid configuration: ImageMaximumGCAge feature gate is required for Kubelet configuration option imageMaximumGCAge',
    ]);
    expect(validateKubeletSettings({ featureGates: { ImageMaximumGCAge: false } }, v1_36)).toMatchObject({
      errors: [
        {
          field: 'featureGates.ImageMaximumGCAge',
          message: 'cannot set feature gate ImageMaximumGCAge to false, feature is locked to true',
        },
      ],
    });
  });

  // the check is in 1.36.3, not in 1.31.14
  it('accept a negative minimum age before 1.36', () => {
    expect(settings({ imageMinimumGCAge: '-1m' }, v1_31).imageMinimumGCAgeMicros).toBe(-60_000_000);
  });

  // 0.9 was the default up to 1.36, where any value from 0 to 1 is good; MemoryQoS is off in 1.36.3 and on in
  // 1.37.2
  it('take a memoryThrottlingFactor without MemoryQoS before 1.37 only, or the old default', () => {
    const refuses = (
      memoryThrottlingFactor: number,
      featureGates: Readonly<Record<string, boolean>>,
      release: string,
    ) => messages({ memoryThrottlingFactor, featureGates }, { ...v1_36, release });
    const unset =
      'invalid configuration: memoryThrottlingFactor must not be set when MemoryQoS feature gate is disabled';
    expect(refuses(0.8, {}, '1.36')).toEqual([]);
    expect(refuses(0.8, {}, '1.37')).toEqual([]);
    expect(refuses(0.8, { MemoryQoS: false }, '1.37')).toEqual([unset]);
    expect(refuses(0.8, { AllBeta: false }, '1.37')).toEqual([unset]);
    expect(refuses(0.9, { MemoryQoS: false }, '1.37')).toEqual([]);
    expect(refuses(2, { MemoryQoS: false }, '1.37')).toEqual([
      unset,
      'invalid configuration: memoryThrottlingFactor 2 must be greater than 0 and less than or equal to 1.0',
    ]);
  });

  // ValidateKubeletConfiguration of 1.38.0-beta.0
  it('know eight algorithms of certificate keys from 1.38 on, and ML-DSA of a server with TLS 1.3 only', () => {
    const refuses = (raw: Readonly<Record<string, unknown>>, release = '1.38') =>
      messages(raw, { ...v1_36, release });
    const tooOld = (version: string) =>
      `invalid configuration: tlsMinVersion "${version}" is incompatible with serverCertificateKeyAlgorithm "ML-DSA-65", ML-DSA requires VersionTLS13`;
    const server = { serverCertificateKeyAlgorithm: 'ML-DSA-65' };
    expect(refuses({ clientCertificateKeyAlgorithm: 'RSA-1024' })).toEqual([
      'invalid configuration: clientCertificateKeyAlgorithm "RSA-1024" is not a supported algorithm',
    ]);
    expect(refuses({ clientCertificateKeyAlgorithm: '' })).toHaveLength(1);
    expect(refuses({ clientCertificateKeyAlgorithm: 'ML-DSA-44' })).toEqual([]);
    expect(refuses({ serverCertificateKeyAlgorithm: 'RSA-4096' })).toEqual([]);
    expect(refuses(server)).toEqual([tooOld('')]);
    expect(refuses({ ...server, tlsMinVersion: 'VersionTLS12' })).toEqual([tooOld('VersionTLS12')]);
    expect(refuses({ ...server, tlsMinVersion: 'VersionTLS13' })).toEqual([]);
    // An older kubelet does not look at a field that it does not know.
    expect(refuses(server, '1.37')).toEqual([]);
  });

  it('reserve memory in tiers only with MemoryQoS, which 1.37 has on', () => {
    const refuses = (
      memoryReservationPolicy: string,
      release: string,
      featureGates: Readonly<Record<string, boolean>> = {},
    ) => messages({ memoryReservationPolicy, featureGates }, { ...v1_36, release });
    const needed =
      'invalid configuration: memoryReservationPolicy "TieredReservation" requires MemoryQoS feature gate to be enabled';
    expect(refuses('TieredReservation', '1.36')).toEqual([needed]);
    expect(refuses('TieredReservation', '1.36', { MemoryQoS: true })).toEqual([]);
    expect(refuses('TieredReservation', '1.37')).toEqual([]);
    expect(refuses('None', '1.36')).toEqual([]);
    expect(refuses('Some', '1.37')).toEqual([
      'invalid configuration: option "Some" specified for memoryReservationPolicy. Valid options are "None" or "TieredReservation"',
    ]);
  });
});
