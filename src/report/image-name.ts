/** Returns the last part of an image's name, with its tag, or the first letters of its digest: `api:3.4`, `api@1f2e3d4c`. */
export function shortImageName(image: string): string {
  const [name = '', digest] = image.split('@', 2);
  const last = name.slice(name.lastIndexOf('/') + 1);
  const hex = digest?.slice(digest.indexOf(':') + 1);
  return hex === undefined || hex === '' ? last : `${last}@${hex.slice(0, 8)}`;
}

/** Returns one key for the ways to write an image of Docker Hub: `redis`, `redis:latest`, `docker.io/library/redis`. */
export function imageKey(image: string): string {
  let name = image;
  if (name.startsWith('docker.io/')) name = name.slice('docker.io/'.length);
  if (name.startsWith('library/')) name = name.slice('library/'.length);
  return name.includes('@') || name.slice(name.lastIndexOf('/') + 1).includes(':') ? name : `${name}:latest`;
}
