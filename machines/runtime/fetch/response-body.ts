import { requestObservation } from '../../../src/rules/runtime/registry/request-observation.ts';
import { withChanges } from '../../../src/rules/values/with-changes.ts';
import type { SlotRequester } from '../../pull/pull-slots.ts';
import type { FlowName, FlowRequester, NetworkEvent } from '../../world/network-protocol.ts';
import type { RecorderEvent } from '../../world/recorder.ts';
import type { BodyFault, ResponseBody } from '../../world/registry-protocol.ts';
import type { RuntimeSlotsEvent } from '../runtime-slots.ts';
import type { SlotWait } from '../runtime-slots-context.ts';
import type { RegistryResponse, ResponseEnd } from './fetch-protocol.ts';
import {
  addressee,
  answerStatus,
  type RequestContext,
  type RequestEnd,
  requireWanted,
} from './registry-request.ts';

/** As much of a context as the questions about a body need. */
export interface BodyContext extends RequestContext {
  /** How many bytes of the response will be read. */
  readonly bytes: number;
}

/** A part of the body: the bytes up to its fault, or those after it, which come at a trickle. */
export interface BodyPart {
  readonly part: 'first' | 'slow';
}

/** Returns the request with the cause that it had to wait for another's slot. */
export function admitted(context: BodyContext, releasedBy: string | undefined): RegistryResponse {
  const because = { kind: 'downloadSlot', actor: releasedBy ?? '' } as const;
  return withChanges(context.request, { wanted: { ...requireWanted(context), because } });
}

/**
 * How many bytes of a response have already been sent when the client drops it. Measured:
 * test/validation/runs e1, 1 MiB chunks.
 */
const droppedBytes = 9_000;

function answerBody({ request: { answer } }: BodyContext): ResponseBody | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
}

/**
 * Returns the fault of the body, as the registry, or the registry before its blob store, has announced it.
 */
function announcedFault(context: BodyContext): BodyFault | undefined {
  return answerBody(context)?.bodyFault ?? context.request.redirect?.bodyFault;
}

/**
 * Returns the byte of the layer at which the response begins: the first one if the registry does not know
 * ranges.
 */
export function startByte(context: BodyContext): number {
  return answerStatus(context) === 206 ? (requireWanted(context).offset ?? 0) : 0;
}

/** The length of the response in bytes. */
function responseBytes(context: BodyContext): number {
  return requireWanted(context).bytes - startByte(context);
}

/** Returns the fault of the body if it happens before all bytes that will be read have arrived. */
export function bodyFaultMet(context: BodyContext): BodyFault | undefined {
  const fault = announcedFault(context);
  if (fault === undefined || fault.kind === 'corrupt') return undefined;
  return fault.afterBytes < context.bytes ? fault : undefined;
}

/** Returns how many bytes arrive before the body is complete or its fault happens. */
function firstBytes(context: BodyContext): number {
  const dropped = Math.min(droppedBytes, responseBytes(context) - context.bytes);
  return bodyFaultMet(context)?.afterBytes ?? context.bytes + dropped;
}

export function flowName(context: BodyContext): FlowName {
  const { name: id, linkId } = context.input;
  return { id, linkId, registry: answerBody(context)?.from ?? addressee(context).host };
}

/** The request to the network for the bytes up to the end of the body, or up to its fault. */
export function firstFlow(context: BodyContext, requester: FlowRequester): NetworkEvent {
  const { bytesPerSecondMax } = requireWanted(context);
  const flow = {
    type: 'FLOW.REQUESTED',
    ...flowName(context),
    bytes: firstBytes(context),
    requester,
  } as const;
  return bytesPerSecondMax === undefined ? flow : { ...flow, bytesPerSecondMax };
}

