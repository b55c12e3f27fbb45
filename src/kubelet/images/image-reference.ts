import { goLowerCase } from '../go/go-lower-case.ts';
import { type ImageReference, parseReference } from './parse-reference.ts';
import { distributionReference06, type ReferenceGrammar } from './reference-grammar.ts';

const defaultDomain = 'docker.io';
const legacyDefaultDomain = 'index.docker.io';
const officialPrefix = 'library/';

/**
 * Takes an image name apart as Docker means it (`root` is `docker.io/library/root`), or returns the error's text.
 * No default tag is added. Mirrors `ParseNormalizedNamed` of distribution/reference; the grammar is 1.36's unless given.
 */
export function parseImageReference(
  image: string,
  grammar: ReferenceGrammar = distributionReference06,
): ImageReference | { readonly error: string } {
  if (/^[a-f0-9]{64}$/.test(image)) {
    return { error: `invalid repository name (${image}), cannot specify 64-byte hexadecimal strings` };
  }
  const { domain, remainder } = splitDomain(image, grammar);
  const colon = remainder.indexOf(':');
  const repository = colon === -1 ? remainder : remainder.slice(0, colon);
  if (goLowerCase(repository) !== repository) {
    return { error: grammar.upperCaseError(repository) };
  }
  return parseReference(`${domain}/${remainder}`, grammar);
}

// Mirrors `splitDockerDomain`.
function splitDomain(image: string, grammar: ReferenceGrammar): { domain: string; remainder: string } {
  const slash = image.indexOf('/');
  const first = slash === -1 ? '' : image.slice(0, slash);
  if (!namesRegistry(first, grammar)) {
    return { domain: defaultDomain, remainder: withOfficialPrefix(image) };
  }
  const rest = image.slice(slash + 1);
  if (first === defaultDomain || first === legacyDefaultDomain) {
    return { domain: defaultDomain, remainder: withOfficialPrefix(rest) };
  }
  return { domain: first, remainder: rest };
}

function namesRegistry(first: string, grammar: ReferenceGrammar): boolean {
  return first === 'localhost' || /[.:]/.test(first) || (grammar.upperCaseIsDomain && goLowerCase(first) !== first);
}

function withOfficialPrefix(remainder: string): string {
  return remainder.includes('/') ? remainder : `${officialPrefix}${remainder}`;
}
