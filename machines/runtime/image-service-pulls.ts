import { createFifo, shift } from '../../src/rules/collections/fifo.ts';
import { without } from '../../src/rules/collections/heap.ts';
import { entries, get, remove, set } from '../../src/rules/collections/sorted-map.ts';
import type { Image } from '../../src/rules/runtime/images/image.ts';
import { imageLocation } from '../../src/rules/runtime/images/image-location.ts';
import { scriptFor, withCallCounted } from '../../src/rules/runtime/images/pull-script.ts';
import { sandboxErrorText } from '../../src/rules/runtime/images/sandbox-image.ts';
import { shortNameError } from '../../src/rules/runtime/images/short-name.ts';
import { placesOfImage } from '../../src/rules/runtime/registry/registry-host.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { ImagePullAnswer, ImagePullCaller, SandboxImageAnswer, SandboxImageRequest } from './cri.ts';
import {
  findImage,
  type ImageServiceContext,
  type KnownImage,
  knownImage,
  type PullCall,
  type ServicePulls,
  type WantedPull,
  withImage,
} from './image-service-context.ts';
import { lazilyPulled, openReads } from './image-service-reads.ts';
import { pullHosts } from './pull-hosts.ts';
import type { PullRef, RuntimePullInput } from './pull-protocol.ts';
import type { ScriptedPullInput } from './scripted-pull.ts';

export type SandboxImageRequested = Extract<SandboxImageRequest, { type: 'SANDBOX_IMAGE.REQUESTED' }>;

/** Returns the open call of the pull of this name. A pull sends messages only while its call is open. */
export function requireCall(context: ImageServiceContext, pull: string): PullCall {
  const call = get(context.pulls.calls, pull);
  if (call === undefined) throw new Error(`${context.input.name}: no call is open for the pull "${pull}"`);
  return call;
}

/**
 * Returns the pull that this caller has open, with its name. A dead kubelet's pull for the same caller may still
 * run beside it, under the name without a number.
 */
export function openCall(
  { pulls: { calls } }: ImageServiceContext,
  caller: string,
): readonly [string, PullCall] | undefined {
  return entries(calls).find(([, call]) => call.caller === caller && call.requester !== undefined);
}

/**
 * The pull's name: the caller's name on this node, with a number if a dead kubelet's pull of that name still
 * runs.
 */
export function pullName(context: ImageServiceContext, caller: string): string {
  const name = nameFor(context, caller);
  return get(context.pulls.calls, name) === undefined ? name : `${name}#${context.pulls.started}`;
}

/**
 * Returns the pulls whose callers die: all of them, or only the kubelet's. Pulls beside the kubelet
 * (machines/kubeadm/pre-pull.ts) are not the kubelet's.
 */
export function openPulls(
  context: ImageServiceContext,
  who: 'kubelet' | 'everyone',
): readonly (readonly [string, PullCall])[] {
  const calls = entries(context.pulls.calls);
  return who === 'everyone'
    ? calls
    : calls.filter(([name]) => !name.startsWith(`${context.input.name}/pre-pull/`));
}

export function requireCaller(context: ImageServiceContext, pull: string): ImagePullCaller {
  const { requester } = requireCall(context, pull);
  if (requester === undefined) throw new Error(`${context.input.name}: the caller of "${pull}" is dead`);
  return requester;
}

/**
 * The outcome of a pull that is decided before the first request: by the scenario, by an unknown or blocked
 * host, or by an invalid name.
 */
export function scriptedOutcome(
  context: ImageServiceContext,
  image: string,
): { takesMicros: number; error: string | undefined } | undefined {
  const script = scriptFor(context.scripts, image);
  if (script !== undefined) {
    return {
      takesMicros: script.fault.takesMicros,
      error: script.fault.kind === 'pullFails' ? script.fault.error : undefined,
    };
  }
  const { delays, errorText } = context.input.profile;
  const { registry, repository } = imageLocation(image);
  // The reference is parsed first. The kubelet parses it too, so that only other callers get here.
  if (/[A-Z]/.test(repository)) {
    return {
      takesMicros: delays.beforeFailure,
      error: errorText({ kind: 'badReference', reason: 'uppercase' }, image),
    };
  }
  const shortName = shortNameError(context.input.shortNames, image);
  if (shortName !== undefined) return { takesMicros: delays.beforeFailure, error: shortName };
  const configured = placesOfImage(context.input.registryHosts ?? {}, image);
  if (configured?.places.length === 0) {
    const error = errorText({ kind: 'blocked', prefix: configured.key }, image);
    return { takesMicros: delays.beforeFailure, error };
  }
  // The policy is asked when the manifest is there, whose time is not counted here.
  if (configured?.places.some(({ isRejected }) => isRejected)) {
    const isIndex = findImage(context.input, image)?.index;
    const error = errorText({ kind: 'rejected' }, image, isIndex);
    return { takesMicros: delays.beforeHead + delays.beforeFailure, error };
  }
  if (context.input.registries[registry] !== undefined) return undefined;
  const error = errorText({ kind: 'noSuchHost', at: { method: 'HEAD', kind: 'tag', digest: '' } }, image);
  return { takesMicros: delays.beforeHead + delays.beforeFailure, error };
}

