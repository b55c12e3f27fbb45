import { serverMessage } from '../errors/pull-error.ts';
import { type Fault, isRequestFault } from '../fault.ts';
import { namesImage } from '../images/image.ts';
import { imageLocation } from '../images/image-location.ts';
import { isLimited, limitPull, type PullCounts, type PullLimit, type PullVerdict } from './pull-limit.ts';
import { type AccessDenied, type AccessRules, accessDenied } from './registry-access.ts';
import { countMet, countRequest, type RegistryFault } from './registry-fault.ts';
import type { HostMisfit } from './registry-host.ts';
import {
  type BodyFault,
  definedPause,
  meetsRequest,
  type RequestFault,
  type RequestKind,
  selectBodyFault,
} from './request-fault.ts';

/** The rules of a registry without faults. */
export interface RegistryRules extends AccessRules {
  /** The limit of pulls; absent: there is none. */
  readonly pullLimit?: PullLimit;
  /** The patterns of the images that it has; absent: it has every image. */
  readonly images?: readonly string[];
}

/** The state of a registry: the faults in force, and the pulls of each client. */
export interface RegistryState {
  readonly faults: readonly RegistryFault[];
  readonly pulls: PullCounts;
}

/** As much of a request as the verdict depends on. */
export interface JudgedRequest {
  readonly method: 'HEAD' | 'GET';
  readonly kind: RequestKind;
  readonly image: string;
  readonly exists: boolean;
  readonly identity?: string | undefined;
  readonly authorization?: 'basic' | 'bearer';
  readonly client?: string;
  readonly layer?: number;
  /** The repository's name at this registry; absent: the image's own. */
  readonly repository?: string;
  /** Why nothing can be got under the address to which the request goes; absent: something can. */
  readonly misfit?: HostMisfit;
}

export interface Served {
  readonly kind: 'served';
  /** The fault of the body, if there is one. */
  readonly bodyFault?: BodyFault;
}

/**
 * The verdict of a registry on a request. `draw`: it answers `status` to the share `rate` of requests, and
 * `otherwise` to the rest.
 */
export type Verdict =
  | Served
  /** `fault` is absent if the host has no address. */
  | { readonly kind: 'refused'; readonly fault: string | undefined }
  /** `pauseMicros`: how much later than the answer the reset arrives. */
  | { readonly kind: 'reset'; readonly fault: string; readonly pauseMicros?: number }
  /** There is no answer as long as the fault lasts. */
  | { readonly kind: 'held'; readonly fault: string }
  | ({
      readonly kind: 'status';
      readonly status: number;
      readonly fault: string | undefined;
      readonly pauseMicros?: number;
      readonly message?: string;
      readonly emptyBody?: true;
      /** The body is a page for people. */
      readonly isWebPage?: true;
      /** The verdict of the pull limit, if the request exceeds it. */
      readonly limit?: PullVerdict;
    } & Pick<AccessDenied, 'challenge'>)
  | {
      readonly kind: 'draw';
      readonly rate: number;
      readonly status: number;
      readonly fault: string;
      readonly otherwise: Served;
    };

const served: Served = { kind: 'served' };

export interface Judgement {
  readonly verdict: Verdict;
  readonly state: RegistryState;
}

/**
 * Returns what becomes of a request, the most basic fault first: no connection, no answer, faults of single
 * requests in their order, no access, no quota, nothing there, an error by chance. A request that meets no
 * open door is not counted: it has reached no registry. Costs the faults in force, and the logarithm of the
 * clients.
 */
export function registryVerdict(
  rules: RegistryRules,
  state: RegistryState,
  request: JudgedRequest,
  nowMicros: number,
): Judgement {
  if (request.misfit === 'noAddress') return { verdict: { kind: 'refused', fault: undefined }, state };
  const closed = request.kind === 'token' ? undefined : closedDoor(state.faults);
  if (closed !== undefined) return { verdict: closed, state };
  const met = metBy(state.faults, request);
  const reached = { ...state, faults: countRequest(state.faults, nowMicros) };
  if (met?.bodyFault === undefined && met !== undefined)
    return { verdict: answerInstead(rules, request, met), state: counted(reached, met) };
  if (request.kind === 'token') return { verdict: tokenVerdict(rules, request), state: reached };
  if (request.misfit === 'webSite')
    return { verdict: { kind: 'status', status: 200, fault: undefined, isWebPage: true }, state: reached };
  const refusalVerdict = refusal(rules, reached, request);
  if (refusalVerdict !== undefined) return { verdict: refusalVerdict, state: reached };
  if (met?.bodyFault !== undefined) {
    const after = counted(reached, met);
    return {
      verdict: unlessByChance(after.faults, { kind: 'served', bodyFault: met.bodyFault }),
      state: after,
    };
  }
  if (rules.pullLimit === undefined || !isLimited(request))
    return { verdict: unlessByChance(reached.faults, served), state: reached };
  const limit = limitPull(reached.pulls, rules.pullLimit, request, nowMicros);
  const limited = { ...reached, pulls: limit.counts };
  if (limit.allowed) return { verdict: unlessByChance(reached.faults, served), state: limited };
  const message = serverMessage(429, 'docker.io', request.identity);
  return { verdict: { kind: 'status', status: 429, fault: undefined, message, limit }, state: limited };
}

