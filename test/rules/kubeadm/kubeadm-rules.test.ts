import { describe, expect, it, test } from 'vitest';
import { controlPlaneImages } from '../../../src/rules/kubeadm/control-plane-images.ts';
import { cri131, cri136 } from '../../../src/rules/kubeadm/cri-rules.ts';
import { crictl127, crictl130 } from '../../../src/rules/kubeadm/crictl-rules.ts';
import { checkErrors } from '../../../src/rules/kubeadm/runtime-errors.ts';
import { selectKubeadmRules } from '../../../src/rules/kubeadm/select-kubeadm-rules.ts';
import { goFields, goTrimSpace } from '../../../src/rules/kubelet/go/go-strings.ts';

describe('the rules of a version', () => {
  // util/runtime/runtime.go: v1.30.14 runs crictl, v1.31.14 speaks the CRI.
  it.each([
    ['1.27', '1.27.16', undefined],
    ['v1.29.3', '1.27.16', 'kubeadm v1.29.3 is simulated with the rules of 1.27.16'],
    ['1.30.14', '1.30.14', undefined],
    ['1.30.1', '1.30.14', 'kubeadm 1.30.1 is simulated with the rules of 1.30.14'],
    ['1.31', '1.31.14', undefined],
    ['1.35.0', '1.31.14', 'kubeadm 1.35.0 is simulated with the rules of 1.31.14'],
    ['v1.36.3', '1.36.3', undefined],
    ['1.40', '1.38.0-beta.0', 'kubeadm 1.40 is simulated with the rules of 1.38.0-beta.0'],
    [
      'v1.38.0',
      '1.38.0-beta.0',
      'kubeadm v1.38.0 is simulated with the rules of 1.38.0-beta.0, which came before the release and may differ from it',
    ],
  ])('%s are those of %s', (version, of, note) => {
    const selection = selectKubeadmRules(version);
    expect('rules' in selection && { version: selection.rules.version, note: selection.note }).toEqual({
      version: of,
      note,
    });
  });

  it('of no version, and of one that is too old, are an error', () => {
    expect(selectKubeadmRules('latest')).toEqual({
      error: '"latest" is not a Kubernetes version; write it like 1.36 or v1.36.3',
    });
    expect(selectKubeadmRules('1.20')).toEqual({
      error: 'kubeadm 1.20 is older than 1.27, the oldest release known here',
    });
  });
});

