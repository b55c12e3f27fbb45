import { describe, expect, it } from 'vitest';
import { nearestRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

// The names that `kubectl get nodes -o wide` shows, and others that a file may have
const of16 = 'it runs on the profile containerd://1.6';
const of17 = 'it runs on the profile containerd://1.7';
const of24 = 'it runs on the profile containerd://2.4';
const of22 = `${of24}, with retries and error texts as 2.1 has them`;
const ofCriO = "it runs on CRI-O's documented defaults and the figures of containerd 2.4";
const ofOthers = 'it runs on the figures and error texts of containerd 2.4';

describe('the nearest profile', () => {
  it.each([
    ['containerd://0.9.1', 'containerd://1.6', of16],
    ['containerd://0.6.0', 'containerd://1.6', of16],
    ['containerd://1', 'containerd://1.6', of16],
    ['containerd://1.5.18', 'containerd://1.6', of16],
    ['containerd://v1.6.38', 'containerd://1.6', undefined],
    ['containerd://1.6.20-k3s1', 'containerd://1.6', undefined],
    ['containerd://1.7.23-k3s2', 'containerd://1.7', undefined],
    ['containerd://1.10.0', 'containerd://1.7', of17],
    ['containerd://2', 'containerd://1.7', of17],
    ['containerd://2.1.4', 'containerd://2.1', undefined],
    ['containerd://2.2.9', 'containerd://2.4', of22],
    ['containerd://2.3.5', 'containerd://2.4', of24],
    ['containerd://2.4.2', 'containerd://2.4', undefined],
    ['containerd://3.4.0', 'containerd://2.4', of24],
    ['containerd://10.2.0', 'containerd://2.4', of24],
    ['cri-o://1.30.4', 'cri-o://1.33', ofCriO],
    ['docker://24.0.7', 'containerd://2.4', ofOthers],
    ['docker://1.6.2', 'containerd://2.4', ofOthers],
    ['my+containerd://1.6.20', 'containerd://2.4', ofOthers],
    ['containerd', 'containerd://2.4', ofOthers],
    ['', 'containerd://2.4', ofOthers],
  ])('of “%s” is %s', (runtime, name, why) => {
    const { profile, note } = nearestRuntimeProfile(runtime);
    expect(profile.name).toBe(name);
    expect(note).toBe(why === undefined ? undefined : `${runtime}: not measured; ${why}`);
  });
});

// pkg/cri/config of 1.7.10 and 1.7.11: `image_pull_progress_timeout` went from 1m to 5m
it.each([
  ['containerd://1.7.0', 60],
  ['containerd://1.7.10', 60],
  ['containerd://1.7.11', 300],
  ['containerd://1.8.2', 300],
  ['containerd://2.0.2', 300],
])('%s bears %d s without progress', (runtime, seconds) => {
  expect(nearestRuntimeProfile(runtime).profile.options.imagePullProgressTimeoutMicros).toBe(seconds * 1e6);
});

// CRI-O's changes 7887 (1.30.0) and 9133 (the patches of May 2025)
it.each([
  ['cri-o://1.29.13', 0],
  ['cri-o://1.30.0', 10],
  ['cri-o://1.30.12', 10],
  ['cri-o://1.30.13', 0],
  ['cri-o://1.31.2', 10],
  ['cri-o://1.31.8', 0],
  ['cri-o://1.32.3', 10],
  ['cri-o://1.32.4', 0],
  ['cri-o://1.32', 0],
  ['cri-o://1.33.0', 0],
])('%s bears %d s without progress; 0: any time', (runtime, seconds) => {
  expect(nearestRuntimeProfile(runtime).profile.options.imagePullProgressTimeoutMicros).toBe(seconds * 1e6);
});

// plugins/transfer of 2.1 and 2.2
it.each([
  ['containerd://1.7.27', false],
  ['containerd://2.0.5', false],
  ['containerd://2.1.4', false],
  ['containerd://2.2.0', true],
  ['containerd://2.10.0', true],
  ['containerd://2.4.2', true],
  ['containerd://3.1.0', true],
])('%s has a setting for the number of layers unpacked at once: %s', (runtime, settable) => {
  expect(nearestRuntimeProfile(runtime).profile.settable.includes('maxConcurrentUnpacks')).toBe(settable);
});

// internal/cri/server/images/image_pull.go of 2.1.9, 2.3.7 and 2.4.0
it.each([
  ['containerd://1.7.35', true],
  ['containerd://2.1.9', true],
  ['containerd://2.2.9', true],
  ['containerd://2.3.7', true],
  ['containerd://2.4.0', false],
  ['containerd://3.0.0', false],
])('%s counts time in which nothing was asked for against the progress timeout: %s', (runtime, counts) => {
  expect(nearestRuntimeProfile(runtime).profile.countsIdleTime).toBe(counts);
});
