import type { GoJsonRelease } from '../kubelet/go/parse-go-json.ts';
import type { CommandAnswer, CommandSuccess, KubeadmCommand, KubeadmCommandName } from './command.ts';
import { detectCriSocket } from './cri-sockets.ts';
import {
  either,
  type Invocation,
  imageFailed,
  type KubeadmRules,
  type SingleCommand,
} from './kubeadm-rules.ts';
import type { RuntimeResult } from './runtime-call.ts';
import { sandboxImageOfStatus } from './sandbox-image.ts';

/** `defaultTimeout` of runtime.go, for every call but PullImage. */
const timeoutMicros = 2_000_000;

const calls: Readonly<
  Partial<Record<KubeadmCommandName, { readonly op: string; readonly verbose?: boolean }>>
> = {
  connectRuntime: { op: 'NewRemoteRuntimeService' },
  connectImages: { op: 'NewRemoteImageService' },
  status: { op: 'Status', verbose: false },
  verboseStatus: { op: 'Status', verbose: true },
  listSandboxes: { op: 'ListPodSandbox' },
  stopSandbox: { op: 'StopPodSandbox' },
  removeSandbox: { op: 'RemovePodSandbox' },
  imageStatus: { op: 'ImageStatus', verbose: false },
  pullImage: { op: 'PullImage' },
  runtimeConfig: { op: 'RuntimeConfig' },
};

/** The rules of the generation that speaks the CRI itself: util/runtime/runtime.go since v1.31. */
function criRules(
  release: string,
  version: string,
  {
    refusesEmptySandboxImage,
    go = '1.26',
    single,
  }: { refusesEmptySandboxImage: boolean; go?: GoJsonRelease; single: KubeadmRules['single'] },
): KubeadmRules {
  return {
    release,
    version,
    connect: ['connectRuntime', 'connectImages'],
    connectError: (command, { error }) =>
      `failed to create new CRI ${command === 'connectRuntime' ? 'runtime' : 'image'} service: ${error}`,
    invocation: ({ name, subject }: KubeadmCommand): Invocation => {
      const call = calls[name];
      if (call === undefined) throw new Error(`the CRI has no call ${name}`);
      return { kind: 'cri', ...call, ...(subject === undefined ? {} : { subject }) };
    },
    socketArguments: 0,
    deadlineMicros: (command) => (command === 'pullImage' ? undefined : timeoutMicros),
    atOnce: { detectCRISocket: (call) => detectCriSocket(call, 'found') },
    single: {
      isRunning: { command: 'status', resultOf: running },
      listKubeContainers: {
        command: 'listSandboxes',
        resultOf: (answer) =>
          either(
            answer,
            ({ sandboxes = [] }) => ({ value: sandboxes }),
            ({ error }) => ({ error: `failed to list pod sandboxes: ${error}` }),
          ),
      },
      imageExists: { command: 'imageStatus', resultOf: (answer) => ({ value: isPresent(answer) }) },
      sandboxImage: {
        command: 'verboseStatus',
        resultOf: (answer) =>
          either(
            answer,
            (status) => sandboxImageOfStatus(status, refusesEmptySandboxImage, go),
            ({ error }) => ({ value: '', error: `failed to get runtime status: ${error}` }),
          ),
      },
      ...single,
    },
    pullsInParallel: true,
    imageIsPresent: isPresent,
    stopFailed: (sandbox, { error }) => `failed to stop running pod ${sandbox}: ${error}`,
    removeFailed: (sandbox, { error }) => `failed to remove pod ${sandbox}: ${error}`,
    // PullImagesInParallel and ImagePullCheck prefix the error with the same words once more.
    pullFailed: (image, { error }) => imageFailed(image, error),
    absentImage: () => ({ ok: true, present: false }),
    failureOfCri: (_, error) => ({ ok: false, error }),
  };
}

/** A failed call, or one past its deadline, counts as absent. */
function isPresent(answer: CommandAnswer): boolean {
  return answer.ok && answer.present === true;
}

/** Whether the network is ready does not count. */
function running(answer: CommandAnswer): RuntimeResult {
  if (!answer.ok) return { error: `container runtime is not running: ${answer.error}` };
  const broken = notReady(answer);
  if (broken === undefined) return {};
  const { type, reason = '', message = '' } = broken;
  return {
    error: `container runtime condition "${type}" is not true. reason: ${reason}, message: ${message}`,
  };
}

function notReady({ conditions = [] }: CommandSuccess) {
  return conditions.find(({ type, status }) => type === 'RuntimeReady' && !status);
}

/** Whether the runtime knows the call RuntimeConfig; only "not implemented" is an answer among the errors. */
const isRuntimeConfigImplemented: SingleCommand = {
  command: 'runtimeConfig',
  resultOf: (answer) =>
    either(
      answer,
      () => ({ value: true }),
      ({ code, error }) =>
        code === 'Unimplemented'
          ? { value: false }
          : { value: false, error: `failed to call RuntimeConfig gRPC method: ${error}` },
    ),
};

/** The rules of v1.31, the first release of this generation. */
export const cri131 = criRules('1.31', '1.31.14', { refusesEmptySandboxImage: false, single: {} });

const of136 = { refusesEmptySandboxImage: true, single: { isRuntimeConfigImplemented } };

/** The rules of v1.36. */
export const cri136 = criRules('1.36', '1.36.3', of136);

/** The rules of v1.37, the same. */
export const cri137 = criRules('1.37', '1.37.2', of136);

/** The rules of v1.38, the same (v1.38.0-beta.0). */
export const cri138 = criRules('1.38', '1.38.0-beta.0', { ...of136, go: '1.27' });