// util/runtime/runtime.go of v1.27.16, v1.30.14, v1.31.14 and v1.36.3.
describe('the generations', () => {
  const failure = { ok: false, error: 'boom', output: 'said' } as const;

  it('name the image service’s socket since crictl 1.30, and need none with the CRI', () => {
    const pull = { name: 'pullImage', subject: 'a' } as const;
    expect(crictl127.invocation(pull, 's')).toEqual({ kind: 'exec', args: ['-r', 's', 'pull', 'a'] });
    expect(crictl130.invocation(pull, 's')).toEqual({
      kind: 'exec',
      args: ['-r', 's', '-i', 's', 'pull', 'a'],
    });
    expect(cri131.invocation(pull, 's')).toEqual({ kind: 'cri', op: 'PullImage', subject: 'a' });
  });

  it('give a call of the CRI 2 s, a pull and a process all the time there is', () => {
    expect([cri136, crictl130].map((rules) => rules.deadlineMicros('imageStatus'))).toEqual([
      2_000_000,
      undefined,
    ]);
    expect([cri136, crictl130].map((rules) => rules.deadlineMicros('pullImage'))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('pull in parallel since v1.30', () => {
    expect([crictl127, crictl130, cri131, cri136].map(({ pullsInParallel }) => pullsInParallel)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('double the prefix of a parallel pull’s error since v1.31', () => {
    const errors = [crictl130, cri136].map((rules) =>
      checkErrors(true, [{ index: 0, image: 'a', error: rules.pullFailed('a', failure), endedMicros: 0 }]),
    );
    expect(errors).toEqual([
      ['failed to pull image a: output: said, error: boom'],
      ['failed to pull image a: failed to pull image a: boom'],
    ]);
  });

  it('accept an empty sandbox image in v1.31, and refuse it in v1.36', () => {
    const status = { ok: true, info: { config: '{}' } } as const;
    expect(cri131.single.sandboxImage?.resultOf(status)).toEqual({ value: '' });
    expect(cri136.single.sandboxImage?.resultOf(status)).toEqual({
      value: '',
      error: "no 'sandboxImage' field in CRI info config",
    });
  });

  it('ask whether RuntimeConfig is implemented in v1.36 only', () => {
    expect([crictl130, cri131, cri136].map(({ single }) => 'isRuntimeConfigImplemented' in single)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

// preflight/checks.go, ImagePullCheck.Check (v1.36.3): one error an image in turn; at once one aggregate, in
// the order of the ends.
test('the check lists errors of images pulled in turn, and aggregates those of images pulled at once', () => {
  const failed = [
    { index: 0, image: 'a', error: 'x', endedMicros: 20 },
    { index: 2, image: 'c', error: 'x', endedMicros: 10 },
    { index: 1, image: 'b', error: 'x', endedMicros: 10 },
  ];
  expect(checkErrors(false, failed)).toEqual([
    'failed to pull image a: x',
    'failed to pull image c: x',
    'failed to pull image b: x',
  ]);
  expect(checkErrors(true, failed)).toEqual([
    '[failed to pull image b: x, failed to pull image c: x, failed to pull image a: x]',
  ]);
  expect(checkErrors(true, [])).toEqual([]);
});

// images/images.go, GetControlPlaneImages, and cmd/kubeadm/app/constants/constants.go of v1.37.2, v1.36.3 and
// v1.30.14.
describe('the images of a control plane', () => {
  it('come in the order in which kubeadm pulls them', () => {
    const { images, note } = controlPlaneImages('1.36', undefined);
    expect(note).toBeUndefined();
    expect(images.map(({ name }) => name)).toEqual([
      'registry.k8s.io/kube-apiserver:v1.36.3',
      'registry.k8s.io/kube-controller-manager:v1.36.3',
      'registry.k8s.io/kube-scheduler:v1.36.3',
      'registry.k8s.io/kube-proxy:v1.36.3',
      'registry.k8s.io/coredns/coredns:v1.14.2',
      'registry.k8s.io/pause:3.10.2',
      'registry.k8s.io/etcd:3.6.8-0',
    ]);
    expect(
      controlPlaneImages('1.30', '1.30.14')
        .images.slice(4)
        .map(({ name }) => name.split('/').at(-1)),
    ).toEqual(['coredns:v1.11.3', 'pause:3.9', 'etcd:3.5.15-0']);
    const beta = controlPlaneImages('1.38', undefined);
    expect(beta.note).toBeUndefined();
    expect(beta.images.map(({ name }) => name).filter((_, index) => [0, 4, 6].includes(index))).toEqual([
      'registry.k8s.io/kube-apiserver:v1.38.0-beta.0',
      'registry.k8s.io/coredns/coredns:v1.15.0',
      'registry.k8s.io/etcd:3.7.1-0',
    ]);
    expect(controlPlaneImages('1.37', '1.37.2').images.at(-1)?.name).toBe('registry.k8s.io/etcd:3.7.0-0');
  });

  it('have a folder for CoreDNS in the official repository only', () => {
    expect(controlPlaneImages('1.36', undefined, 'mirror.example').images[4]?.name).toBe(
      'mirror.example/coredns:v1.14.2',
    );
  });

  it('of a patch without a list of its own have the tags of the one that has', () => {
    expect(controlPlaneImages('1.33', undefined)).toMatchObject({
      version: '1.33.0',
      note: 'Kubernetes 1.33 is taken for 1.33.0; the tags of coredns, pause and etcd are those of Kubernetes 1.32.11',
    });
  });

  it('are known in the official repository, whichever mirror they come from', () => {
    const { images } = controlPlaneImages('1.36', undefined, 'mirror.example');
    expect(images.map(({ officialName }) => officialName)).toEqual(
      controlPlaneImages('1.36', undefined).images.map(({ name }) => name),
    );
  });
});

// Go's unicode.IsSpace, strings.Fields, strings.TrimSpace.
test('Go’s spaces are not JavaScript’s', () => {
  expect(goFields(' a\u0085b\u00a0c\ufeffd\n')).toEqual(['a', 'b', 'c\ufeffd']);
  expect(goTrimSpace('\u2028 a b\t\u0085')).toBe('a b');
});
