import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { PodSpec } from '../../src/kubelet/pods/pod.ts';
import { sandboxDeadlineError, sandboxDeadlineMicros } from '../../src/runtime/images/sandbox-image.ts';
import type { ObservationOf, PodRef } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { SandboxImageAnswer, SandboxImages } from '../runtime/cri.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';
import type { PodSyncInput } from './pod-sync-protocol.ts';

/** `RunPodSandbox` has returned; the error's text is the CRI's. */
export type SandboxReturned = { readonly type: 'SANDBOX.MADE' } | { readonly type: 'SANDBOX.FAILED'; readonly error: string };

export interface SandboxCreationInput {
  /** The worker's name: what it makes speaks for it. */
  readonly name: string;
  /** `node-1/sandboxes/default/web-0`: the runtime's pull of the sandbox image is not the kubelet's. */
  readonly caller: string;
  readonly pod: PodRef;
  readonly recorder: Recorder;
  readonly images: SandboxImages;
  readonly sandboxMicros: number;
  readonly requester: ActorRef<Snapshot<unknown>, SandboxReturned>;
}

/** What one sandbox of a pod is made with, by whoever makes it. */
export function sandboxCreationInput(
  { name, pod, images, sandboxImages, timings }: PodSyncInput,
  { nodeName }: PodSpec,
  requester: SandboxCreationInput['requester'],
): SandboxCreationInput {
  const caller = `${nodeName}/sandboxes/${pod.namespace}/${pod.name}`;
  return { name, caller, pod, recorder: images.recorder, images: sandboxImages, sandboxMicros: timings.sandboxMicros, requester };
}

export interface SandboxCreationContext extends SandboxCreationInput {
  /** The runtime's pull of the sandbox image, by its name; undefined where there is none. */
  readonly pull: string | undefined;
}

type Missing = Extract<SandboxImageAnswer, { type: 'SANDBOX_IMAGE.MISSING' }>;
type Told = Pick<ObservationOf<'sandbox'>, 'state' | 'image' | 'error'>;

/**
 * Makes one sandbox: the runtime looks for its own image (pause), pulls it where it is not there, and sets up the pod's
 * network and its pause container. Each sandbox pulls for itself; what another pull fetches already is waited for.
 *
 * Mirrors `RunPodSandbox` of containerd's CRI plugin (1.6.20, 2.4.2) as the kubelet calls it. Since 2.0 the real one sets up
 * the network before it looks for the image; here the image always comes first.
 */
export const sandboxCreationMachine = setup({
  types: { input: {} as SandboxCreationInput, context: {} as SandboxCreationContext, events: {} as SandboxImageAnswer },
  delays: {
    deadline: () => sandboxDeadlineMicros,
    sandboxCreation: ({ context }) => context.sandboxMicros,
  },
  actions: {
    notePull: assign((_, { pull }: Missing) => ({ pull })),
    askImage: sendTo(
      ({ context }) => context.images,
      ({ context: { pod, caller }, self }) => ({ type: 'SANDBOX_IMAGE.REQUESTED', pod, caller, requester: self }) as const,
    ),
    giveUpPull: sendTo(
      ({ context }) => context.images,
      ({ context }) => ({ type: 'IMAGE_PULL.CANCELLED', caller: context.caller }) as const,
    ),
    finish: sendTo(({ context }) => context.requester, { type: 'SANDBOX.MADE' }),
    fail: sendTo(
      ({ context }) => context.requester,
      (_, { error }: { error: string }): SandboxReturned => ({ type: 'SANDBOX.FAILED', error }),
    ),
    /** What ends a pull of the image is the pull's doing. */
    tell: sendTo(
      ({ context }) => context.recorder,
      ({ context: { name, caller, pod, pull } }, { state, image, error }: Told): RecorderEvent => ({
        type: 'RECORD',
        actor: name,
        ...(state === 'pullingImage' ? { pull: caller } : {}),
        observation: { type: 'sandbox', state, pod, ...(image === undefined ? {} : { image }), ...(error === undefined ? {} : { error }) },
        ...(pull === undefined || state === 'ready' ? {} : { because: { kind: 'sandboxImage', actor: pull } }),
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'sandboxCreation',
  description: 'One call of RunPodSandbox.',
  context: ({ input }) => ({ ...input, pull: undefined }),
  initial: 'lookingForImage',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    lookingForImage: {
      description: 'The runtime looks whether the sandbox image is there; no time passes.',
      entry: 'askImage',
      on: {
        'SANDBOX_IMAGE.PRESENT': 'creating',
        'SANDBOX_IMAGE.MISSING': {
          target: 'pullingImage',
          actions: [
            { type: 'tell', params: ({ event }) => ({ state: 'pullingImage', image: event.image }) },
            { type: 'notePull', params: ofEvent },
          ],
        },
      },
    },
    pullingImage: {
      description: 'The runtime pulls the sandbox image, past the kubelet’s image manager: no slot, no back-off, no event.',
      tags: 'pulling',
      on: {
        'IMAGE_PULL.SUCCEEDED': 'creating',
        'IMAGE_PULL.FAILED': {
          target: 'ended',
          actions: [
            { type: 'tell', params: ({ event }) => ({ state: 'failed', error: event.error }) },
            { type: 'fail', params: ofEvent },
          ],
        },
      },
      after: {
        deadline: {
          target: 'ended',
          actions: [
            'giveUpPull',
            { type: 'tell', params: { state: 'failed', error: sandboxDeadlineError } },
            { type: 'fail', params: { error: sandboxDeadlineError } },
          ],
        },
      },
    },
    creating: {
      description: 'The runtime sets up the pod’s network and starts its pause container.',
      entry: { type: 'tell', params: { state: 'creating' } },
      after: { sandboxCreation: { target: 'ended', actions: [{ type: 'tell', params: { state: 'ready' } }, 'finish'] } },
    },
    ended: { description: 'The pod’s round knows how it ended, and stops it.' },
  },
});
