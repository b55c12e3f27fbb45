import {
  type PullError,
  type RequestPoint,
  webPageDigest,
} from '../../../src/rules/runtime/errors/pull-error.ts';
import { imageLocation } from '../../../src/rules/runtime/images/image-location.ts';
import { mayRetry, selectHttpRules } from '../../../src/rules/runtime/registry/http-rules.ts';
import { rewrittenRepository } from '../../../src/rules/runtime/registry/registry-host.ts';
import {
  type RequestOutcome,
  requestObservation,
} from '../../../src/rules/runtime/registry/request-observation.ts';
import { withChanges } from '../../../src/rules/values/with-changes.ts';
import type { Because } from '../../../src/trace/observation.ts';
import type { RecorderEvent } from '../../world/recorder.ts';
import type {
  Registry,
  RegistryAnswer,
  RegistryClient,
  RegistryEvent,
  RegistryRequest,
} from '../../world/registry-protocol.ts';
import type {
  ConnectionGiven,
  ConnectionPlace,
  ConnectionsEvent,
  ConnectionUser,
  TokenDenied,
} from './connections.ts';
import type { ChunkOpened, ChunkRequested, FetchInput, RegistryResponse, Wanted } from './fetch-protocol.ts';

/** As much of a context as the questions about a request need. */
export interface RequestContext {
  readonly input: FetchInput;
  /** The request under way, or the last one, over all its tries, with its answer. */
  readonly request: RegistryResponse;
}

const nothing: RequestPoint = { method: 'GET', kind: 'tag', digest: '' };
const noAnswer: RegistryAnswer = { type: 'HTTP.ANSWERED', status: 0, roundTripMicros: 0, fault: undefined };
const nothingGiven: ConnectionGiven = { type: 'CONNECTION.GIVEN', connection: 0, setUpMicros: 0 };

/** Returns the state of a request that has not been sent yet. */
export function wanting(wanted: Wanted | undefined): RegistryResponse {
  return {
    wanted,
    asked: wanted ?? nothing,
    requests: 1,
    sameStatus: 0,
    status: 0,
    given: nothingGiven,
    answer: noAnswer,
    redirect: undefined,
    failure: undefined,
  };
}

/** Returns the changes of an actor that asks for a chunk. */
export function chunkWanted({ wanted, bytes }: ChunkRequested) {
  return { request: wanting(wanted), bytes };
}

/** Returns the changes of an actor that gets a response which has begun. */
export function responseGiven({ response, bytes }: ChunkOpened) {
  return { request: response, bytes };
}

export function requireWanted({ input, request: { wanted } }: RequestContext): Wanted {
  if (wanted === undefined) throw new Error(`${input.name}: nothing is wanted`);
  return wanted;
}

/**
 * Returns who is asked: one of the hosts, or the blob store to which that host has redirected the request.
 */
export function addressee(context: RequestContext): { readonly host: string; readonly registry: Registry } {
  return context.request.redirect ?? requireWanted(context).place;
}

/** Returns the pool of connections: HEAD requests and their logins have one of their own. */
export function connectionPlace(context: RequestContext): ConnectionPlace {
  return {
    pool: requireWanted(context).method === 'HEAD' ? 'resolver' : 'fetcher',
    host: addressee(context).host,
  };
}

/**
 * Returns the id of the request. It is unique because a connection carries one request at a time, and is
 * closed if that is dropped.
 */
export function requestId({ request: { given }, input }: RequestContext): string {
  return `${input.name} over ${given.connection}`;
}

/** Returns the request as the registry gets it. */
function registryRequest(context: RequestContext): RegistryRequest {
  const {
    request: { asked, given },
    input,
  } = context;
  const { image, exists, identity, linkId: client } = input;
  const id = requestId(context);
  const { method, kind, digest } = asked;
  const { layer, bytes, offset, place } = requireWanted(context);
  return Object.assign(
    { id, method, kind, image, exists, identity, client, digest },
    given.authorization === undefined ? undefined : { authorization: given.authorization },
    kind === 'layer' ? { layer, bytes } : undefined,
    place.misfit === undefined ? undefined : { misfit: place.misfit },
    rewrittenName(context),
    offset === undefined || (kind !== 'layer' && kind !== 'config') ? undefined : { offset },
  );
}

