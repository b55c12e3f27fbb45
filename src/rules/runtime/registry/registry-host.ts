import type { RequestPoint } from '../errors/pull-error.ts';
import { imageLocation } from '../images/image-location.ts';

/**
 * One place where a runtime looks for the images of a registry: containerd's `hosts.toml`, in its order; the
 * registry itself comes last unless the file says otherwise. The first that answers is taken; any failure
 * goes on to the next.
 */
export interface RegistryHost {
  /** The key of the registry that answers, in `SimulationInput.registries`. */
  readonly host: string;
  /** What the host may be asked for: `resolve` is for tags, `pull` for digests. */
  readonly capabilities: readonly ('resolve' | 'pull')[];
  /** The address under which it is asked, with its path; absent: `https://HOST/v2`. */
  readonly apiRoot?: string;
  /** How names of repositories are rewritten for it; absent: they are the same there. */
  readonly rewrites?: readonly RepositoryRewrite[];
  /** What it is, if it is no registry that can have images; absent: one. */
  readonly misfit?: HostMisfit;
  /** Present if it is asked only for images that are named by tag, or by digest (CRI-O). */
  readonly onlyFor?: 'tags' | 'digests';
  /** Present if the runtime's policy lets none of its images run (CRI-O). */
  readonly isRejected?: true;
}

/**
 * Returns where an image is looked for, and the key of that: the longest part of its name that has places of
 * its own, from its repository up to its registry; undefined if none has. Without a place it is blocked.
 */
export function placesOfImage(
  hosts: Readonly<Record<string, readonly RegistryHost[]>>,
  image: string,
): { readonly key: string; readonly places: readonly RegistryHost[] } | undefined {
  const { registry, repository } = imageLocation(image);
  for (
    let key = `${registry}/${repository}`;
    key !== '';
    key = key.slice(0, Math.max(0, key.lastIndexOf('/')))
  ) {
    const places = Object.hasOwn(hosts, key) ? hosts[key] : undefined;
    if (places === undefined) continue;
    const reference = image.includes('@') ? 'digests' : 'tags';
    return { key, places: places.filter(({ onlyFor = reference }) => onlyFor === reference) };
  }
  return undefined;
}

/** What of a repository's name is replaced, in the syntax of Go's regexp. */
export interface RepositoryRewrite {
  readonly pattern: string;
  readonly replacement: string;
}

/**
 * Returns the name of a repository at a host: the first pattern that changes it counts. The documentation of
 * k3s does not say which of several does; its containerd was not read. A pattern that is none changes nothing.
 */
export function rewrittenRepository(
  repository: string,
  rewrites: readonly RepositoryRewrite[] | undefined,
): string {
  for (const { pattern, replacement } of rewrites ?? []) {
    const expression = compiled(pattern);
    if (expression === undefined) continue;
    const rewritten = repository.replace(expression, replacement.replace(/\$\{(\w+)\}/g, '$$$1'));
    if (rewritten !== repository) return rewritten;
  }
  return repository;
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'g');
  } catch {
    return undefined;
  }
}

/**
 * Why a host that is asked cannot have an image. `noApi`: no API of a registry is at this address, or it takes
 * a part of the path for the name of a repository, so that it answers 404. `otherRegistry`: a public registry
 * that is no copy of the one in the image's name. `webSite`: it answers with a page. `noAddress`: no name
 * server knows it.
 */
export type HostMisfit = 'noApi' | 'otherRegistry' | 'webSite' | 'noAddress';

/** A host that will be asked, and how. */
export interface HostTurn<H> {
  readonly host: H;
  /** Whether it is the last host of the round. */
  readonly isLastHost: boolean;
  /** `blobs`: the digest is looked for among blobs, since no host has it as a manifest. */
  readonly path: 'usual' | 'blobs';
}

/**
 * Returns where a request is tried, in order. A tag is asked for only where tags may be resolved, a digest
 * that is to be resolved also among blobs; everything else is fetched from each host that is there, whatever
 * it is said to be good for. Mirrors `Resolve` and `Fetch` of core/remotes/docker, which loops over
 * `r.hosts`, not over those it has filtered.
 */
export function hostTurns<H extends RegistryHost>(
  hosts: readonly H[],
  at: RequestPoint,
  image: string,
): readonly HostTurn<H>[] {
  if (at.kind !== 'tag') return turns(hosts, 'usual');
  const byDigest = image.includes('@');
  const able = hosts.filter(
    ({ capabilities }) => capabilities.includes('pull') && (byDigest || capabilities.includes('resolve')),
  );
  // If no host may be asked, the registry itself is.
  const hostsToAsk = able.length > 0 ? able : hosts.slice(-1);
  return byDigest
    ? [...turns(hostsToAsk, 'usual'), ...turns(hostsToAsk, 'blobs')]
    : turns(hostsToAsk, 'usual');
}

function turns<H>(hosts: readonly H[], path: HostTurn<H>['path']): readonly HostTurn<H>[] {
  return hosts.map((host, index) => ({ host, isLastHost: index === hosts.length - 1, path }));
}
