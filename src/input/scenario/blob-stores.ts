import type { Problems } from '../documents/problems.ts';
import { registryHost } from '../images/image-name.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { RegistryDocument } from './registry-shapes.ts';

/**
 * Returns the blob stores to which registries redirect, by their hosts. A store serves its blobs itself, so it is an error if it redirects
 * or is a cache. `settingsOf` returns the settings of a host.
 */
export function blobStores(
  hosts: readonly string[],
  settingsOf: (host: string) => RegistryDocument,
  scenario: ReadScenario | undefined,
  problems: Problems,
): ReadonlyMap<string, string> {
  const stores = new Map<string, string>();
  for (const host of hosts) {
    const { blobStore = 'none', cacheOf } = settingsOf(host);
    if (blobStore !== 'none' && cacheOf === undefined) stores.set(host, registryHost(blobStore));
  }
  const written = Object.entries(scenario?.value.registries ?? {});
  for (const [name, { blobStore, cacheOf }] of written) {
    const host = registryHost(name);
    const message = wrong(host, blobStore, cacheOf !== undefined, [...stores.values()], [...stores.keys()]);
    if (message === undefined || scenario === undefined) continue;
    stores.delete(host);
    const { document, path } = scenario.object;
    const expected = 'the host that sends the blobs of this registry, or none where it does so itself';
    const field = blobStore === undefined ? 'cacheOf' : 'blobStore';
    problems.at({ document, path: [...path, 'registries', name, field] }, { code: 'WRONG_VALUE', message, expected });
  }
  return stores;
}

function wrong(
  host: string,
  blobStore: string | undefined,
  isCache: boolean,
  stores: readonly string[],
  senders: readonly string[],
): string | undefined {
  const isStore = stores.includes(host);
  if (blobStore === undefined || blobStore === 'none') return isStore && isCache ? `${host} is a blob store, and so no cache` : undefined;
  if (host === '*') return 'each registry has its blobs in a place of its own';
  if (blobStore === '*') return '"*" is not a registry: it stands for all registries without an entry of their own';
  if (isCache) return 'a cache sends what it has itself';
  if (registryHost(blobStore) === host || isStore || senders.includes(registryHost(blobStore))) {
    return `${blobStore} and ${host} cannot both send clients on to another host`;
  }
  return undefined;
}
