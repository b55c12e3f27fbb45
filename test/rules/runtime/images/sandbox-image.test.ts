import { describe, expect, it } from 'vitest';
import { sandboxErrorText } from '../../../../src/rules/runtime/images/sandbox-image.ts';
import { nearestRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

const pod = { namespace: 'shop', name: 'web-0', uid: 'uid-1' };
const image = 'registry.k8s.io/pause:3.6';
const pullError =
  'rpc error: code = NotFound desc = failed to pull and unpack image "registry.k8s.io/pause:3.6": not found';

// DefaultSandboxImage of internal/cri/config/config.go (2.0.5, 2.1.4, 2.2.0, 2.3.5, 2.4.2), SandboxImage of
// pkg/cri/config/config_unix.go (1.6.20, 1.7.27); its label io.cri-containerd.pinned came with 1.7
// (getLabels).
it.each([
  ['containerd://1.6.20', '3.6', false],
  ['containerd://1.7.27', '3.8', true],
  ['containerd://2.0.5', '3.10', true],
  ['containerd://2.1.4', '3.10', true],
  ['containerd://2.2.0', '3.10.1', true],
  ['containerd://2.3.5', '3.10.2', true],
  ['containerd://2.4.2', '3.10.2', true],
])('the sandboxes of %s are made of pause %s', (runtime, tag, isPinned) => {
  expect(nearestRuntimeProfile(runtime).profile.sandboxImage).toEqual({
    name: `registry.k8s.io/pause:${tag}`,
    isPinned,
  });
});

describe('the error of RunPodSandbox', () => {
  it.each([
    ['containerd://1.6', `failed to get sandbox image "${image}": failed to pull image "${image}": `],
    ['containerd://1.7', `failed to get sandbox image "${image}": failed to pull image "${image}": `],
    ['containerd://2.1', `failed to get sandbox image "${image}": failed to pull image "${image}": `],
    ['containerd://2.4', `failed to pull image "${image}": `],
    ['cri-o://1.33', 'error creating pod sandbox with name "k8s_web-0_shop_uid-1_0": '],
  ] as const)('of %s stands before that of the pull and keeps its status', (wording, words) => {
    expect(sandboxErrorText(wording, image, pod, pullError)).toBe(
      `rpc error: code = NotFound desc = ${words}failed to pull and unpack image "registry.k8s.io/pause:3.6": not found`,
    );
  });

  it('has a status also where a scenario’s error has none, of as many lines as it likes', () => {
    expect(sandboxErrorText('containerd://2.4', image, pod, 'a\nb')).toBe(
      `rpc error: code = Unknown desc = failed to pull image "${image}": a\nb`,
    );
    expect(
      sandboxErrorText('containerd://2.4', image, pod, 'rpc error: code = Unknown desc = a\nb'),
    ).toContain(`"${image}": a\nb`);
  });
});
