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
 * Returns how a registry turns a request for this repository away; undefined where it lets it in. Token
 * servers give a token to whoever asks; what it opens shows at the next request: a closed repository then
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
  if (request.kind === 'token') return undefined;
  if (authentication !== undefined && request.authorization !== authentication)
    return { status: 401, challenge: authentication };
  const status =
    rules.private === undefined ? undefined : accessStatus(rules.private, repository, request.identity);
  if (status === undefined) return undefined;
  if (authentication === 'bearer') return { status: 401, challenge: 'bearer' };
  return authentication === 'basic' && status === 401 ? { status, challenge: 'basic' } : { status };
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