/** The input of a pull that asks a registry. */
export function pullInput(
  context: ImageServiceContext,
  { image: name, caller, credential, sandboxOf, pod = sandboxOf, container }: WantedPull,
  service: RuntimePullInput['service'],
): RuntimePullInput {
  const {
    helpers: { content, slots, unpackSlots, metadata },
    input,
  } = context;
  const { recorder, clock, random, profile, network, disk, linkId, connectMicros = {} } = input;
  const hosts = pullHosts(context, name);
  const registryImage = findImage(input, name);
  const image: Image = lazilyPulled(context, name)?.pulled ??
    registryImage ?? {
      name,
      ref: '',
      index: false,
      configBytes: 0,
      layers: [],
      source: 'assumed',
    };
  const { unpackBytesPerSecond } = input.timings;
  const { pieceBytes } = input;
  return {
    recorder,
    clock,
    random,
    profile,
    content,
    slots,
    unpackSlots,
    metadata,
    network,
    disk,
    linkId,
    connectMicros,
    unpackBytesPerSecond,
    ...(pieceBytes === undefined ? {} : { pieceBytes }),
    name: pullName(context, caller),
    caller,
    pod,
    container,
    service,
    image,
    exists: registryImage !== undefined,
    identity: credential?.identity,
    hosts,
  };
}

/** The input of a pull whose outcome is decided. */
export function scriptedInput(
  context: ImageServiceContext,
  { image, caller, sandboxOf, pod = sandboxOf, container }: WantedPull,
  service: ScriptedPullInput['service'],
): ScriptedPullInput {
  const { takesMicros = 0, error } = scriptedOutcome(context, image) ?? {};
  return {
    name: pullName(context, caller),
    recorder: context.input.recorder,
    service,
    pod,
    container,
    takesMicros,
    error,
  };
}

/** Returns the context after a pull has begun. */
export function withCall(
  context: ImageServiceContext,
  { image, caller, requester, sandboxOf, credential }: WantedPull,
  ref: PullRef,
): Partial<ImageServiceContext> {
  const isLazy = lazilyPulled(context, image) !== undefined;
  const call = {
    image,
    ref,
    caller,
    requester,
    ...(sandboxOf === undefined ? {} : { sandboxOf }),
    ...(isLazy ? { lazy: { identity: credential?.identity } } : {}),
  };
  const { calls, started, toCancel } = context.pulls;
  return {
    pulls: { calls: set(calls, pullName(context, caller), call), started: started + 1, toCancel },
  };
}

/** Returns the context after a pull has begun that uses up one outcome of a script. */
export function withScriptCounted(
  context: ImageServiceContext,
  request: WantedPull,
  ref: PullRef,
): Partial<ImageServiceContext> {
  const script = scriptFor(context.scripts, request.image);
  const scripts = script === undefined ? context.scripts : withCallCounted(context.scripts, script);
  return { ...withCall(context, request, ref), scripts };
}

/** Whether the runtime has its image for sandboxes, or needs none. */
export function hasSandboxImage(context: ImageServiceContext): boolean {
  const { sandboxImage } = context.input;
  return sandboxImage === undefined || knownImage(context, sandboxImage) !== undefined;
}

/**
 * The pull that the runtime makes for a sandbox (`ensureImageExists`): an ordinary PullImage without
 * credentials.
 */
export function sandboxPull(
  { input }: ImageServiceContext,
  { pod, caller, requester }: SandboxImageRequested,
): WantedPull {
  return { image: input.sandboxImage ?? '', caller, requester, sandboxOf: pod };
}