/** Returns the repository's name at the host, if it has another one there. */
function rewrittenName(context: RequestContext): { readonly repository?: string } {
  const { rewrites } = requireWanted(context).place;
  if (rewrites === undefined) return {};
  const { repository } = imageLocation(context.input.image);
  const rewritten = rewrittenRepository(repository, rewrites);
  return rewritten === repository ? {} : { repository: rewritten };
}

/** The message that sends the request. */
export function httpRequest(context: RequestContext, requester: RegistryClient): RegistryEvent {
  return { type: 'HTTP.REQUESTED', request: registryRequest(context), requester, travels: true };
}

/** The request for a connection, or for the token that the registry demands. */
export function connectionRequest(
  context: RequestContext,
  type: 'CONNECTION.REQUESTED' | 'TOKEN.REQUESTED',
  requester: ConnectionUser,
): ConnectionsEvent {
  return { type, ...connectionPlace(context), requester };
}

/** Returns the record of the request. */
export function requestRecord(context: RequestContext, outcome: RequestOutcome): RecorderEvent {
  const {
    request: { asked, given, answer },
    input,
  } = context;
  const wantedRequest = requireWanted(context);
  const requestPath = {
    registry: addressee(context).host,
    image: input.image,
    connection: given.connection,
    offset: wantedRequest.offset,
  };
  const because = outcome.state === 'sent' ? wantedRequest.because : answerCause(answer);
  const observation = requestObservation(asked, requestPath, outcome);
  return {
    type: 'RECORD',
    actor: input.name,
    pull: input.caller,
    observation,
    ...(because === undefined ? {} : { because }),
  };
}

/** The cause of an answer that is not the usual one: a pull limit or a fault. */
function answerCause(answer: RegistryAnswer): Because | undefined {
  if (answer.type === 'HTTP.ANSWERED' && answer.because !== undefined) return answer.because;
  return answer.fault === undefined ? undefined : { kind: 'fault', actor: answer.fault };
}

/** Returns the record of the answer, or of the connection's failure. */
export function recordAnswer(context: RequestContext): RecorderEvent {
  const {
    request: { answer },
  } = context;
  if (answer.type === 'HTTP.ANSWERED') {
    const from = answer.body?.from;
    const isOther = from !== undefined && from !== requireWanted(context).place.host;
    return requestRecord(context, {
      state: 'answered',
      status: answer.status,
      from: isOther ? from : undefined,
    });
  }
  if (answer.type === 'HTTP.RESET')
    return requestRecord(context, { state: 'failed', error: 'connection reset by peer' });
  const error = hasNoAddress(context) ? 'no such host' : 'connection refused';
  return requestRecord(context, { state: 'failed', error });
}

/** Returns the HTTP status of the last answer; 0 if the connection failed. */
export function answerStatus({ request: { answer } }: RequestContext): number {
  return answer.type === 'HTTP.ANSWERED' ? answer.status : 0;
}

/** Returns the request as it is after an answer. */
export function answered(context: RequestContext, answer: RegistryAnswer): RegistryResponse {
  const { request } = context;
  // Answers to requests for a token or for the text of a refusal, and redirects, are not counted.
  if (isAside(context) || isRedirect(answer)) return withChanges(request, { answer });
  const status = answer.type === 'HTTP.ANSWERED' ? answer.status : 0;
  const sameStatus = status === request.status ? request.sameStatus + 1 : 1;
  return withChanges(request, { answer, status, sameStatus });
}

/**
 * Whether the current request asks for something else than what is wanted: a token, or the reason of a
 * refusal.
 */
export function isAside(context: RequestContext): boolean {
  const { asked } = context.request;
  return asked.kind === 'token' || asked.method !== requireWanted(context).method;
}

function isRedirect(answer: RegistryAnswer): boolean {
  return answer.type === 'HTTP.ANSWERED' && answer.redirect !== undefined;
}

