/** Returns the last part of an image's name, with its tag, or the first letters of its digest: `api:3.4`, `api@1f2e3d4c`. */
export function shortImageName(image: string): string {
  const [name = '', digest] = image.split('@', 2);
  const last = name.slice(name.lastIndexOf('/') + 1);
  const hex = digest?.slice(digest.indexOf(':') + 1);
  return hex === undefined || hex === '' ? last : `${last}@${hex.slice(0, 8)}`;
}
