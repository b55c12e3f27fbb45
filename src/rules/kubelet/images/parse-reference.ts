import { type GoUnicode, goLowerCase } from '../go/go-strings.ts';

/** An image name taken apart. `domain` is empty where the text names no registry. */
export interface ImageReference {
  readonly domain: string;
  readonly path: string;
  readonly tag?: string;
  readonly digest?: string;
}

const nameLengthMax = 255;
const hexLengths: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/**
 * Takes the text apart as it stands, without adding `docker.io` or `library/`, or returns the error's text.
 * Mirrors `Parse` of distribution/reference.
 */
export function parseReference(
  text: string,
  grammar: ReferenceGrammar,
): ImageReference | { readonly error: string } {
  const match = grammar.reference.exec(text);
  if (match === null) {
    return { error: formatError(text, grammar) };
  }
  const name = match[1] ?? '';
  const parts = grammar.name.exec(name);
  const domain = parts?.[1] ?? '';
  const path = parts?.[2] ?? name;
  if ((grammar.lengthIncludesDomain ? name : path).length > nameLengthMax) {
    return { error: `repository name must not be more than ${nameLengthMax} characters` };
  }
  const tag = match[2];
  const digest = match[3];
  const error = digest === undefined ? undefined : digestError(digest);
  if (error !== undefined) {
    return { error };
  }
  return { domain, path, ...(tag === undefined ? {} : { tag }), ...(digest === undefined ? {} : { digest }) };
}

function formatError(text: string, grammar: ReferenceGrammar): string {
  if (text === '') {
    return 'repository name must have at least one component';
  }
  return grammar.reference.test(goLowerCase(text, grammar.unicode))
    ? 'repository name must be lowercase'
    : 'invalid reference format';
}

// Mirrors `Digest.Validate` of opencontainers/go-digest.
function digestError(digest: string): string | undefined {
  const colon = digest.indexOf(':');
  const hexLength = hexLengths.get(digest.slice(0, colon));
  const hex = digest.slice(colon + 1);
  if (hexLength === undefined) {
    const wellFormed = /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*:[a-zA-Z0-9=_-]+$/.test(digest);
    return wellFormed ? 'unsupported digest algorithm' : 'invalid checksum digest format';
  }
  if (hex.length !== hexLength) {
    return 'invalid checksum digest length';
  }
  return /^[a-f0-9]+$/.test(hex) ? undefined : 'invalid checksum digest format';
}

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
  /** The Unicode version of the Go that the release is built with; absent: 15.0. */
  readonly unicode?: GoUnicode;
}

// The separators are written so that an alphanumeric run is never split: the same language as upstream's
// `[-]*`, without its backtracking.
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
export const distributionReference06: ReferenceGrammar = {
  ...distributionReference05,
  lengthIncludesDomain: false,
};

/** The same, built with Go 1.27. */
export const distributionReference06Go127: ReferenceGrammar = { ...distributionReference06, unicode: '17.0' };
