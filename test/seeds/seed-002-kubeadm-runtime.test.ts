import { describe, expect, it } from 'vitest';
import { runScript } from '../../src/proof/conformance/kubeadm/run-script.ts';
import type { KubeadmScript } from '../../src/proof/conformance/kubeadm/script-schema.ts';
import type { KubeadmEntry } from '../../src/proof/conformance/kubeadm/scripted-host.ts';
import { knownCriSockets } from '../../src/rules/kubeadm/cri-sockets.ts';
import { crictl130 } from '../../src/rules/kubeadm/crictl-rules.ts';

// Seed 002_54daf99f5924c9fe.txt: cmd/kubeadm/app/util/runtime/runtime.go of 2024-01-19 (parallel pulls come),
// on the rules of v1.30, which has this very file. Branch by branch:
//
// | of the seed                                             | here                                              |
// |---------------------------------------------------------|---------------------------------------------------|
// | defaultKnownCRISockets, detectCRISocketImpl             | `DetectCRISocket`                                 |
// | NewContainerRuntime, LookPath                           | `NewContainerRuntime`                             |
// | Socket, crictl(args)                                    | `NewContainerRuntime`                             |
// | IsRunning                                               | `IsRunning`                                       |
// | ListKubeContainers, -D=false, strings.Fields            | `ListKubeContainers`                              |
// | RemoveContainers: stopp, rmp, retries, aggregate        | `RemoveContainers`                                |
// | PullImage, PullImageRetry                               | `PullImage`                                       |
// | pullImagesInParallelImpl, errChan, NewAggregate         | `PullImagesInParallel`                            |
// | its error of imageExistsFunc                            | cannot happen: crictl's ImageExists has none      |
// | ImageExists                                             | `ImageExists`                                     |
// | SandboxImage, strings.TrimSpace                         | `SandboxImage`                                    |
// | klog lines (V(1), V(5))                                 | `windlass prepull -o events`; no call returns them |
// | cmd.SetEnv(os.Environ())                                | shows nowhere: the environment is the process's   |

const socket = 'unix:///var/run/crio/crio.sock';
type Call = KubeadmScript['calls'][number];

/** What the calls return, and the crictl command lines with their times. */
function kubeadm(
  calls: readonly Call[],
  exec: KubeadmScript['exec'] = {},
  crictl: KubeadmScript['crictl'] = {},
) {
  const { trace } = runScript(
    { kind: 'kubeadm', name: 'seed 002', socket, crictl, exec, calls: [...calls] },
    crictl130,
  );
  const lines = trace
    .filter(({ type }) => type === 'exec')
    .map(({ at, args = [] }) => `${at} ${args.slice(4).join(' ')}`);
  return { trace, lines, results: trace.filter(({ type }) => type === 'result').map(resultOf) };
}

function resultOf({ at: _, call: __, type: ___, ...result }: KubeadmEntry): Partial<KubeadmEntry> {
  return result;
}

const failure = { exitCode: 1, output: 'error' };

describe('NewContainerRuntime', () => {
  it('needs crictl, and looks for nothing else', () => {
    const { trace } = kubeadm([{ op: 'isRunning' }], {}, { error: 'not found' });
    expect(trace).toEqual([
      { at: 0, type: 'lookPath', file: 'crictl' },
      { at: 0, type: 'new', error: 'crictl is required by the container runtime: not found' },
    ]);
  });

  it('runs crictl where it was found, with the socket for the runtime and for images', () => {
    const { trace, results } = kubeadm([{ op: 'socket' }, { op: 'isRunning' }], {}, { path: '/opt/crictl' });
    expect(results).toEqual([{ value: socket }, {}]);
    expect(trace).toContainEqual({
      at: 0,
      call: 1,
      type: 'exec',
      file: '/opt/crictl',
      args: ['-r', socket, '-i', socket, 'info'],
    });
  });
});

