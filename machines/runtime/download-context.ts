import type { PullError } from '../../src/runtime/errors/pull-error.ts';
import { requestObservation } from '../../src/runtime/registry/request-observation.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { FlowName, FlowRequester, NetworkEvent } from '../world/network-protocol.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { BodyTrouble } from '../world/registry-protocol.ts';
import type { ConnectionsEvent } from './connections-protocol.ts';
import type { DownloadAnswer, DownloadEnd, DownloadInput, DownloadWanted } from './download-protocol.ts';
import type { Exchange, ExchangeAnswered, ExchangeInput } from './http-exchange-protocol.ts';

/** What one download knows, and the questions that its statechart asks of that. */
export interface DownloadContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: DownloadInput;
  readonly exchange: Exchange;
  /** undefined: nothing was wanted yet. */
  readonly wanted: DownloadWanted | undefined;
  /** Why the request comes only now. */
  readonly because: Because | undefined;
  readonly response: ExchangeAnswered;
  /** How many bytes of the response are to be read. */
  readonly bytes: number;
  readonly outcome: DownloadAnswer | 'cancelled';
}

const noResponse: ExchangeAnswered = { type: 'EXCHANGE.ANSWERED', status: 0, connection: 0, body: undefined };

/** Before anything is wanted. */
export function newDownload(input: DownloadInput, exchange: Exchange): DownloadContext {
  return { input, exchange, wanted: undefined, because: undefined, response: noResponse, bytes: 0, outcome: 'cancelled' };
}

/** What its requests have to know. */
export function exchangeInput(input: DownloadInput, requester: ExchangeInput['requester']): ExchangeInput {
  const { name, recorder, caller, profile, image, exists, identity, connections, linkId } = input;
  return { name, recorder, caller, profile, image, exists, identity, connections, linkId, requester };
}

/** What a client has read, or has been sent, of a response that it drops half-way. Measured: test/validation/runs e1, 1 MiB chunks. */
const droppedBytes = 9_000;

export function wantedOf({ input, wanted }: DownloadContext): DownloadWanted {
  if (wanted === undefined) throw new Error(`${input.name}: nothing is wanted`);
  return wanted;
}

/** Returns the byte of the layer at which the response begins: a registry that knows no ranges sends all of it. */
export function startOf(context: DownloadContext): number {
  return context.response.status === 206 ? (wantedOf(context).offset ?? 0) : 0;
}

export function openedOf(context: DownloadContext): DownloadAnswer {
  const { input, response, because } = context;
  return { type: 'DOWNLOAD.OPENED', download: input.download, response: { status: response.status, start: startOf(context), because } };
}

/** How long the response is. */
function lengthOf(context: DownloadContext): number {
  return wantedOf(context).bytes - startOf(context);
}

/** Returns the trouble that comes before all that is to be read has come. */
export function troubleOf({ response, bytes }: DownloadContext): BodyTrouble | undefined {
  const trouble = response.body?.trouble;
  if (trouble === undefined || trouble.kind === 'corrupt') return undefined;
  return trouble.afterBytes < bytes ? trouble : undefined;
}

/** Returns how many bytes flow until something else happens. */
function firstBytes(context: DownloadContext): number {
  const dropped = Math.min(droppedBytes, lengthOf(context) - context.bytes);
  return troubleOf(context)?.afterBytes ?? context.bytes + dropped;
}

export function flowName(context: DownloadContext): FlowName {
  const { name: id, linkId } = context.input;
  return { id, linkId, registry: context.response.body?.from ?? wantedOf(context).place.host };
}

/** The bytes that come at the rate that the network gives, up to the trouble where there is one. */
export function firstFlow(context: DownloadContext, requester: FlowRequester): NetworkEvent {
  return { type: 'FLOW.REQUESTED', ...flowName(context), bytes: firstBytes(context), requester };
}

/** The bytes after that, where the registry goes on slowly. */
export function slowFlow(context: DownloadContext, requester: FlowRequester): NetworkEvent {
  const { afterBytes = 0, bytesPerSecond } = troubleOf(context) ?? {};
  const slow = bytesPerSecond === undefined ? {} : { bytesPerSecondMax: bytesPerSecond };
  return { type: 'FLOW.REQUESTED', ...flowName(context), bytes: context.bytes - afterBytes, requester, ...slow };
}

export function flowing(context: DownloadContext, part: 'first' | 'slow'): DownloadAnswer {
  const before = part === 'slow' ? (troubleOf(context)?.afterBytes ?? 0) : 0;
  return { type: 'DOWNLOAD.FLOWING', download: context.input.download, flow: flowName(context), offset: startOf(context) + before };
}

/** Returns how the response broke off; undefined: it did not. */
export function breakOf(context: DownloadContext): 'cut' | 'reset' | undefined {
  const kind = troubleOf(context)?.kind;
  return kind === 'cut' || kind === 'reset' ? kind : undefined;
}

/** Returns how long nothing comes before the response breaks off. */
export function falterMicros(context: DownloadContext): number {
  return breakOf(context) === undefined ? 0 : (troubleOf(context)?.pauseMicros ?? 0);
}

/** What the fetch hears when all bytes have come, or no more will. */
export function ended(context: DownloadContext): DownloadAnswer {
  const broken = breakOf(context);
  const isCorrupt = context.response.body?.trouble?.kind === 'corrupt';
  const end: DownloadEnd = {
    kind: broken ?? (isCorrupt ? 'corrupt' : 'complete'),
    start: startOf(context),
    bytes: broken === undefined ? context.bytes : (troubleOf(context)?.afterBytes ?? 0),
  };
  return { type: 'DOWNLOAD.ENDED', download: context.input.download, end };
}

export function failed({ input }: DownloadContext, error: PullError): DownloadAnswer {
  return { type: 'DOWNLOAD.FAILED', download: input.download, error };
}

/** What the connections hear at the end: one whose answer was read to its end can be used again. */
export function lettingGo(context: DownloadContext, kind: 'complete' | 'broken'): ConnectionsEvent {
  const { connection } = context.response;
  const { method, place, layer } = wantedOf(context);
  const isRead = layer < 0 || context.bytes === lengthOf(context);
  if (kind === 'broken' || !isRead) return { type: 'CONNECTION.CLOSED', connection };
  return { type: 'CONNECTION.RETURNED', pool: method === 'HEAD' ? 'resolver' : 'fetcher', host: place.host, connection };
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
  const { connection } = context.response;
  const way = { registry: wanted.place.host, image: context.input.image, offset: wanted.offset, connection };
  const fault = troubleOf(context)?.fault;
  return {
    type: 'RECORD',
    actor: context.input.name,
    pull: context.input.caller,
    observation: requestObservation(wanted, way, { state: 'failed', error }),
    ...(fault === undefined ? {} : { because: { kind: 'fault', actor: fault } }),
  };
}
