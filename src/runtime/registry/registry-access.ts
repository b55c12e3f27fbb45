import { accessStatus, type PrivateRepositories } from './private-repositories.ts';
import type { RequestKind } from './request-match.ts';

/** How a registry lets people in. */
export interface AccessRules {
  readonly host: string;
  /** `basic`: every request must come with a user; `bearer`: with a token, which the anonymous get too. Absent: nobody is asked. */
  readonly authentication?: 'basic' | 'bearer';
  /** Absent: all of it is public. */
  readonly private?: readonly PrivateRepositories[];
}

/** The identity, and what it asks for. */
export interface AccessRequest {
  readonly kind: RequestKind;
  readonly identity?: string | undefined;
  readonly authorization?: 'basic' | 'bearer';
}

/** How a request is turned away; `challenge` says with what to come back. */
export interface AccessDenied {
  readonly status: 401 | 403;
  readonly challenge?: 'basic' | 'bearer';
}

/**
 * Returns how a registry turns a request for this repository away; undefined where it lets it in. Token servers give a token to
 * whoever asks; what it opens shows at the next request: a closed repository then answers 401 (insufficient_scope) to the
 * anonymous and to users who may not pull, as Docker Hub and distribution's token authentication do. With Basic, and where
 * no authentication is asked for, a user who may not pull gets 403.
 */
export function accessDenied(rules: AccessRules, request: AccessRequest, repository: string): AccessDenied | undefined {
  const { authentication } = rules;
  if (request.kind === 'token') return undefined;
  if (authentication !== undefined && request.authorization !== authentication) return { status: 401, challenge: authentication };
  const status = rules.private === undefined ? undefined : accessStatus(rules.private, repository, request.identity);
  if (status === undefined) return undefined;
  if (authentication === 'bearer') return { status: 401, challenge: 'bearer' };
  return authentication === 'basic' && status === 401 ? { status, challenge: 'basic' } : { status };
}
