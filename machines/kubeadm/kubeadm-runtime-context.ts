import type { ActorRef, Snapshot } from 'xstate';
import type { KubeadmCommand, KubeadmCommandName } from '../../src/rules/kubeadm/command.ts';
import type { KubeadmRules } from '../../src/rules/kubeadm/kubeadm-rules.ts';
import type { RuntimeCall, RuntimeResult } from '../../src/rules/kubeadm/runtime-call.ts';
import { type FailedImage, parallelErrors } from '../../src/rules/kubeadm/runtime-errors.ts';
import { aggregateError } from '../../src/rules/kubelet/images/aggregate-error.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';
import type { KubeadmHost, RuntimeCallEnded, RuntimeMade } from './kubeadm-protocol.ts';

export interface KubeadmRuntimeInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly rules: KubeadmRules;
  /** The CRI socket. */
  readonly socket: string;
  readonly host: KubeadmHost;
  readonly owner: ActorRef<Snapshot<unknown>, RuntimeMade>;
}

export interface KubeadmRuntimeContext {
  readonly input: KubeadmRuntimeInput;
  /** The number of commands of `rules.connect` that have succeeded. */
  readonly connected: number;
  readonly call: RuntimeCall | undefined;
  readonly requester: ActorRef<Snapshot<unknown>, RuntimeCallEnded> | undefined;
  /**
   * In removeContainers: the place of the sandbox in hand, and the errors of the sandboxes that could not be
   * removed.
   */
  readonly sandbox: number;
  readonly errors: readonly string[];
  /** The number of pulls that have not ended. */
  readonly pulling: number;
  readonly failed: readonly FailedImage[];
}

/** Returns the call under way. Only states that have one may ask. */
export function requireCall({ input, call }: KubeadmRuntimeContext): RuntimeCall {
  if (call === undefined) throw new Error(`${input.name}: no call is under way`);
  return call;
}

export function requireCaller({
  input,
  requester,
}: KubeadmRuntimeContext): ActorRef<Snapshot<unknown>, RuntimeCallEnded> {
  if (requester === undefined) throw new Error(`${input.name}: no call has been made`);
  return requester;
}

/** Returns the next command that must succeed before the runtime is ready for use. */
export function connectCommand({ input, connected }: KubeadmRuntimeContext): KubeadmCommandName {
  const command = input.rules.connect[connected];
  if (command === undefined) throw new Error(`${input.name} is connected`);
  return command;
}

/** Returns the sandbox that removeContainers is removing; undefined at the end of the list. */
export function currentSandbox(context: KubeadmRuntimeContext): string | undefined {
  return requireCall(context).ids?.[context.sandbox];
}

/** Returns the single command of which the call under way consists. */
export function singleCommand(context: KubeadmRuntimeContext): KubeadmCommand {
  const { op, image } = requireCall(context);
  const single = context.input.rules.single[op];
  if (single === undefined) throw new Error(`${context.input.name}: ${op} is more than one command`);
  return { name: single.command, ...(op === 'imageExists' ? { subject: image ?? '' } : {}) };
}

/** Returns the images that the call under way pulls. */
export function imagesToPull(context: KubeadmRuntimeContext): readonly string[] {
  const { op, image, images } = requireCall(context);
  return op === 'pullImage' ? [image ?? ''] : (images ?? []);
}

/** Returns the result of a call's pulls: the error of its only image, or an aggregate of all errors. */
export function pullsResult(context: KubeadmRuntimeContext): RuntimeResult {
  if (requireCall(context).op !== 'pullImage') return aggregateResult(parallelErrors(context.failed));
  const [failed] = context.failed;
  return failed === undefined ? {} : { error: failed.error };
}

/** Returns a result with the errors as an aggregate, or without an error if there are none. */
export function aggregateResult(errors: readonly string[]): RuntimeResult {
  return errors.length === 0 ? {} : { error: aggregateError(errors), errors };
}
