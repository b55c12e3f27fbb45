/**
 * Returns the digest of what came instead of the content with this digest. A simulated layer has no bytes to hash: the
 * digits are turned round.
 */
export function wrongDigestOf(digest: string): string {
  const [algorithm = '', hex = ''] = digest.split(':');
  return `${algorithm}:${[...hex].reverse().join('')}`;
}
