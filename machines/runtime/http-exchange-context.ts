import type { PullError, RequestPoint } from '../../src/runtime/errors/pull-error.ts';
import { imageLocation } from '../../src/runtime/images/image-location.ts';
import { httpRulesOf, mayRetry } from '../../src/runtime/registry/http-rules.ts';
import { type RequestOutcome, requestObservation } from '../../src/runtime/registry/request-observation.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import type { RegistryAnswer, RegistryRequest } from '../world/registry-protocol.ts';
import type { ConnectionGiven, ConnectionPlace, ConnectionsEvent, TokenDenied } from './connections-protocol.ts';
import type { ExchangeAnswer, ExchangeInput, ExchangeWanted } from './http-exchange-protocol.ts';

/** What one request knows, and the questions that its statechart asks of that. */
export interface ExchangeContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: ExchangeInput;
  readonly wanted: ExchangeWanted;
  /** What is being asked: what is wanted, the token for it, or why it is forbidden. */
  readonly asked: RequestPoint;
  /** Requests for what is wanted, the one under way included. */
  readonly requests: number;
  /** How many of the last answers to those had the same status, and which. */
  readonly sameStatus: number;
  readonly status: number;
  readonly given: ConnectionGiven;
  readonly answer: RegistryAnswer;
}

const noAnswer: RegistryAnswer = { type: 'HTTP.ANSWERED', status: 0, roundTripMicros: 0, fault: undefined };
const nothingGiven: ConnectionGiven = { type: 'CONNECTION.GIVEN', connection: 0, setUpMicros: 0 };

/** Returns what is known before the first request. */
export function wanting(wanted: ExchangeWanted): Omit<ExchangeContext, 'input'> {
  return { wanted, asked: wanted, requests: 1, sameStatus: 0, status: 0, given: nothingGiven, answer: noAnswer };
}

/** Before anything is wanted. */
export function nothingWanted(input: ExchangeInput): ExchangeContext {
  const place = { host: '', capabilities: [], registry: input.connections as never };
  const wanted = { method: 'GET', kind: 'tag', digest: '', place, isLastHost: true, layer: -1, bytes: 0, because: undefined } as const;
  return { input, ...wanting(wanted) };
}

/** HEAD, and what it takes to be let in, has connections of its own. */
export function placeOf({ wanted }: ExchangeContext): ConnectionPlace {
  return { pool: wanted.method === 'HEAD' ? 'resolver' : 'fetcher', host: wanted.place.host };
}

/** Returns the request that goes out. */
export function requestOf({ input, wanted, asked, given }: ExchangeContext): RegistryRequest {
  const { name: id, image, exists, identity, linkId: client } = input;
  const { method, kind, digest } = asked;
  const { layer, bytes, offset } = wanted;
  const authorization = given.authorization === undefined ? {} : { authorization: given.authorization };
  const shared = { id, method, kind, image, exists, identity, client, digest, ...authorization };
  const range = offset === undefined ? {} : { offset };
  return kind === 'layer' ? { ...shared, layer, bytes, ...range } : kind === 'config' ? { ...shared, ...range } : shared;
}

/** Returns the request as the trace is told of it. */
export function recordOf({ input, wanted, asked, given, answer }: ExchangeContext, outcome: RequestOutcome): RecorderEvent {
  const way = { registry: wanted.place.host, image: input.image, connection: given.connection, offset: wanted.offset };
  const because = outcome.state === 'sent' ? wanted.because : causeOf(answer);
  const observation = requestObservation(asked, way, outcome);
  return { type: 'RECORD', actor: input.name, pull: input.caller, observation, ...(because === undefined ? {} : { because }) };
}

/** Why an answer is what it is. */
function causeOf(answer: RegistryAnswer): Because | undefined {
  if (answer.type === 'HTTP.ANSWERED' && answer.because !== undefined) return answer.because;
  return answer.fault === undefined ? undefined : { kind: 'fault', actor: answer.fault };
}

/** What the trace is told of an answer, or of there being none. */
export function recordAnswer(context: ExchangeContext): RecorderEvent {
  const { answer } = context;
  if (answer.type === 'HTTP.ANSWERED') return recordOf(context, { state: 'answered', status: answer.status });
  return recordOf(context, { state: 'failed', error: answer.type === 'HTTP.REFUSED' ? 'connection refused' : 'connection reset by peer' });
}

/** Returns the HTTP status of the last answer; 0 where there was none. */
export function statusOf({ answer }: ExchangeContext): number {
  return answer.type === 'HTTP.ANSWERED' ? answer.status : 0;
}

