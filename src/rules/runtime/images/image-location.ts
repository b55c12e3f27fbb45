import { memoizeByText } from '../../values/memoize.ts';

/** Where containerd looks for an image. */
export interface ImageLocation {
  /** The registry as containerd names it: `docker.io`, `gcr.io`, `localhost:5000`. */
  readonly registry: string;
  /** `library/redis` */
  readonly repository: string;
  /** The tag, or the digest if there is one. */
  readonly version: string;
  /** The full reference that error texts show: `docker.io/library/redis:7`. */
  readonly reference: string;
  /** `https://registry-1.docker.io/v2/library/redis` */
  readonly baseUrl: string;
}

/**
 * Returns where the image of this name (after the default tag) lives. A first component without a dot or a
 * port, other than `localhost`, is no host: the registry is docker.io, and a single component is in
 * `library/`, as in distribution/reference. Hosts of the loopback are asked over plain HTTP, docker.io at
 * registry-1.docker.io.
 */
export const imageLocation: (image: string) => ImageLocation = memoizeByText((image) => {
  const slash = image.indexOf('/');
  const first = slash < 0 ? '' : image.slice(0, slash);
  const hasHost = first.includes('.') || first.includes(':') || first === 'localhost';
  const namedHost = hasHost ? first : 'docker.io';
  const registry = namedHost === 'index.docker.io' ? 'docker.io' : namedHost;
  const path = hasHost ? image.slice(slash + 1) : image;
  const at = path.indexOf('@');
  const tagged = at < 0 ? path : path.slice(0, at);
  const colon = tagged.indexOf(':');
  const name = colon < 0 ? tagged : tagged.slice(0, colon);
  const repository = registry === 'docker.io' && !name.includes('/') ? `library/${name}` : name;
  const version = at < 0 ? tagged.slice(name.length + 1) : path.slice(at + 1);
  const host = registry === 'docker.io' ? 'registry-1.docker.io' : registry;
  return {
    registry,
    repository,
    version,
    reference: `${registry}/${repository}${path.slice(name.length)}`,
    baseUrl: `${isLoopback(registry) ? 'http' : 'https'}://${host}/v2/${repository}`,
  };
});

/**
 * Returns one text for all spellings of an image: `docker.io/library/redis:7` for `redis:7` and
 * `index.docker.io/library/redis:7`, with the tag latest where there is none. Beside a digest a tag decides
 * nothing, and goes.
 */
export function canonicalImageName(image: string): string {
  const { registry, repository, version } = imageLocation(image);
  const ending = image.includes('@') ? `@${version}` : `:${version === '' ? 'latest' : version}`;
  return `${registry}/${repository}${ending}`;
}

/** Whether two names mean the same image. */
export function isSameImage(one: string, other: string): boolean {
  return one === other || canonicalImageName(one) === canonicalImageName(other);
}

/** Whether the registry is on the machine itself: `localhost` or 127.0.0.0/8, with or without a port. */
export function isLoopback(registry: string): boolean {
  return /^(localhost|127(\.\d+){3})(:\d+)?$/.test(registry);
}
