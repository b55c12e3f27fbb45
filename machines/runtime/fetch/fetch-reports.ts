import type { PullError } from '../../../src/rules/runtime/errors/pull-error.ts';
import type { Because, ObservationOf } from '../../../src/trace/observation.ts';
import type { RecorderEvent } from '../../world/recorder.ts';
import type { PullProgressEvent } from '../pull-progress.ts';
import { currentItem, type FetchContext, isOfChunks, isResumed } from './fetch-context.ts';
import type { FetchAnswer } from './fetch-protocol.ts';
import { requireWanted } from './registry-request.ts';
import { type BodyPart, bodyFaultMet, flowName, flowOffset } from './response-body.ts';

/** The message to the watch about a request that is sent. */
export function progressAsking(context: FetchContext): PullProgressEvent {
  return { type: 'PROGRESS.ASKING', fetch: context.input.fetch, at: currentItem(context) };
}

/** The message to the watch about a request that waits for a slot: the watch does not count it. */
export function progressQueued({ input }: FetchContext): PullProgressEvent {
  return { type: 'PROGRESS.SETTLED', fetch: input.fetch };
}

/**
 * The message to the watch about bytes that begin to flow: for the first time, after a resume, at another
 * rate, or for another chunk.
 */
export function progressReceiving(context: FetchContext, part: BodyPart['part']): PullProgressEvent {
  const { layer, bytes } = requireWanted(context);
  return {
    type: 'PROGRESS.RECEIVING',
    layer,
    bytes,
    flow: flowName(context),
    offset: flowOffset(context, part),
  };
}

/** The record of a layer whose bytes stop arriving, or arrive at a trickle. */
export function recordStall(context: FetchContext): RecorderEvent {
  const { input } = context;
  const { digest, layer, bytes } = requireWanted(context);
  const observation: ObservationOf<'fetch'> = {
    type: 'fetch',
    state: 'stalled',
    image: input.image,
    digest,
    layer,
    bytes,
  };
  const because = { kind: 'fault', actor: bodyFaultMet(context)?.fault ?? '' };
  return { type: 'RECORD', actor: input.task?.name ?? input.name, pull: input.caller, observation, because };
}

/** The message to the pull when all items have been fetched. */
export function finished(context: FetchContext): FetchAnswer {
  return {
    type: 'FETCH.FINISHED',
    fetch: context.input.fetch,
    layer: currentItem(context).layer,
    endedMicros: context.layer.endedMicros,
  };
}

/** The message to the pull that the blob of a layer was there. */
export function kept(context: FetchContext): FetchAnswer {
  return { type: 'FETCH.KEPT', fetch: context.input.fetch, layer: currentItem(context).layer };
}

/** The record of what happens to a layer on its way into the content store. */
export function recordFetch(context: FetchContext, state: 'started' | 'fetched' | 'failed'): RecorderEvent {
  const { digest, layer, bytes } = currentItem(context);
  const { outcome } = context;
  // A wrong digest is found after the last byte, so a layer may fail where it would otherwise be recorded as
  // fetched.
  const isFine = outcome === 'going';
  const error =
    outcome === 'cancelled'
      ? 'context canceled'
      : isFine
        ? ''
        : (errorTexts[outcome.kind] ?? 'not to be had');
  const outcomeFields = isFine ? { state } : ({ state: 'failed', error } as const);
  const observation: ObservationOf<'fetch'> = {
    type: 'fetch',
    ...outcomeFields,
    image: context.input.image,
    digest,
    layer,
    bytes,
  };
  const because = state === 'started' ? requireWanted(context).because : layerFaultBehind(context);
  const cause = because === undefined ? {} : { because };
  return { type: 'RECORD', actor: context.input.name, pull: context.input.caller, observation, ...cause };
}

/**
 * The fault that leaves no room for the layer, or makes it corrupt. The records of requests name all other
 * faults.
 */
function layerFaultBehind({ layer: { fault }, outcome }: FetchContext): Because | undefined {
  const isMet =
    typeof outcome === 'object' && (outcome.kind === 'diskFullDownload' || outcome.kind === 'wrongDigest');
  return isMet && fault !== undefined ? { kind: 'fault', actor: fault } : undefined;
}

/**
 * The record of a layer that is given up between two responses. Nothing is recorded of an item whose first
 * response has not begun.
 */
export function recordUnresumed(context: FetchContext): RecorderEvent {
  const { name: actor, caller: pull } = context.input;
  return !isOfChunks(context) && isResumed(context)
    ? recordFetch(context, 'failed')
    : { type: 'RECORDS', actor, pull, observations: [] };
}

/** The texts of Go's errors. */
const errorTexts: { readonly [kind in PullError['kind']]?: string } = {
  reset: 'connection reset by peer',
  shortRead: 'unexpected EOF',
  wrongDigest: 'unexpected commit digest',
  diskFullDownload: 'no space left on device',
};
