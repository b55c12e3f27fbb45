import { requestObservation } from '../../src/runtime/registry/request-observation.ts';
import type { SlotWait } from '../pull/pull-slots.ts';
import type { FlowName, FlowRequester, NetworkEvent } from '../world/network-protocol.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { BodyFault, ResponseBody } from '../world/registry-protocol.ts';
import type { ResponseEnd, Wanted } from './fetch-protocol.ts';
import { type RequestContext, type RequestEnd, statusOf, wantedOf } from './registry-request.ts';

/** What is known of a response, as far as it is read. */
export interface BodyContext extends RequestContext {
  /** How many bytes of the response are to be read. */
  readonly bytes: number;
}

/** Returns what is wanted, when somebody else has made room for it. */
export function admitted(context: BodyContext, releasedBy: string | undefined): Wanted {
  return { ...wantedOf(context), because: { kind: 'downloadSlot', actor: releasedBy ?? '' } };
}

/** What a client has read, or has been sent, of a response that it drops half-way. Measured: test/validation/runs e1, 1 MiB chunks. */
const droppedBytes = 9_000;

function bodyOf({ answer }: BodyContext): ResponseBody | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
}

/** Returns the byte of the layer at which the response begins: a registry that knows no ranges sends all of it. */
export function startOf(context: BodyContext): number {
  return statusOf(context) === 206 ? (wantedOf(context).offset ?? 0) : 0;
}

/** How long the response is. */
function lengthOf(context: BodyContext): number {
  return wantedOf(context).bytes - startOf(context);
}

/** Returns the fault of the body if it happens before everything that is to be read has come. */
export function bodyFaultMet(context: BodyContext): BodyFault | undefined {
  const fault = bodyOf(context)?.bodyFault;
  if (fault === undefined || fault.kind === 'corrupt') return undefined;
  return fault.afterBytes < context.bytes ? fault : undefined;
}

/** Returns how many bytes flow until something else happens. */
function firstBytes(context: BodyContext): number {
  const dropped = Math.min(droppedBytes, lengthOf(context) - context.bytes);
  return bodyFaultMet(context)?.afterBytes ?? context.bytes + dropped;
}

export function flowName(context: BodyContext): FlowName {
  const { name: id, linkId } = context.input;
  return { id, linkId, registry: bodyOf(context)?.from ?? wantedOf(context).place.host };
}

/** The bytes that come at the rate that the network gives, up to the fault of the body where there is one. */
export function firstFlow(context: BodyContext, requester: FlowRequester): NetworkEvent {
  return { type: 'FLOW.REQUESTED', ...flowName(context), bytes: firstBytes(context), requester };
}

/** The bytes after that, where the registry goes on slowly. */
export function slowFlow(context: BodyContext, requester: FlowRequester): NetworkEvent {
  const { afterBytes = 0, bytesPerSecond } = bodyFaultMet(context) ?? {};
  const slow = bytesPerSecond === undefined ? {} : { bytesPerSecondMax: bytesPerSecond };
  return { type: 'FLOW.REQUESTED', ...flowName(context), bytes: context.bytes - afterBytes, requester, ...slow };
}

/** Returns the byte of the layer with which the flow begins: at first, or after the fault of the body. */
export function flowOffset(context: BodyContext, part: 'first' | 'slow'): number {
  return startOf(context) + (part === 'slow' ? (bodyFaultMet(context)?.afterBytes ?? 0) : 0);
}

/** Returns how the response broke off; undefined: it did not. */
export function breakOf(context: BodyContext): 'cut' | 'reset' | undefined {
  const kind = bodyFaultMet(context)?.kind;
  return kind === 'cut' || kind === 'reset' ? kind : undefined;
}

/** Returns how long nothing comes before the response breaks off. */
export function falterMicros(context: BodyContext): number {
  return breakOf(context) === undefined ? 0 : (bodyFaultMet(context)?.pauseMicros ?? 0);
}

/** Returns how the response ended, when all bytes have come or no more will. */
export function endOf(context: BodyContext): ResponseEnd {
  const broken = breakOf(context);
  const isCorrupt = bodyOf(context)?.bodyFault?.kind === 'corrupt';
  return {
    kind: broken ?? (isCorrupt ? 'corrupt' : 'complete'),
    start: startOf(context),
    bytes: broken === undefined ? context.bytes : (bodyFaultMet(context)?.afterBytes ?? 0),
  };
}

/** How the request ends when all that was to be read has come: where more follows, that is dropped. */
export function endOfBody(context: BodyContext): RequestEnd {
  return wantedOf(context).layer < 0 || context.bytes === lengthOf(context) ? 'read' : 'dropped';
}

/** What the trace is told of a request that has to wait for its slot. */
export function slotWait(context: BodyContext): SlotWait {
  const wanted = wantedOf(context);
  const way = { registry: wanted.place.host, image: context.input.image, offset: wanted.offset };
  const observation = requestObservation(wanted, way, { state: 'waiting' });
  const { name: actor, caller: pull } = context.input;
  return { record: { type: 'RECORD', actor, pull, observation }, kind: 'downloadSlot', holder: actor };
}

/** A response that broke off. */
export function recordBreak(context: BodyContext): RecorderEvent {
  const error = breakOf(context) === 'cut' ? 'unexpected EOF' : 'connection reset by peer';
  const wanted = wantedOf(context);
  const { connection } = context.given;
  const way = { registry: wanted.place.host, image: context.input.image, offset: wanted.offset, connection };
  const fault = bodyFaultMet(context)?.fault;
  return {
    type: 'RECORD',
    actor: context.input.name,
    pull: context.input.caller,
    observation: requestObservation(wanted, way, { state: 'failed', error }),
    ...(fault === undefined ? {} : { because: { kind: 'fault', actor: fault } }),
  };
}
