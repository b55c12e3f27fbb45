import { describe, expect, it } from 'vitest';
import {
  isFeatureGateLockedOn,
  isFeatureGateOn,
  releaseFeatureGates,
} from '../../../../src/rules/kubelet/configuration/feature-gates.ts';

// pkg/features/kube_features.go (1.27.16, 1.31.14, 1.36.3, 1.37.2)
describe('feature gates', () => {
  const releases = ['1.14', '1.27', '1.31', '1.36', '1.37'];

  it.each([
    ['ImageMaximumGCAge', [false, false, true, true, true]],
    ['ImageVolume', [false, false, false, true, true]],
    ['KubeletCrashLoopBackOffMax', [false, false, false, true, true]],
    ['KubeletEnsureSecretPulledImages', [false, false, false, true, true]],
    ['SidecarContainers', [false, false, true, true, true]],
    ['MemoryQoS', [false, false, false, false, true]],
    ['PLEGOnDemandRelist', [false, false, false, true, true]],
    ['NoSuchGate', [false, false, false, false, false]],
  ])('%s is on by default in %j of 1.14, 1.27, 1.31, 1.36, 1.37', (gate, expected) => {
    expect(releases.map((release) => isFeatureGateOn(gate, release, {}))).toEqual(expected);
  });

  it('are switched by the configuration where the release has them', () => {
    expect(
      isFeatureGateOn('KubeletEnsureSecretPulledImages', '1.36', { KubeletEnsureSecretPulledImages: false }),
    ).toBe(false);
    expect(isFeatureGateOn('ImageVolume', '1.31', { ImageVolume: true })).toBe(true);
    expect(
      isFeatureGateOn('KubeletEnsureSecretPulledImages', '1.31', { KubeletEnsureSecretPulledImages: true }),
    ).toBe(false);
  });

  // setUnsetAlphaGates and setUnsetBetaGates of component-base's featuregate (v0.36.3)
  it.each([
    ['ImageVolume', '1.31', { AllAlpha: true }, true],
    ['ImageVolume', '1.33', { AllAlpha: true }, false],
    ['ImageVolume', '1.33', { AllBeta: true }, true],
    ['ImageVolume', '1.35', { AllBeta: false }, false],
    ['ImageVolume', '1.36', { AllBeta: false }, true],
    ['EventedPLEG', '1.36', { AllAlpha: true }, true],
    ['EventedPLEG', '1.36', { AllAlpha: true, EventedPLEG: false }, false],
    ['KubeletEnsureSecretPulledImages', '1.36', { AllBeta: false }, false],
    [
      'KubeletEnsureSecretPulledImages',
      '1.36',
      { AllBeta: false, KubeletEnsureSecretPulledImages: true },
      true,
    ],
  ])('%s of %s is as its stage with %j, unless it is named itself', (gate, release, given, expected) => {
    expect(isFeatureGateOn(gate, release, given)).toBe(expected);
  });

  it('are locked on in the releases that say so', () => {
    expect(isFeatureGateLockedOn('ImageMaximumGCAge', '1.36')).toBe(true);
    expect(isFeatureGateLockedOn('ImageMaximumGCAge', '1.31')).toBe(false);
    expect(isFeatureGateLockedOn('KubeletEnsureSecretPulledImages', '1.36')).toBe(false);
    expect(isFeatureGateLockedOn('NoSuchGate', '1.36')).toBe(false);
    expect(['1.36', '1.37'].map((release) => isFeatureGateLockedOn('PLEGOnDemandRelist', release))).toEqual([
      false,
      true,
    ]);
  });

  it('are on where the release does not know them any more, and are not among its gates', () => {
    const has = (release: string) =>
      releaseFeatureGates(release).some(({ gate }) => gate === 'SidecarContainers');
    expect(['1.36', '1.37'].map(has)).toEqual([true, false]);
    expect(isFeatureGateOn('SidecarContainers', '1.37', { SidecarContainers: false })).toBe(true);
    expect(['1.36', '1.37'].map((release) => isFeatureGateLockedOn('SidecarContainers', release))).toEqual([
      true,
      false,
    ]);
  });

  it('that only decide what the kubelet refuses are not among those that the simulator obeys', () => {
    expect(releaseFeatureGates('1.37').map(({ gate }) => gate)).not.toContain('MemoryQoS');
    expect(releaseFeatureGates('1.37').every(({ hint }) => hint !== '')).toBe(true);
  });
});
