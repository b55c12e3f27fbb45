import { trimImageTagDigest } from './trim-image-tag-digest.ts';

/** preloadedImagesVerificationAllowlist: names without tag, or prefixes that end in `/*`. */
export type ImageAllowlist = readonly string[];

/**
 * Whether the list names the image. The list must be valid.
 * Mirrors `NeverVerifyAllowlistedImages.imageMatches` in pkg/kubelet/images/pullmanager (1.36).
 */
export function matchesImageAllowlist(allowlist: ImageAllowlist, image: string): boolean {
  const trimmed = trimImageTagDigest(image);
  const name = 'error' in trimmed ? image : trimmed.name;
  return allowlist.some((pattern) => (pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

/**
 * What is wrong with the first bad pattern of the list, or undefined. Mirrors `ValidateAllowlistImagesPatterns` (1.36).
 */
export function imageAllowlistError(allowlist: ImageAllowlist): string | undefined {
  return allowlist.map(patternError).find((error) => error !== undefined);
}

function patternError(pattern: string): string | undefined {
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
  const trimmed = trimImageTagDigest(fixedPart);
  if ('error' in trimmed) {
    return `failed to parse as an image name: ${trimmed.error}`;
  }
  return trimmed.name === fixedPart ? undefined : `neither tag nor digest is accepted in an image reference: ${pattern}`;
}
