import { namesRepository } from '../images/image.ts';
import type { RequestKind } from './request-fault.ts';

/** The identity of a password that was good once: registries refuse it as they refuse one of another user. */
export const expiredTokenIdentity = 'expired-token';

/** The rules by which a registry grants access. */
export interface AccessRules {
  readonly host: string;
  /**
   * `basic`: every request needs a user and password; `bearer`: a token, which anonymous clients get too.
   * Absent: nothing is needed.
   */
  readonly authentication?: 'basic' | 'bearer';
  /** The repositories that need credentials; absent: all are public. */
  readonly private?: readonly PrivateRepositories[];
}

/** A request as far as access depends on it. */
export interface AccessRequest {
  readonly kind: RequestKind;
  readonly identity?: string | undefined;
  readonly authorization?: 'basic' | 'bearer';
}

/** The refusal of a request. `challenge` names the authorization the registry demands. */
export interface AccessDenied {
  readonly status: 401 | 403;
  readonly challenge?: 'basic' | 'bearer';
}

/**
 * Token servers that give no token for a closed repository, with their answers to the anonymous and to a user who
 * may not pull: node-problem-detector#1289 and docker/login-action#606 for Google's, eclipse-sdv-blueprints'
 * fleet-management#3 and rossoctl#116 for GitHub's.
 */
const strictTokenServers = [
  { hosts: /^(?:[a-z\d-]+\.)?gcr\.io$|^[a-z\d-]+\.pkg\.dev$/, anonymous: 403, user: 403 },
  { hosts: /^ghcr\.io$/, anonymous: 401, user: 403 },
] as const;

function strictTokenServer(host: string): (typeof strictTokenServers)[number] | undefined {
  return strictTokenServers.find(({ hosts }) => hosts.test(host));
}

/** Whether the registry asks for tokens, and gives none for what the client may not pull. */
export function hasStrictTokens(host: string): boolean {
  return strictTokenServer(host) !== undefined;
}

/**
 * Returns how a registry turns a request for this repository away; undefined where it lets it in. Most
 * token servers give a token to whoever asks; what it opens shows at the next request: a closed repository then
 * answers 401 (insufficient_scope) to the anonymous and to users who may not pull, as Docker Hub and
 * distribution's token authentication do. With Basic, and where no authentication is asked for, a user who
 * may not pull gets 403.
 */
export function accessDenied(
  rules: AccessRules,
  request: AccessRequest,
  repository: string,
): AccessDenied | undefined {
  const { authentication } = rules;
  if (request.kind === 'token') return tokenDenied(rules, request, repository);
  if (authentication !== undefined && request.authorization !== authentication)
    return { status: 401, challenge: authentication };
  const status =
    rules.private === undefined ? undefined : accessStatus(rules.private, repository, request.identity);
  if (status === undefined) return undefined;
  if (authentication === 'bearer') return { status: 401, challenge: 'bearer' };
  return authentication === 'basic' && status === 401 ? { status, challenge: 'basic' } : { status };
}

function tokenDenied(
  { host, private: closed }: AccessRules,
  { identity }: AccessRequest,
  repository: string,
): AccessDenied | undefined {
  const server = strictTokenServer(host);
  if (server === undefined || closed === undefined) return undefined;
  if (accessStatus(closed, repository, identity) === undefined) return undefined;
  return { status: identity === undefined ? server.anonymous : server.user };
}

/** Repositories of a registry that need credentials. */
export interface PrivateRepositories {
  /** A repository such as `team/app`. A `*` at the end stands for any rest, and alone for all. */
  readonly repositories: string;
  /** The identities of credentials that may pull. */
  readonly identities: readonly string[];
}

/**
 * The status with which a registry refuses a repository: 401 to the anonymous, 403 to a user who may not;
 * undefined where it serves. The longest rule that names the repository decides; one that no rule names is
 * public.
 */
export function accessStatus(
  rules: readonly PrivateRepositories[],
  repository: string,
  identity: string | undefined,
): 401 | 403 | undefined {
  let deciding: PrivateRepositories | undefined;
  for (const rule of rules) {
    const isLonger = deciding === undefined || rule.repositories.length > deciding.repositories.length;
    if (isLonger && namesRepository(rule.repositories, repository)) deciding = rule;
  }
  if (deciding === undefined) return undefined;
  if (identity === undefined) return 401;
  return deciding.identities.includes(identity) ? undefined : 403;
}
