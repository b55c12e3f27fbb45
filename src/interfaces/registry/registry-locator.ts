import type { ImageShelf } from './image-shelf.ts';
import type { ServedRegistry } from './served-registry.ts';

/** Which registry answers a request, and where the images are that are asked for. */
export interface Location {
  readonly registry: ServedRegistry;
  /** The registry in the names of the images. A mirror has images of others. */
  readonly imageHost: string;
  /** The repository without the host that may come before it in the path. */
  readonly repository: string;
}

/** How a request names the registry. */
export interface RegistryHint {
  /** The `Host` header. */
  readonly host: string | undefined;
  /** containerd's query to mirrors: `?ns=docker.io`. */
  readonly namespace: string | null;
}

/** Tells the registries of one server apart. */
export class RegistryLocator {
  readonly #registries: ReadonlyMap<string, ServedRegistry>;
  readonly #shelf: ImageShelf;

  constructor(registries: ReadonlyMap<string, ServedRegistry>, shelf: ImageShelf) {
    this.#registries = registries;
    this.#shelf = shelf;
  }

  /** The registries that have images. */
  get withImages(): readonly ServedRegistry[] {
    return this.#shelf.hosts.flatMap((host) => this.#registries.get(host) ?? []);
  }

  /** Returns the registry of this name; undefined if the Scenario has none. */
  named(host: string): ServedRegistry | undefined {
    const lower = host.toLowerCase();
    const name = /^(?:registry-1|index)\.docker\.io(?::\d+)?$/.test(lower) ? 'docker.io' : lower;
    return this.#registries.get(name) ?? this.#registries.get(name.replace(/:\d+$/, ''));
  }

  /** Returns the registry that the header or the query names. */
  hinted({ host, namespace }: RegistryHint): ServedRegistry | undefined {
    return this.named(host ?? '') ?? this.named(namespace ?? '');
  }

  /**
   * Returns the registry of a request for a repository: the one that the Host header names, then the query, then
   * the first part of the path; otherwise the only one that has the repository. Undefined where none is meant.
   */
  locate(hint: RegistryHint, path: string): Location | undefined {
    const location = this.#asked(hint, path);
    const upstream = location?.registry.rules.cacheOf;
    if (location === undefined || upstream === undefined) return location;
    // A cache has the images of the registry that it caches.
    const isUpstreams = this.#shelf.tags(location.imageHost, location.repository) === undefined;
    return isUpstreams ? { ...location, imageHost: upstream } : location;
  }

  #asked(hint: RegistryHint, path: string): Location | undefined {
    const images = this.named(hint.namespace ?? '') ?? this.named(hint.host ?? '');
    const registry = this.hinted(hint);
    if (registry !== undefined && images !== undefined)
      return { registry, imageHost: images.rules.host, repository: path };
    const prefixed = this.prefixed(path);
    if (prefixed !== undefined) return prefixed;
    const having = this.withImages.filter(({ rules }) => this.#shelf.tags(rules.host, path) !== undefined);
    const [only] = having;
    if (only === undefined || having.length > 1) return undefined;
    return { registry: only, imageHost: only.rules.host, repository: path };
  }

  /** Returns the registry that the first part of a path names, and the repository behind it. */
  prefixed(path: string): Location | undefined {
    const slash = path.indexOf('/');
    const registry = slash < 0 ? undefined : this.named(path.slice(0, slash));
    if (registry === undefined) return undefined;
    return { registry, imageHost: registry.rules.host, repository: path.slice(slash + 1) };
  }
}
