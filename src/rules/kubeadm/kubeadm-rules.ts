import type {
  CommandAnswer,
  CommandFailure,
  CommandSuccess,
  KubeadmCommand,
  KubeadmCommandName,
} from './command.ts';
import type { RuntimeCall, RuntimeCallName, RuntimeResult } from './runtime-call.ts';

/** A command as the host sees it: a crictl process, or a call of the CRI. */
export type Invocation =
  | { readonly kind: 'lookPath'; readonly file: string }
  | { readonly kind: 'exec'; readonly args: readonly string[] }
  | { readonly kind: 'cri'; readonly op: string; readonly subject?: string; readonly verbose?: boolean };

/** A call that consists of one command, and of the reading of its answer. */
export interface SingleCommand {
  readonly command: KubeadmCommandName;
  readonly resultOf: (answer: CommandAnswer) => RuntimeResult;
}

/** What differs between kubeadm's releases, as far as images and the container runtime are concerned. */
export interface KubeadmRules {
  /** The release, as `1.36`. */
  readonly release: string;
  /** The patch release whose source the rules follow. */
  readonly version: string;
  /** The commands that connect to a runtime, in their order. */
  readonly connect: readonly KubeadmCommandName[];
  readonly connectError: (command: KubeadmCommandName, failure: CommandFailure) => string;
  /** Returns a command as the host sees it; `socket` is the CRI's. */
  readonly invocation: (command: KubeadmCommand, socket: string) => Invocation;
  /** How many arguments of a crictl process name its sockets. */
  readonly socketArguments: number;
  /** Returns after how long a command is given up; undefined: never. */
  readonly deadlineMicros: (command: KubeadmCommandName) => number | undefined;
  /** The calls that need no command. */
  readonly atOnce: Readonly<
    Partial<Record<RuntimeCallName, (call: RuntimeCall, socket: string) => RuntimeResult>>
  >;
  readonly single: Readonly<Partial<Record<RuntimeCallName, SingleCommand>>>;
  /** Whether `PullImagesInParallel` exists, since v1.30. */
  readonly pullsInParallel: boolean;
  readonly imageIsPresent: (answer: CommandAnswer) => boolean;
  readonly stopFailed: (sandbox: string, failure: CommandFailure) => string;
  readonly removeFailed: (sandbox: string, failure: CommandFailure) => string;
  /** Returns the error of `PullImage` after its last try. */
  readonly pullFailed: (image: string, failure: CommandFailure) => string;
  /** Returns the answer to a status call for an image that is absent. */
  readonly absentImage: (image: string) => CommandAnswer;
  /** Returns a failure of the CRI as kubeadm gets it: itself, or as the end of a crictl process. */
  readonly failureOfCri: (command: KubeadmCommandName, error: string) => CommandFailure;
}

/**
 * PullImageRetry and RemoveContainerRetry of cmd/kubeadm/app/constants: tries in all, one right after the
 * other.
 */
export const triesMax = 5;

/**
 * Returns the error of `PullImagesInParallel`, and of the serial loop of `ImagePullCheck`, for an error of
 * `PullImage`.
 */
export function imageFailed(image: string, error: string): string {
  return `failed to pull image ${image}: ${error}`;
}

/** Returns a value without an error if the command succeeded, else the error with the value beside it. */
export function either(
  answer: CommandAnswer,
  succeeded: (answer: CommandSuccess) => RuntimeResult,
  failed: (failure: CommandFailure) => RuntimeResult,
): RuntimeResult {
  return answer.ok ? succeeded(answer) : failed(answer);
}
