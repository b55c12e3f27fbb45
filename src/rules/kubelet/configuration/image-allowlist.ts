import { type RecordedNames, recordedName, trimImageTagDigest } from '../pull-records/recorded-name.ts';

/** preloadedImagesVerificationAllowlist: names without tag, or prefixes that end in `/*`. */
export type ImageAllowlist = readonly string[];

/**
 * Whether the list names the image. The list must be valid. With `full` names the image is taken as written:
 * one with a tag is on the list by a prefix only. Mirrors `NeverVerifyAllowlistedImages.imageMatches` in
 * pkg/kubelet/images/pullmanager (v1.36.3, v1.35.4).
 */
export function matchesImageAllowlist(
  allowlist: ImageAllowlist,
  image: string,
  names: RecordedNames,
): boolean {
  const trimmed = names === 'full' ? { name: image } : trimImageTagDigest(image);
  const name = 'error' in trimmed ? image : trimmed.name;
  return allowlist.some((pattern) =>
    pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

/**
 * What is wrong with the first bad pattern of the list, or undefined. With `full` names a pattern must be
 * one: `app` is refused. Mirrors `ValidateAllowlistImagesPatterns` (v1.36.3, v1.35.4).
 */
export function imageAllowlistError(allowlist: ImageAllowlist, names: RecordedNames): string | undefined {
  return allowlist.map((pattern) => patternError(pattern, names)).find((error) => error !== undefined);
}

function patternError(pattern: string, names: RecordedNames): string | undefined {
  if (pattern !== pattern.trim()) {
    return `leading/trailing spaces are not allowed: ${pattern}`;
  }
  const isWildcard = pattern.endsWith('/*');
  const fixedPart = isWildcard ? pattern.slice(0, -1) : pattern;
  if (fixedPart === '') {
    return `the supplied pattern is too short: ${pattern}`;
  }
  if (fixedPart.includes('*')) {
    return `not a valid wildcard pattern, only patterns ending with '/*' are allowed: ${pattern}`;
  }
  if (isWildcard) {
    return fixedPart === '/' ? 'at least registry hostname is required' : undefined;
  }
  const trimmed = recordedName(names, fixedPart);
  if ('error' in trimmed) {
    return `failed to parse as an image name: ${trimmed.error}`;
  }
  return trimmed.name === fixedPart
    ? undefined
    : `neither tag nor digest is accepted in an image reference: ${pattern}`;
}
