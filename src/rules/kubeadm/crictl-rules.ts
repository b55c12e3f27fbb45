import { goFields } from '../kubelet/go/go-strings.ts';
import type { CommandFailure, KubeadmCommand, KubeadmCommandName } from './command.ts';
import { detectCriSocket } from './cri-sockets.ts';
import { either, type KubeadmRules } from './kubeadm-rules.ts';
import { sandboxImageOfOutput } from './sandbox-image.ts';

const crictl = 'crictl';

/**
 * The arguments of a crictl process after the socket. Debug output is switched off where the output is read.
 */
const argumentsOf: Readonly<Partial<Record<KubeadmCommandName, readonly string[]>>> = {
  status: ['info'],
  verboseStatus: ['-D=false', 'info', '-o', 'go-template', '--template', '{{.config.sandboxImage}}'],
  listSandboxes: ['-D=false', 'pods', '-q'],
  stopSandbox: ['stopp'],
  removeSandbox: ['rmp'],
  imageStatus: ['inspecti'],
  pullImage: ['pull'],
};

/** Mirrors `errors.Wrapf(err, "… output: %s, error", out)`. */
function withOutput({ error, output = '' }: CommandFailure, before = ''): string {
  return `${before}output: ${output}, error: ${error}`;
}

/** Mirrors `errors.Wrapf(err, "… output: %s", out)`. */
function afterOutput({ error, output = '' }: CommandFailure, before: string): string {
  return `${before}: output: ${output}: ${error}`;
}

/** The words with which crictl prefixes the error of a call. Its log line is shown without the time. */
const sayings: Readonly<Partial<Record<KubeadmCommandName, string>>> = {
  pullImage: 'pulling image',
  imageStatus: 'getting the status of the image',
};

/** Returns the end of a crictl process that has failed, as its logger prints it. */
function fatal(message: string): CommandFailure {
  return { ok: false, error: 'exit status 1', output: `level=fatal msg=${JSON.stringify(message)}\n` };
}

/**
 * The generation that runs crictl: cmd/kubeadm/app/util/runtime/runtime.go up to v1.30 (seed 002 is of
 * 2024-01).
 */
function crictlRules(
  release: string,
  version: string,
  { namesImageSocket, pullsInParallel }: { namesImageSocket: boolean; pullsInParallel: boolean },
): KubeadmRules {
  const sockets = (socket: string) => (namesImageSocket ? ['-r', socket, '-i', socket] : ['-r', socket]);
  return {
    release,
    version,
    connect: ['findCrictl'],
    connectError: (_, { error }) => `${crictl} is required by the container runtime: ${error}`,
    invocation: ({ name, subject }: KubeadmCommand, socket) => {
      if (name === 'findCrictl') return { kind: 'lookPath', file: crictl };
      const args = [
        ...sockets(socket),
        ...(argumentsOf[name] ?? []),
        ...(subject === undefined ? [] : [subject]),
      ];
      return { kind: 'exec', args };
    },
    socketArguments: sockets('').length,
    deadlineMicros: () => undefined,
    atOnce: {
      socket: (_, socket) => ({ value: socket }),
      detectCRISocket: (call) => detectCriSocket(call, 'Found'),
    },
    single: {
      isRunning: {
        command: 'status',
        resultOf: (answer) =>
          either(
            answer,
            () => ({}),
            (failure) => ({ error: withOutput(failure, 'container runtime is not running: ') }),
          ),
      },
      listKubeContainers: {
        command: 'listSandboxes',
        resultOf: (answer) =>
          either(
            answer,
            ({ output = '' }) => ({ value: goFields(output) }),
            (failure) => ({ error: withOutput(failure) }),
          ),
      },
      imageExists: { command: 'imageStatus', resultOf: ({ ok }) => ({ value: ok }) },
      sandboxImage: {
        command: 'verboseStatus',
        resultOf: (answer) =>
          either(answer, sandboxImageOfOutput, (failure) => ({ value: '', error: withOutput(failure) })),
      },
    },
    pullsInParallel,
    // An image is present if inspecti exits with 0. An error of crictl itself counts as absent.
    imageIsPresent: ({ ok }) => ok,
    stopFailed: (sandbox, failure) => afterOutput(failure, `failed to stop running pod ${sandbox}`),
    removeFailed: (sandbox, failure) => afterOutput(failure, `failed to remove running container ${sandbox}`),
    pullFailed: (_, failure) => withOutput(failure),
    absentImage: (image) => fatal(`no such image ${JSON.stringify(image)} present`),
    failureOfCri: (command, error) => fatal(`${sayings[command] ?? command}: ${error}`),
  };
}

/** The rules up to v1.29: there are no parallel pulls, and the image service's socket is not named. */
export const crictl127 = crictlRules('1.27', '1.27.16', { namesImageSocket: false, pullsInParallel: false });

/** The rules of v1.30, the last release that runs crictl. */
export const crictl130 = crictlRules('1.30', '1.30.14', { namesImageSocket: true, pullsInParallel: true });