/** Whether another host has what is wanted; Go's client asks there at once. */
export function isRedirected(context: RequestContext): boolean {
  return isRedirect(context.request.answer) && !isAside(context);
}

/** Returns the request when what is wanted is asked for once more. */
export function repeated(context: RequestContext): RegistryResponse {
  const { request } = context;
  return withChanges(request, {
    asked: requireWanted(context),
    requests: request.requests + 1,
    redirect: undefined,
  });
}

/** Returns the request as a 307 makes it. */
export function redirected({ request }: RequestContext): RegistryResponse {
  const { answer } = request;
  if (answer.type !== 'HTTP.ANSWERED' || answer.redirect === undefined) return request;
  return withChanges(request, { redirect: { ...answer.redirect, bodyFault: answer.body?.bodyFault } });
}

/** Returns the request when it asks for a token, or for the reason of a refusal, before it goes on. */
export function askingAside({ request }: RequestContext, kind: 'token' | 'tag'): RegistryResponse {
  return withChanges(request, { asked: { method: 'GET', kind, digest: '' } });
}

/** Returns the request over this connection. */
export function connected({ request }: RequestContext, given: ConnectionGiven): RegistryResponse {
  return withChanges(request, { given });
}

/** Returns the request that has failed with this error. */
export function withFailure({ request }: RequestContext, error: PullError): RegistryResponse {
  return withChanges(request, { failure: error });
}

export function isGood(context: RequestContext): boolean {
  return (answerStatus(context) === 200 || answerStatus(context) === 206) && !isWebPage(context);
}

/** Whether the answer is a page for people, from a host that is no registry. */
export function isWebPage({ request: { answer } }: RequestContext): boolean {
  return answer.type === 'HTTP.ANSWERED' && answer.isWebPage === true;
}

function hasNoAddress(context: RequestContext): boolean {
  return requireWanted(context).place.misfit === 'noAddress';
}

/** Whether the registry demands this kind of authorization. */
export function isChallenged(context: RequestContext, scheme: 'basic' | 'bearer'): boolean {
  const {
    request: { answer },
  } = context;
  return answer.type === 'HTTP.ANSWERED' && answer.status === 401 && answer.challenge === scheme;
}

/** Whether another request is allowed at all. */
export function hasTries({ request: { requests }, input }: RequestContext): boolean {
  return requests < selectHttpRules(input.profile.wording).requestsMax;
}

export function mayTryAgain(context: RequestContext): boolean {
  const {
    request: { requests, sameStatus },
    input,
  } = context;
  return mayRetry(input.profile, answerStatus(context), {
    requests,
    sameStatus,
    isLastHost: requireWanted(context).isLastHost,
  });
}

/** Returns the microseconds until the request is repeated. `requests` already counts the next one. */
export function beforeRetry(context: RequestContext): number {
  const { profile } = context.input;
  const pause = answerStatus(context) === 429 ? selectHttpRules(profile.wording).pauseMicros : undefined;
  return pause?.(context.request.requests - 1) ?? profile.delays.beforeRetry;
}

/** Whether the runtime rests for seconds before it repeats the request: CRI-O after a 429. */
export function restsBeforeRetry(context: RequestContext): boolean {
  return (
    answerStatus(context) === 429 && selectHttpRules(context.input.profile.wording).pauseMicros !== undefined
  );
}

/** Returns the record of that rest. */
export function recordRest(context: RequestContext): RecorderEvent {
  return requestRecord(context, {
    state: 'resting',
    dueMs: (context.input.clock.nowMicros() + beforeRetry(context)) / 1000,
  });
}

/**
 * Whether a GET should ask for what the answer to a HEAD does not have: the reason of a 403, or the digest of
 * a page, which no header names.
 */
export function mayAskWhy(context: RequestContext): boolean {
  if (isWebPage(context)) return context.request.asked.method === 'HEAD';
  return (
    answerStatus(context) === 403 &&
    requireWanted(context).method === 'HEAD' &&
    selectHttpRules(context.input.profile.wording).asksWhyForbidden
  );
}

/**
 * Whether the connection can be used again: not if a body was left unread. Answers to HEAD have none, and
 * some errors.
 */
