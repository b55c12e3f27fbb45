import { memoizeByText } from '../../values/memoize.ts';
import { goLowerCase, goQuote } from '../go/go-strings.ts';
import {
  distributionReference06,
  type ImageReference,
  parseReference,
  type ReferenceGrammar,
} from './parse-reference.ts';

const defaultDomain = 'docker.io';
const legacyDefaultDomain = 'index.docker.io';
const officialPrefix = 'library/';

/**
 * Takes an image name apart as Docker means it (`root` is `docker.io/library/root`), or returns the error's
 * text. No default tag is added. Mirrors `ParseNormalizedNamed` of distribution/reference; the grammar is
 * 1.36's unless given.
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
  if (goLowerCase(repository, grammar.unicode) !== repository) {
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
  const remainder = image.slice(slash + 1);
  if (first === defaultDomain || first === legacyDefaultDomain) {
    return { domain: defaultDomain, remainder: withOfficialPrefix(remainder) };
  }
  return { domain: first, remainder: remainder };
}

function namesRegistry(first: string, grammar: ReferenceGrammar): boolean {
  return (
    first === 'localhost' ||
    /[.:]/.test(first) ||
    (grammar.upperCaseIsDomain && goLowerCase(first, grammar.unicode) !== first)
  );
}

function withOfficialPrefix(remainder: string): string {
  return remainder.includes('/') ? remainder : `${officialPrefix}${remainder}`;
}

/**
 * The name that the runtime gets, or why the name is invalid (the `%v` of the
 * `Failed to apply default image tag` message).
 */
export type TaggedImage = { readonly image: string } | { readonly error: string };

/**
 * Makes the rule that adds `:latest` to a name without tag and digest and leaves the rest of the spelling
 * alone. `noun` is how the release's error calls the name.
 *
 * Mirrors `applyDefaultImageTag` in pkg/kubelet/images/image_manager.go ("image reference") and
 * `ParseImageName` in pkg/util/parsers ("image name").
 */
export function defaultImageTag(
  grammar: ReferenceGrammar,
  noun: 'image reference' | 'image name',
): (image: string) => TaggedImage {
  return memoizeByText((image) => {
    const reference = parseImageReference(image, grammar);
    if ('error' in reference) {
      return { error: `couldn't parse ${noun} ${goQuote(image, grammar.unicode)}: ${reference.error}` };
    }
    const isNameOnly = reference.tag === undefined && reference.digest === undefined;
    return { image: isNameOnly ? `${image}:latest` : image };
  });
}
