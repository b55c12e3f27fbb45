import type { ImageLocation } from '../images/image-location.ts';

/** Returns where a token for pulling this repository is asked for; Docker Hub has a server of its own for that. */
export function tokenUrl({ registry, repository, baseUrl }: ImageLocation): string {
  const scope = encodeURIComponent(`repository:${repository}:pull`);
  if (registry === 'docker.io') return `https://auth.docker.io/token?scope=${scope}&service=registry.docker.io`;
  return `${new URL(baseUrl).origin}/v2/token?scope=${scope}&service=${registry}`;
}