function isDrained(context: RequestContext, end: RequestEnd): boolean {
  if (context.request.answer.type !== 'HTTP.ANSWERED') return false;
  if (context.request.asked.method === 'HEAD' || context.request.answer.emptyBody === true || end === 'read')
    return true;
  return (
    end === 'error' &&
    selectHttpRules(context.input.profile.wording).readsErrors &&
    answerStatus(context) !== 404
  );
}

/**
 * How a request ends: it is repeated, its answer is an error, its answer has been read, or it is dropped
 * half-way.
 */
export type RequestEnd = 'again' | 'error' | 'read' | 'dropped';

/** The message to the connections when a request no longer needs its connection. */
export function releaseConnection(context: RequestContext, end: RequestEnd): ConnectionsEvent {
  const { connection } = context.request.given;
  if (end === 'dropped' || !isDrained(context, end)) return { type: 'CONNECTION.CLOSED', connection };
  return { type: 'CONNECTION.RETURNED', ...connectionPlace(context), connection };
}

/** Returns where an error happened, for its text: what was wanted, and the mirror if one was asked. */
function errorPoint(context: RequestContext): RequestPoint {
  const { method, kind, digest } = requireWanted(context);
  const { host } = addressee(context);
  const { apiRoot } = requireWanted(context).place;
  const point = {
    method,
    kind,
    digest,
    ...(apiRoot === undefined ? {} : { apiRoot }),
    ...rewrittenName(context),
  };
  return host === imageLocation(context.input.image).registry ? point : { ...point, host };
}

type Failure =
  | 'status'
  | 'refused'
  | 'noSuchHost'
  | 'webPage'
  | 'reset'
  | 'noBasicCredentials'
  | 'insufficientScope'
  | 'tokenRefused';

/** Returns what kind of failure the answer is if no other try is made. */
export function failureKind(context: RequestContext): Failure {
  const {
    request: { answer, asked, given },
    input,
  } = context;
  if (answer.type === 'HTTP.REFUSED') return hasNoAddress(context) ? 'noSuchHost' : 'refused';
  if (answer.type !== 'HTTP.ANSWERED') return 'reset';
  if (isWebPage(context)) return 'webPage';
  if (asked.kind === 'token') return 'tokenRefused';
  // The answer to the first request counts, whatever the second one said.
  if (isAside(context)) return 'status';
  if (isChallenged(context, 'basic') && input.identity === undefined) return 'noBasicCredentials';
  return isChallenged(context, 'bearer') && given.authorization === 'bearer' ? 'insufficientScope' : 'status';
}

/** Whether the request has failed even for a runtime that tries again. */
export function isLost(context: RequestContext): boolean {
  return failureKind(context) !== 'status' || isAside(context);
}

export function failure(context: RequestContext): PullError {
  const kind = failureKind(context);
  const at = errorPoint(context);
  const { identity } = context.input;
  switch (kind) {
    case 'status':
      return { kind, status: context.request.status, at, identity, ...answerMessage(context) };
    case 'tokenRefused':
      return { kind, status: answerStatus(context), anonymous: identity === undefined, at };
    case 'reset':
      return { kind, at, inBody: false };
    case 'webPage':
      // What is fetched by its digest is not what arrives.
      return at.kind === 'tag' ? { kind, at } : { kind: 'wrongDigest', at, actual: webPageDigest };
    default:
      return { kind, at };
  }
}

/** The message in the body of the answer. */
function answerMessage({ request: { answer } }: RequestContext): { message?: string } {
  return answer.type === 'HTTP.ANSWERED' && answer.message !== undefined ? { message: answer.message } : {};
}

/** The message to the connections that the token server has refused. */
export function tokenDenied(context: RequestContext): ConnectionsEvent {
  return { type: 'TOKEN.DENIED', ...connectionPlace(context), error: { status: answerStatus(context) } };
}

/** Returns the error of a request whose token another request has asked for in vain. */
export function deniedTo(context: RequestContext, { status }: TokenDenied): PullError {
  return {
    kind: 'tokenRefused',
    status,
    anonymous: context.input.identity === undefined,
    at: errorPoint(context),
  };
}
