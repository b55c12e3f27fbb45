import { goQuote } from '../go/go-strings.ts';

/**
 * A docker config's key or an image's repository as the keyring compares them: a host, perhaps a port, a
 * path.
 */
interface RegistryKey {
  readonly host: string;
  readonly port: string;
  /** The path with its leading slash; empty if there is none. */
  readonly path: string;
}

/**
 * Returns a docker config's key without its scheme, and without the `/v1` or `/v2` that docker writes after a
 * host, or undefined where it is no URL: such an entry is ignored. Mirrors `BasicDockerKeyring.Add` in
 * pkg/credentialprovider/keyring.go (1.36).
 */
export function normalizedKey(written: string): string | undefined {
  const url = /^(?:https?:\/\/)?(?:[^@/?#]*@)?([^/?#]*)([^?#]*)/.exec(written);
  const host = url?.[1] ?? '';
  if (!addressPattern.test(host)) return undefined;
  const path = url?.[2] ?? '';
  const effective = /^\/v[12]\//.test(path) ? path.slice(3) : path;
  return effective === '/' ? host : `${host}${effective}`;
}

/** A host with or without a port. */
const addressPattern = /^(?:\[[0-9A-Fa-f:.]*\]|[^\s:[\]<>"%\\^`{|}]*)(?::[0-9]*)?$/;

/**
 * Returns Go's words for a pattern of images whose host is no host of a URL; undefined for a good one. A scheme
 * is no error: `https:` is then the host, which no image has. Mirrors `ParseSchemelessURL` and net/url (1.36).
 */
export function hostError(pattern: string): string | undefined {
  const url = `https://${pattern}`;
  const [host = ''] = pattern.split(/[/?#]/, 1);
  if (addressPattern.test(host)) return undefined;
  const wrong = /[\s<>"\\^`{|}]/.exec(host)?.[0];
  if (wrong !== undefined) return `parse ${goQuote(url)}: invalid character ${goQuote(wrong)} in host name`;
  const wrongEscape = /%.{0,2}/.exec(host)?.[0];
  if (wrongEscape !== undefined) return `parse ${goQuote(url)}: invalid URL escape ${goQuote(wrongEscape)}`;
  const port = /:[^:\]]*$/.exec(host)?.[0] ?? '';
  return `parse ${goQuote(url)}: invalid port ${goQuote(port)} after host`;
}

/** Whether a provider with these patterns is asked for a repository (`isImageAllowed`). */
export function matchesImages(patterns: readonly string[], repository: string): boolean {
  const wanted = parseRegistryKey(repository);
  return patterns.some((pattern) => matchesRegistryKey(parseRegistryKey(pattern), wanted));
}

/** Whether one of these patterns may match an image of a host, whatever its path. */
export function matchesHost(patterns: readonly string[], host: string): boolean {
  const wanted = parseRegistryKey(host);
  return patterns.some((pattern) => matchesRegistryKey({ ...parseRegistryKey(pattern), path: '' }, wanted));
}

/** Takes a normalized key or a repository apart. Mirrors `ParseSchemelessURL` and `SplitURL` (1.36). */
export function parseRegistryKey(key: string): RegistryKey {
  const slash = key.indexOf('/');
  const authority = slash === -1 ? key : key.slice(0, slash);
  const [, host = authority, port = ''] = /^(.*?)(?::([0-9]*))?$/.exec(authority) ?? [];
  return { host, port, path: slash === -1 ? '' : key.slice(slash) };
}

/**
 * Whether a key opens a repository: the same port, as many parts of the host, each of them matching (`*`
 * stands for part of one), and the key's path a prefix, also in the middle of a word. Mirrors `URLsMatch`
 * (1.36).
 */
export function matchesRegistryKey(key: RegistryKey, repository: RegistryKey): boolean {
  const parts = key.host.split('.');
  const repositoryParts = repository.host.split('.');
  return (
    key.port === repository.port &&
    parts.length === repositoryParts.length &&
    repository.path.startsWith(key.path) &&
    parts.every((part, index) => matchesPart(part, repositoryParts[index] ?? ''))
  );
}

function matchesPart(glob: string, text: string): boolean {
  if (!glob.includes('*')) return glob === text;
  const pieces = glob.split('*').map((piece) => piece.replace(/[.+^${}()|[\]\\?]/g, '\\$&'));
  return new RegExp(`^${pieces.join('[^/]*')}$`).test(text);
}