describe('IsRunning', () => {
  it('asks for info, and tells what was printed', () => {
    expect(kubeadm([{ op: 'isRunning' }]).results).toEqual([{}]);
    const { results } = kubeadm([{ op: 'isRunning' }], { info: [failure] });
    expect(results).toEqual([
      { error: 'container runtime is not running: output: error, error: exit status 1' },
    ]);
  });
});

describe('ListKubeContainers', () => {
  it('lists the words of the output, with debug output off', () => {
    const { results, lines } = kubeadm([{ op: 'listKubeContainers' }], {
      '-D=false pods': [{ output: ' k8s_p1\n k8s_p2\t\u0085p3 ' }],
    });
    expect(results).toEqual([{ value: ['k8s_p1', 'k8s_p2', 'p3'] }]);
    expect(lines).toEqual(['0 -D=false pods -q']);
  });

  it('lists nothing of an empty output, and returns no list with an error', () => {
    expect(kubeadm([{ op: 'listKubeContainers' }]).results).toEqual([{ value: [] }]);
    expect(kubeadm([{ op: 'listKubeContainers' }], { '-D=false': [failure] }).results).toEqual([
      { error: 'output: error, error: exit status 1' },
    ]);
  });
});

describe('RemoveContainers', () => {
  const remove = (ids: readonly string[], exec: KubeadmScript['exec'] = {}) =>
    kubeadm([{ op: 'removeContainers', ids: [...ids] }], exec);

  it('stops and removes one after the other', () => {
    const { results, lines } = remove(['p1', 'p2']);
    expect(lines).toEqual(['0 stopp p1', '0 rmp p1', '0 stopp p2', '0 rmp p2']);
    expect(results).toEqual([{}]);
  });

  it('tries five times, with a stop before each remove, and goes on with the next', () => {
    const { results, lines } = remove(['p1', 'p2'], { 'rmp p1': [failure] });
    expect(lines.slice(0, 10)).toEqual(Array.from({ length: 5 }, () => ['0 stopp p1', '0 rmp p1']).flat());
    expect(lines.slice(10)).toEqual(['0 stopp p2', '0 rmp p2']);
    const error = 'failed to remove running container p1: output: error: exit status 1';
    expect(results).toEqual([{ error, errors: [error] }]);
  });

  it('forgets the errors of tries before one that succeeds', () => {
    const { results, lines } = remove(['p1'], { stopp: [failure, {}], rmp: [failure, {}] });
    expect(results).toEqual([{}]);
    expect(lines.length).toBe(5);
  });

  it('returns the last error of each, as an aggregate', () => {
    const { results } = remove(['a', 'b', 'c'], {
      'stopp a': [failure],
      'rmp c': [failure, failure, failure, failure, { exitCode: 3 }],
    });
    const errors = [
      'failed to stop running pod a: output: error: exit status 1',
      'failed to remove running container c: output: : exit status 3',
    ];
    expect(results).toEqual([{ error: `[${errors.join(', ')}]`, errors }]);
  });

  it('returns nothing of an empty list', () => {
    expect(remove([])).toMatchObject({ results: [{}], lines: [] });
  });
});

describe('PullImage', () => {
  it('pulls once where it can', () => {
    expect(kubeadm([{ op: 'pullImage', image: 'a' }])).toMatchObject({ results: [{}], lines: ['0 pull a'] });
  });

  it('tries five times at once, without a pause, and returns the last error', () => {
    const tries = [1, 2, 3, 4, 5].map((exitCode) => ({ takesMs: 100, exitCode, output: `out ${exitCode}` }));
    const { results, lines } = kubeadm([{ op: 'pullImage', image: 'a' }], { pull: tries });
    expect(lines).toEqual(['0 pull a', '100 pull a', '200 pull a', '300 pull a', '400 pull a']);
    expect(results).toEqual([{ error: 'output: out 5, error: exit status 5' }]);
  });

  it('succeeds on its fifth try', () => {
    const { results, lines } = kubeadm([{ op: 'pullImage', image: 'a' }], {
      pull: [failure, failure, failure, failure, {}],
    });
    expect(results).toEqual([{}]);
    expect(lines.length).toBe(5);
  });
});