/** The request to the network for the bytes after the fault, which the registry sends at a trickle. */
export function slowFlow(context: BodyContext, requester: FlowRequester): NetworkEvent {
  const { afterBytes = 0, bytesPerSecond } = bodyFaultMet(context) ?? {};
  const slow = bytesPerSecond === undefined ? {} : { bytesPerSecondMax: bytesPerSecond };
  return {
    type: 'FLOW.REQUESTED',
    ...flowName(context),
    bytes: context.bytes - afterBytes,
    requester,
    ...slow,
  };
}

/**
 * Returns the byte of the layer at which a flow begins: the first one, or the slow one after the fault of the
 * body.
 */
export function flowOffset(context: BodyContext, part: BodyPart['part']): number {
  return startByte(context) + (part === 'slow' ? (bodyFaultMet(context)?.afterBytes ?? 0) : 0);
}

/** Returns how the response broke off; undefined if it did not. */
export function breakKind(context: BodyContext): 'cut' | 'reset' | undefined {
  const kind = bodyFaultMet(context)?.kind;
  return kind === 'cut' || kind === 'reset' ? kind : undefined;
}

/**
 * Returns how long no bytes arrive before the response breaks off; 0 if it does not, or breaks off at once.
 */
export function stallMicrosBeforeBreak(context: BodyContext): number {
  return breakKind(context) === undefined ? 0 : (bodyFaultMet(context)?.pauseMicros ?? 0);
}

/** Returns how the response ended, once all bytes have arrived or no more will. */
export function responseEnd(context: BodyContext): ResponseEnd {
  const broken = breakKind(context);
  const start = startByte(context);
  if (broken !== undefined) return { kind: broken, start, bytes: bodyFaultMet(context)?.afterBytes ?? 0 };
  const fault = announcedFault(context);
  const { bytes } = context;
  return fault?.kind === 'corrupt'
    ? { kind: 'corrupt', start, bytes, fault: fault.fault }
    : { kind: 'complete', start, bytes };
}

/**
 * Returns how the request ends when all bytes that were wanted have arrived: it is dropped if the response is
 * longer.
 */
export function endOfBody(context: BodyContext): RequestEnd {
  return requireWanted(context).layer < 0 || context.bytes === responseBytes(context) ? 'read' : 'dropped';
}

/** The request for a slot, with the record of the wait for it. */
export function slotRequest(context: BodyContext, requester: SlotRequester): RuntimeSlotsEvent {
  return { type: 'SLOT.REQUESTED', requester, holder: context.input.name, wait: slotWait(context) };
}

/** The message that gives the slot back; where slots are counted by image, it names that. */
export function slotReturn({ input }: BodyContext): RuntimeSlotsEvent {
  const released = { type: 'SLOT.RELEASED', holder: input.name } as const;
  return input.profile.downloadSlots.slotsMaxPerImage === undefined
    ? released
    : { ...released, image: input.image };
}

function slotWait(context: BodyContext): SlotWait {
  const wantedRequest = requireWanted(context);
  const requestPath = {
    registry: wantedRequest.place.host,
    image: context.input.image,
    offset: wantedRequest.offset,
  };
  const observation = requestObservation(wantedRequest, requestPath, { state: 'waiting' });
  const { name: actor, caller: pull } = context.input;
  return { record: { type: 'RECORD', actor, pull, observation }, kind: 'downloadSlot', holder: actor };
}

/** The record of a response that broke off. */
export function recordBreak(context: BodyContext): RecorderEvent {
  const error = breakKind(context) === 'cut' ? 'unexpected EOF' : 'connection reset by peer';
  const wantedRequest = requireWanted(context);
  const { connection } = context.request.given;
  const requestPath = {
    registry: addressee(context).host,
    image: context.input.image,
    offset: wantedRequest.offset,
    connection,
  };
  const fault = bodyFaultMet(context)?.fault;
  return {
    type: 'RECORD',
    actor: context.input.name,
    pull: context.input.caller,
    observation: requestObservation(wantedRequest, requestPath, { state: 'failed', error }),
    ...(fault === undefined ? {} : { because: { kind: 'fault', actor: fault } }),
  };
}
