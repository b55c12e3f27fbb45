import { namesRepository } from '../images/image-pattern.ts';

/** Repositories of a registry that need credentials. */
export interface PrivateRepositories {
  /** A repository such as `team/app`. A `*` at the end stands for any rest, and alone for all. */
  readonly repositories: string;
  /** The identities of credentials that may pull. */
  readonly identities: readonly string[];
}

/**
 * The status with which a registry refuses a repository: 401 to the anonymous, 403 to a user who may not; undefined where
 * it serves. The longest rule that names the repository decides; one that no rule names is public.
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
