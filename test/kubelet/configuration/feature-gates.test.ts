import { describe, expect, it } from 'vitest';
import { isFeatureGateLockedOn, isFeatureGateOn } from '../../../src/kubelet/configuration/feature-gates.ts';

// pkg/features/kube_features.go (1.27.16, 1.31.14, 1.36.3)
describe('feature gates', () => {
  const releases = ['1.14', '1.27', '1.31', '1.36'];

  it.each([
    ['ImageMaximumGCAge', [false, false, true, true]],
    ['ImageVolume', [false, false, false, true]],
    ['KubeletCrashLoopBackOffMax', [false, false, false, true]],
    ['KubeletEnsureSecretPulledImages', [false, false, false, true]],
    ['SidecarContainers', [false, false, true, true]],
    ['NoSuchGate', [false, false, false, false]],
  ])('%s is on by default in %j of 1.14, 1.27, 1.31, 1.36', (gate, expected) => {
    expect(releases.map((release) => isFeatureGateOn(gate, release, {}))).toEqual(expected);
  });

  it('are switched by the configuration where the release has them', () => {
    expect(isFeatureGateOn('KubeletEnsureSecretPulledImages', '1.36', { KubeletEnsureSecretPulledImages: false })).toBe(false);
    expect(isFeatureGateOn('ImageVolume', '1.31', { ImageVolume: true })).toBe(true);
    expect(isFeatureGateOn('KubeletEnsureSecretPulledImages', '1.31', { KubeletEnsureSecretPulledImages: true })).toBe(false);
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
    ['KubeletEnsureSecretPulledImages', '1.36', { AllBeta: false, KubeletEnsureSecretPulledImages: true }, true],
  ])('%s of %s is as its stage with %j, unless it is named itself', (gate, release, given, expected) => {
    expect(isFeatureGateOn(gate, release, given)).toBe(expected);
  });

  it('are locked on in the releases that say so', () => {
    expect(isFeatureGateLockedOn('ImageMaximumGCAge', '1.36')).toBe(true);
    expect(isFeatureGateLockedOn('ImageMaximumGCAge', '1.31')).toBe(false);
    expect(isFeatureGateLockedOn('KubeletEnsureSecretPulledImages', '1.36')).toBe(false);
    expect(isFeatureGateLockedOn('NoSuchGate', '1.36')).toBe(false);
  });
});