/** Returns the answer of a registry's token server. */
function tokenVerdict(rules: RegistryRules, request: JudgedRequest): Verdict {
  const denied = accessDenied(rules, request, repositoryOf(request));
  return denied === undefined ? served : { kind: 'status', fault: undefined, ...denied };
}

function repositoryOf({ repository, image }: JudgedRequest): string {
  return repository ?? imageLocation(image).repository;
}

/** The first fault of single requests that a request meets, and its effect on the body. */
interface Met {
  readonly id: string;
  readonly fault: RequestFault;
  readonly bodyFault: BodyFault | undefined;
}

function metBy(faults: readonly RegistryFault[], request: JudgedRequest): Met | undefined {
  for (const { id, fault, requests } of faults) {
    if (!isRequestFault(fault) || !meetsRequest(fault, request, requests)) continue;
    const bodyFault = selectBodyFault(id, fault);
    if (bodyFault === undefined || request.kind === 'layer') return { id, fault, bodyFault };
  }
  return undefined;
}

function counted(state: RegistryState, { id }: Met): RegistryState {
  return { ...state, faults: countMet(state.faults, id) };
}

function closedDoor(faults: readonly RegistryFault[]): Verdict | undefined {
  const down = first(faults, (fault) => fault.kind === 'registryDown');
  if (down !== undefined) return { kind: 'refused', fault: down.id };
  const stall = first(faults, (fault) => fault.kind === 'stall');
  return stall && { kind: 'held', fault: stall.id };
}

/** Returns the verdict if a fault prevents the usual answer. */
function answerInstead(
  { authentication }: RegistryRules,
  { kind }: JudgedRequest,
  { id, fault }: Met,
): Verdict {
  if (fault.kind === 'unanswered') return { kind: 'held', fault: id };
  if (fault.kind !== 'badStatus')
    return { kind: 'reset', fault: id, ...('pauseMicros' in fault ? definedPause(fault) : {}) };
  const challenge =
    fault.status === 401 && kind !== 'token' && authentication !== undefined
      ? { challenge: authentication }
      : {};
  const message = fault.message === undefined ? {} : { message: fault.message };
  const body = fault.emptyBody === undefined ? {} : { emptyBody: fault.emptyBody };
  return {
    kind: 'status',
    status: fault.status,
    fault: id,
    ...definedPause(fault),
    ...message,
    ...body,
    ...challenge,
  };
}

function refusal(
  rules: RegistryRules,
  { faults }: RegistryState,
  request: JudgedRequest,
): Verdict | undefined {
  const concerns = (fault: { readonly image?: string }) =>
    fault.image === undefined || fault.image === request.image;
  const unauthorized = first(faults, (fault) => fault.kind === 'unauthorized' && concerns(fault));
  const { authentication } = rules;
  const challenge = authentication === undefined ? {} : { challenge: authentication };
  if (unauthorized !== undefined)
    return { kind: 'status', status: 401, fault: unauthorized.id, ...challenge };
  const repository = repositoryOf(request);
  const denied = accessDenied(rules, request, repository);
  if (denied !== undefined) return { kind: 'status', fault: undefined, ...denied };
  // With tokens a registry does not say whether a repository is closed or does not exist.
  if (request.misfit === 'otherRegistry' && authentication === 'bearer')
    return { kind: 'status', status: 401, fault: undefined, ...challenge };
  const limited = faults.find(
    ({ fault, requests }) => fault.kind === 'rateLimit' && requests > fault.requestsMax,
  );
  if (limited !== undefined) return { kind: 'status', status: 429, fault: limited.id };
  const missing = first(faults, (fault) => fault.kind === 'notFound' && concerns(fault));
  if (missing !== undefined) return { kind: 'status', status: 404, fault: missing.id };
  const exists =
    request.exists &&
    request.misfit === undefined &&
    (rules.images === undefined ||
      namesImage(rules.images, request.image) ||
      (request.repository !== undefined && namesImage(rules.images, imageAs(request.image, repository))));
  return exists ? undefined : { kind: 'status', status: 404, fault: undefined };
}

/** Returns the image's name with another repository. */
function imageAs(image: string, repository: string): string {
  const { registry, version } = imageLocation(image);
  return `${registry}/${repository}${image.includes('@') ? '@' : ':'}${version}`;
}

/**
 * Returns the answer, which an error comes before with some probability while a fault of that kind is in
 * force.
 */
function unlessByChance(faults: readonly RegistryFault[], otherwise: Served): Verdict {
  for (const { id, fault } of faults) {
    if (fault.kind === 'errorRate')
      return { kind: 'draw', rate: fault.rate, status: fault.status, fault: id, otherwise };
  }
  return otherwise;
}

function first(
  faults: readonly RegistryFault[],
  picks: (fault: Fault) => boolean,
): RegistryFault | undefined {
  return faults.find((entry) => picks(entry.fault));
}