describe('PullImagesInParallel', () => {
  const parallel = (images: readonly string[], exec: KubeadmScript['exec'] = {}, ifNotPresent = false) =>
    kubeadm([{ op: 'pullImagesInParallel', images: [...images], ifNotPresent }], exec);

  it('begins all of them at one instant, without a limit, and returns when the last has ended', () => {
    const images = Array.from({ length: 30 }, (_, index) => `i${index}`);
    const { trace, lines } = parallel(images, { pull: [{ takesMs: 1000 }], 'pull i7': [{ takesMs: 5000 }] });
    expect(lines).toEqual(images.map((image) => `0 pull ${image}`));
    expect(trace.at(-1)).toEqual({ at: 5000, call: 0, type: 'result' });
  });

  it('collects errors as they come, each once in the text', () => {
    const { results } = parallel(['slow', 'fast', 'fine'], {
      'pull slow': [{ takesMs: 200, ...failure }],
      'pull fast': [{ takesMs: 100, ...failure }],
    });
    const errors = ['fast', 'slow'].map(
      (image) => `failed to pull image ${image}: output: error, error: exit status 1`,
    );
    expect(results).toEqual([{ error: `[${errors.join(', ')}]`, errors }]);
  });

  it('looks first where only absent images are wanted: what is there is not pulled, an error of the look counts as absent', () => {
    const { results, lines } = parallel(
      ['there', 'absent', 'broken'],
      { 'inspecti absent': [failure], 'inspecti broken': [{ error: 'exec: failed' }] },
      true,
    );
    expect(lines).toEqual([
      '0 inspecti there',
      '0 inspecti absent',
      '0 pull absent',
      '0 inspecti broken',
      '0 pull broken',
    ]);
    expect(results).toEqual([{}]);
  });

  it('returns nothing of no images', () => {
    expect(parallel([], {}, true)).toMatchObject({ results: [{}], lines: [] });
  });
});

describe('ImageExists', () => {
  it('is true where inspecti ends with 0, and never an error', () => {
    const calls = ['a', 'b'].map((image) => ({ op: 'imageExists' as const, image }));
    expect(kubeadm(calls, { 'inspecti b': [{ error: 'signal: killed' }] }).results).toEqual([
      { value: true },
      { value: false },
    ]);
  });
});

describe('DetectCRISocket', () => {
  const detect = (...existing: readonly string[]) =>
    kubeadm([{ op: 'detectCRISocket', existing: [...existing] }]).results[0];

  it('takes the one that is there, and containerd where none is', () => {
    expect(knownCriSockets.map((known) => detect(known))).toEqual(
      knownCriSockets.map((value) => ({ value })),
    );
    expect(detect('unix:///other.sock')).toEqual({ value: 'unix:///var/run/containerd/containerd.sock' });
  });

  it('will not choose between two, which it names in the order of its own list', () => {
    const [containerd, crio] = knownCriSockets;
    expect(detect(crio, containerd)).toEqual({
      value: '',
      error: `Found multiple CRI endpoints on the host. Please define which one do you wish to use by setting the 'criSocket' field in the kubeadm configuration file: ${containerd}, ${crio}`,
    });
  });
});

describe('SandboxImage', () => {
  const sandboxImage = (outcome: NonNullable<KubeadmScript['exec']>[string][number]) =>
    kubeadm([{ op: 'sandboxImage' }], { '-D=false info': [outcome] });

  it('reads the template of info, trimmed', () => {
    const { results, lines } = sandboxImage({ output: '\t registry.k8s.io/pause:3.9\n' });
    expect(results).toEqual([{ value: 'registry.k8s.io/pause:3.9' }]);
    expect(lines).toEqual(['0 -D=false info -o go-template --template {{.config.sandboxImage}}']);
  });

  it('refuses an empty one, and tells what was printed', () => {
    expect(sandboxImage({ output: ' \n' }).results).toEqual([
      { value: '', error: 'the detected sandbox image is empty' },
    ]);
    expect(sandboxImage(failure).results).toEqual([
      { value: '', error: 'output: error, error: exit status 1' },
    ]);
  });
});
