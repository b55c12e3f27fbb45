import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import { requestObservation } from '../../src/runtime/registry/request-observation.ts';
import type { FlowName, FlowRequester, NetworkEvent } from '../world/network-protocol.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { BodyFault, ResponseBody } from '../world/registry-protocol.ts';
import type { DownloadAnswer, DownloadEnd, DownloadWanted } from './download-request.ts';
import { type RequestContext, type RequestEnd, statusOf, wantedOf, wanting } from './download-request.ts';

/** What one download knows: of the request for it, and of the response, as far as that is read. */
export interface DownloadContext extends RequestContext {
  /** How many bytes of the response are to be read. */
  readonly bytes: number;
  readonly outcome: 'going' | 'cancelled' | DownloadAnswer;
}

/** Returns what a download knows when this is wanted; undefined: nothing was wanted yet. */
export function beginning(wanted: DownloadWanted | undefined): Omit<DownloadContext, 'input'> {
  return { ...wanting(wanted), bytes: 0, outcome: 'going' };
}

/** Returns what is wanted, when somebody else has made room for it. */
export function admitted(context: DownloadContext, releasedBy: string | undefined): DownloadWanted {
  return { ...wantedOf(context), because: { kind: 'downloadSlot', actor: releasedBy ?? '' } };
}

/** What a client has read, or has been sent, of a response that it drops half-way. Measured: test/validation/runs e1, 1 MiB chunks. */
const droppedBytes = 9_000;

function bodyOf({ answer }: DownloadContext): ResponseBody | undefined {
  return answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
}

/** Returns the byte of the layer at which the response begins: a registry that knows no ranges sends all of it. */
function startOf(context: DownloadContext): number {
  return statusOf(context) === 206 ? (wantedOf(context).offset ?? 0) : 0;
}

export function openedOf(context: DownloadContext): DownloadAnswer {
  const { because } = wantedOf(context);
  const response = { status: statusOf(context), start: startOf(context), because };
  return { type: 'DOWNLOAD.OPENED', download: context.input.download, response };
}

/** How long the response is. */
function lengthOf(context: DownloadContext): number {
  return wantedOf(context).bytes - startOf(context);
}

/** Returns the fault of the body if it happens before everything that is to be read has come. */
export function bodyFaultMet(context: DownloadContext): BodyFault | undefined {
  const fault = bodyOf(context)?.bodyFault;
  if (fault === undefined || fault.kind === 'corrupt') return undefined;
  return fault.afterBytes < context.bytes ? fault : undefined;
}

/** Returns how many bytes flow until something else happens. */
function firstBytes(context: DownloadContext): number {
  const dropped = Math.min(droppedBytes, lengthOf(context) - context.bytes);
  return bodyFaultMet(context)?.afterBytes ?? context.bytes + dropped;
}

export function flowName(context: DownloadContext): FlowName {
  const { name: id, linkId } = context.input;
  return { id, linkId, registry: bodyOf(context)?.from ?? wantedOf(context).place.host };
}

/** The bytes that come at the rate that the network gives, up to the fault of the body where there is one. */
export function firstFlow(context: DownloadContext, requester: FlowRequester): NetworkEvent {
  return { type: 'FLOW.REQUESTED', ...flowName(context), bytes: firstBytes(context), requester };
}

/** The bytes after that, where the registry goes on slowly. */
export function slowFlow(context: DownloadContext, requester: FlowRequester): NetworkEvent {
  const { afterBytes = 0, bytesPerSecond } = bodyFaultMet(context) ?? {};
  const slow = bytesPerSecond === undefined ? {} : { bytesPerSecondMax: bytesPerSecond };
  return { type: 'FLOW.REQUESTED', ...flowName(context), bytes: context.bytes - afterBytes, requester, ...slow };
}

export function flowing(context: DownloadContext, part: 'first' | 'slow'): DownloadAnswer {
  const before = part === 'slow' ? (bodyFaultMet(context)?.afterBytes ?? 0) : 0;
  return { type: 'DOWNLOAD.FLOWING', download: context.input.download, flow: flowName(context), offset: startOf(context) + before };
}

/** Returns how the response broke off; undefined: it did not. */
export function breakOf(context: DownloadContext): 'cut' | 'reset' | undefined {
  const kind = bodyFaultMet(context)?.kind;
  return kind === 'cut' || kind === 'reset' ? kind : undefined;
}

/** Returns how long nothing comes before the response breaks off. */
export function falterMicros(context: DownloadContext): number {
  return breakOf(context) === undefined ? 0 : (bodyFaultMet(context)?.pauseMicros ?? 0);
}

/** What the fetch hears when all bytes have come, or no more will. */
export function ended(context: DownloadContext): DownloadAnswer {
  const broken = breakOf(context);
  const isCorrupt = bodyOf(context)?.bodyFault?.kind === 'corrupt';
  const end: DownloadEnd = {
    kind: broken ?? (isCorrupt ? 'corrupt' : 'complete'),
    start: startOf(context),
    bytes: broken === undefined ? context.bytes : (bodyFaultMet(context)?.afterBytes ?? 0),
  };
  return { type: 'DOWNLOAD.ENDED', download: context.input.download, end };
}

export function failed({ input }: DownloadContext, error: PullError): DownloadAnswer {
  return { type: 'DOWNLOAD.FAILED', download: input.download, error };
}

/** How the request ends when all that was to be read has come: where more follows, that is dropped. */
export function endOfBody(context: DownloadContext): RequestEnd {
  return wantedOf(context).layer < 0 || context.bytes === lengthOf(context) ? 'read' : 'dropped';
}

/** A request that waits for its slot. */
export function recordWait(context: DownloadContext, holder: string): RecorderEvent {
  const wanted = wantedOf(context);
  const way = { registry: wanted.place.host, image: context.input.image, offset: wanted.offset };
  const observation = requestObservation(wanted, way, { state: 'waiting' });
  return {
    type: 'RECORD',
    actor: context.input.name,
    pull: context.input.caller,
    observation,
    because: { kind: 'downloadSlot', actor: holder },
  };
}

/** A response that broke off. */
export function recordBreak(context: DownloadContext): RecorderEvent {
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
