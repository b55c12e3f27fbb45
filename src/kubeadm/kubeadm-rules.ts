import type { CommandAnswer, CommandFailure, CommandSuccess, KubeadmCommand, KubeadmCommandName } from './command.ts';
import type { RuntimeCall, RuntimeCallName, RuntimeResult } from './runtime-call.ts';

/** How a command looks on the host: a crictl process, or a call of the CRI. */
export type Invocation =
  | { readonly kind: 'lookPath'; readonly file: string }
  | { readonly kind: 'exec'; readonly args: readonly string[] }
  | { readonly kind: 'cri'; readonly op: string; readonly subject?: string; readonly verbose?: boolean };

/** A call that is one command and a reading of its answer. */
export interface SingleCommand {
  readonly command: KubeadmCommandName;
  readonly resultOf: (answer: CommandAnswer) => RuntimeResult;
}

/** What differs between kubeadm's releases, as far as images and the container runtime are concerned. */
export interface KubeadmRules {
  /** `1.36` */
  readonly release: string;
  /** The patch release whose source the rules follow. */
  readonly version: string;
  /** Commands that make a runtime, in their order. */
  readonly connect: readonly KubeadmCommandName[];
  readonly connectError: (command: KubeadmCommandName, failure: CommandFailure) => string;
  /** What the host sees of a command; `socket` is the CRI's. */
  readonly invocation: (command: KubeadmCommand, socket: string) => Invocation;
  /** How many arguments of a crictl process name its sockets. */
  readonly socketArguments: number;
  /** After how long a command is given up; undefined: never. */
  readonly deadlineMicros: (command: KubeadmCommandName) => number | undefined;
  /** Calls that ask nobody. */
  readonly atOnce: Readonly<Partial<Record<RuntimeCallName, (call: RuntimeCall, socket: string) => RuntimeResult>>>;
  readonly single: Readonly<Partial<Record<RuntimeCallName, SingleCommand>>>;
  /** Whether `PullImagesInParallel` exists, since v1.30. */
  readonly pullsInParallel: boolean;
  readonly imageIsPresent: (answer: CommandAnswer) => boolean;
  readonly stopFailed: (sandbox: string, failure: CommandFailure) => string;
  readonly removeFailed: (sandbox: string, failure: CommandFailure) => string;
  /** What `PullImage` returns after its last try. */
  readonly pullFailed: (image: string, failure: CommandFailure) => string;
  /** What the look for an image that is not there ends with. */
  readonly absentImage: (image: string) => CommandAnswer;
  /** How a failure of the CRI comes to kubeadm: itself, or as the end of a crictl process. */
  readonly failureOfCri: (command: KubeadmCommandName, error: string) => CommandFailure;
}

/** PullImageRetry and RemoveContainerRetry of cmd/kubeadm/app/constants: tries in all, one right after the other. */
export const triesMax = 5;

/** What `PullImagesInParallel` and the serial loop of `ImagePullCheck` make of an error of `PullImage`. */
export function imageFailed(image: string, error: string): string {
  return `failed to pull image ${image}: ${error}`;
}

/** A value without error of what succeeded; otherwise the error, with the value beside it. */
export function either(
  answer: CommandAnswer,
  succeeded: (answer: CommandSuccess) => RuntimeResult,
  failed: (failure: CommandFailure) => RuntimeResult,
): RuntimeResult {
  return answer.ok ? succeeded(answer) : failed(answer);
}
