/** What differs between the libraries that kubelets parse image names with. */
export interface ReferenceGrammar {
  /** The anchored pattern of a reference, with groups for name, tag and digest. */
  readonly reference: RegExp;
  /** The anchored pattern of a name, with groups for domain and path. */
  readonly name: RegExp;
  /** Whether a first component with capitals (`REG/foo`) is taken for a registry. */
  readonly upperCaseIsDomain: boolean;
  /** Returns the error of a repository whose name has capitals. */
  readonly upperCaseError: (repository: string) => string;
  /** Whether the limit of 255 characters includes the registry. */
  readonly lengthIncludesDomain: boolean;
}

// The separators are written so that an alphanumeric run is never split: the same language as upstream's `[-]*`, without its backtracking.
const alphanumeric = '[a-z0-9]+';
const pathComponent = `${alphanumeric}(?:(?:[._]|__|-+)${alphanumeric})*`;
const path = `${pathComponent}(?:/${pathComponent})*`;
const domainComponent = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const domainName = `${domainComponent}(?:\\.${domainComponent})*`;
const tag = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}';
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}';

function expressions(host: string): Pick<ReferenceGrammar, 'reference' | 'name'> {
  const domain = `${host}(?::[0-9]+)?`;
  return {
    reference: new RegExp(`^((?:${domain}/)?${path})(?::(${tag}))?(?:@(${digest}))?$`),
    name: new RegExp(`^(?:(${domain})/)?(${path})$`),
  };
}

const invalidFormat = 'invalid reference format';
const withIpv6 = expressions(`(?:${domainName}|\\[(?:[a-fA-F0-9:]+)\\])`);

/** github.com/docker/distribution v2.8.1. */
export const dockerDistribution28: ReferenceGrammar = {
  ...expressions(domainName),
  upperCaseIsDomain: false,
  upperCaseError: () => `${invalidFormat}: repository name must be lowercase`,
  lengthIncludesDomain: true,
};

/** github.com/distribution/reference v0.5.0. */
export const distributionReference05: ReferenceGrammar = {
  ...withIpv6,
  upperCaseIsDomain: true,
  upperCaseError: (repository) => `${invalidFormat}: repository name (${repository}) must be lowercase`,
  lengthIncludesDomain: true,
};

/** github.com/distribution/reference v0.6.0. */
export const distributionReference06: ReferenceGrammar = { ...distributionReference05, lengthIncludesDomain: false };