/** The message to a sandbox whose image has been pulled. */
export function sandboxImageMissing(
  context: ImageServiceContext,
  request: SandboxImageRequested,
): SandboxImageAnswer {
  return {
    type: 'SANDBOX_IMAGE.MISSING',
    image: sandboxPull(context, request).image,
    pull: pullName(context, request.caller),
  };
}

/** The message to the caller of a failed pull; for a sandbox, the error of RunPodSandbox. */
export function pullFailed(
  context: ImageServiceContext,
  { pull, error }: { pull: string; error: string },
): ImagePullAnswer {
  const { image, sandboxOf } = requireCall(context, pull);
  const { wording } = context.input.profile;
  return {
    type: 'IMAGE_PULL.FAILED',
    error: sandboxOf === undefined ? error : sandboxErrorText(wording, image, sandboxOf, error),
  };
}

/** Returns the image of a pull as it is stored when the pull has succeeded. */
export function pulledImage(context: ImageServiceContext, pull: string): KnownImage {
  const { image, lazy } = requireCall(context, pull);
  const { name = image, ref: id = '' } = findImage(context.input, image) ?? {};
  return lazy === undefined ? { name, id } : { name, id, lazy };
}

/** Returns the context after a pull has succeeded. */
export function withPulled(context: ImageServiceContext, pull: string): Partial<ImageServiceContext> {
  return { refs: withImage(context.refs, pulledImage(context, pull)), pulls: withoutCall(context, pull) };
}

/** Returns the pulls when the call of this one is over. */
export function withoutCall({ pulls }: ImageServiceContext, pull: string): ServicePulls {
  return withChanges(pulls, { calls: remove(pulls.calls, pull) });
}

/** The record of an image that has become present. */
export function recordPulled(context: ImageServiceContext, pull: string): RecorderEvent {
  const { name: image, id: ref } = pulledImage(context, pull);
  const observation = { type: 'image', state: 'present', image, ref } as const;
  const { caller } = requireCall(context, pull);
  return {
    type: 'RECORD',
    actor: context.input.name,
    pull: caller,
    observation,
    because: { kind: 'pull', actor: pull },
  };
}

/**
 * Returns the context after the death of the kubelet or of all callers: their pulls have no caller, and their
 * ImageStatus calls are dropped.
 */
export function withoutCallers(
  context: ImageServiceContext,
  who: 'kubelet' | 'everyone',
): Partial<ImageServiceContext> {
  const { status, pulls } = context;
  const calls = openPulls(context, who).reduce(
    (left, [name, call]) => set(left, name, { ...call, requester: undefined }),
    pulls.calls,
  );
  return {
    status: {
      calls: without(status.calls, ({ caller }) => who === 'everyone' || caller === undefined),
      made: status.made,
      nowMicros: context.input.clock.nowMicros(),
    },
    pulls: withChanges(pulls, { calls }),
  };
}

/** Returns the context after a caller has given up: its pull has no caller, and will be cancelled. */
export function givenUp(context: ImageServiceContext, caller: string): Partial<ImageServiceContext> {
  const [name, call] = openCall(context, caller) ?? [];
  if (name === undefined || call === undefined)
    throw new Error(`${context.input.name}: "${caller}" has no pull`);
  const { status, pulls } = context;
  const calls = set(pulls.calls, name, { ...call, requester: undefined });
  return {
    status: withChanges(status, { nowMicros: context.input.clock.nowMicros() }),
    pulls: withChanges(pulls, { calls, toCancel: createFifo([call.ref]) }),
  };
}

/** Returns the pulls when those of these callers are to be cancelled. */
export function markedForCancel(context: ImageServiceContext, who: 'kubelet' | 'everyone'): ServicePulls {
  const ofPulls = openPulls(context, who).map(([, call]) => call.ref);
  const ofReads: readonly PullRef[] = who === 'everyone' ? openReads(context) : [];
  const toCancel = createFifo([...ofPulls, ...ofReads]);
  return withChanges(context.pulls, { toCancel });
}

/** Returns the pulls when the next one to cancel has got its message. */
export function withoutFirstToCancel({ pulls }: ImageServiceContext): ServicePulls {
  return withChanges(pulls, { toCancel: shift(pulls.toCancel) });
}

function nameFor({ input }: ImageServiceContext, caller: string): string {
  return `${input.name}/${caller.startsWith(`${input.linkId}/`) ? caller.slice(input.linkId.length + 1) : caller}`;
}