/** Returns what an answer makes of the context. */
export function answered(context: ExchangeContext, answer: RegistryAnswer): Partial<ExchangeContext> {
  const status = answer.type === 'HTTP.ANSWERED' ? answer.status : 0;
  // Tokens, and the text of a refusal, have no part in what is counted.
  if (isAside(context)) return { answer };
  return { answer, status, sameStatus: status === context.status ? context.sameStatus + 1 : 1 };
}

/** Whether what is asked is not what is wanted: the token for it, or why it is forbidden. */
export function isAside({ asked, wanted }: ExchangeContext): boolean {
  return asked.kind === 'token' || asked.method !== wanted.method;
}

export function isGood(context: ExchangeContext): boolean {
  return statusOf(context) === 200 || statusOf(context) === 206;
}

/** Whether the registry wants to be asked in this way, and may be asked once more. */
export function isChallenged(context: ExchangeContext, scheme: 'basic' | 'bearer'): boolean {
  const { answer } = context;
  return answer.type === 'HTTP.ANSWERED' && answer.status === 401 && answer.challenge === scheme;
}

/** Whether one more request is allowed, whatever its answer. */
export function hasTries({ input, requests }: ExchangeContext): boolean {
  return requests < httpRulesOf(input.profile.wording).requestsMax;
}

export function mayTryAgain(context: ExchangeContext): boolean {
  const { input, requests, sameStatus, wanted } = context;
  return mayRetry(input.profile, statusOf(context), { requests, sameStatus, isLastHost: wanted.isLastHost });
}

/** Microseconds until the same is asked again. `requests` has the next one counted already where it was decided on. */
export function beforeRetry(context: ExchangeContext): number {
  const { profile } = context.input;
  const pause = statusOf(context) === 429 ? httpRulesOf(profile.wording).pauseMicros : undefined;
  return pause?.(context.requests - 1) ?? profile.delays.beforeRetry;
}

/** 403 to a HEAD, which has no body to say why. */
export function mayAskWhy(context: ExchangeContext): boolean {
  return statusOf(context) === 403 && context.wanted.method === 'HEAD' && httpRulesOf(context.input.profile.wording).asksWhyForbidden;
}

/** Whether the connection can be used again: HEAD has no body, and one that was not read to its end has to go. */
export function isDrained(context: ExchangeContext, end: 'again' | 'good' | 'error'): boolean {
  if (context.answer.type !== 'HTTP.ANSWERED') return false;
  if (context.asked.method === 'HEAD' || end === 'good') return true;
  return end === 'error' && httpRulesOf(context.input.profile.wording).readsErrors && statusOf(context) !== 404;
}

/** What the connections hear when a request lets go of its own. */
export function lettingGo(context: ExchangeContext, end: 'again' | 'good' | 'error'): ConnectionsEvent {
  const { connection } = context.given;
  if (!isDrained(context, end)) return { type: 'CONNECTION.CLOSED', connection };
  return { type: 'CONNECTION.RETURNED', ...placeOf(context), connection };
}

export function answerTo({ answer, given }: ExchangeContext): ExchangeAnswer {
  if (answer.type !== 'HTTP.ANSWERED') throw new Error('http exchange: there is no answer');
  return { type: 'EXCHANGE.ANSWERED', status: answer.status, connection: given.connection, body: answer.body };
}

/** What an error says it happened at: the thing that was wanted, and the mirror that was asked for it. */
function pointOf({ input, wanted }: ExchangeContext): RequestPoint {
  const { method, kind, digest } = wanted;
  const point = { method, kind, digest };
  return wanted.place.host === imageLocation(input.image).registry ? point : { ...point, host: wanted.place.host };
}

export function failure(context: ExchangeContext, kind: Failure): PullError {
  const at = pointOf(context);
  const { identity } = context.input;
  switch (kind) {
    case 'status':
      return { kind, status: context.status, at, identity, ...messageOf(context) };
    case 'tokenRefused':
      return { kind, status: statusOf(context), anonymous: identity === undefined, at };
    case 'reset':
      return { kind, at, inBody: false };
    default:
      return { kind, at };
  }
}

/** What the body of the answer says. */
function messageOf({ answer }: ExchangeContext): { message?: string } {
  return answer.type === 'HTTP.ANSWERED' && answer.message !== undefined ? { message: answer.message } : {};
}

export type Failure = 'status' | 'refused' | 'reset' | 'noBasicCredentials' | 'insufficientScope' | 'tokenRefused';

/** Another request has asked for the token in vain. */
export function deniedTo(context: ExchangeContext, { status }: TokenDenied): PullError {
  return { kind: 'tokenRefused', status, anonymous: context.input.identity === undefined, at: pointOf(context) };
}
