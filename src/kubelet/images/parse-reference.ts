import { goLowerCase } from '../go/go-lower-case.ts';
import type { ReferenceGrammar } from './reference-grammar.ts';

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
export function parseReference(text: string, grammar: ReferenceGrammar): ImageReference | { readonly error: string } {
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
  return grammar.reference.test(goLowerCase(text)) ? 'repository name must be lowercase' : 'invalid reference format';
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
