import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { registryHost } from '../images/image-name.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { RegistryDocument } from './registry-shapes.ts';

/**
 * Returns the blob stores to which registries redirect, by their hosts. A store serves its blobs itself, so
 * it is an error if it redirects or is a cache. `settingsOf` returns the settings of a host.
 */
export function blobStores(
  hosts: readonly string[],
  settingsOf: (host: string) => RegistryDocument,
  scenario: ReadScenario,
  problems: Problems,
): ReadonlyMap<string, string> {
  const stores = new Map<string, string>();
  for (const host of hosts) {
    const { blobStore = 'none', cacheOf } = settingsOf(host);
    if (blobStore !== 'none' && cacheOf === undefined) stores.set(host, registryHost(blobStore));
  }
  for (const [name, { blobStore, cacheOf }] of Object.entries(scenario.value.registries ?? {})) {
    const host = registryHost(name);
    const message = wrong(host, blobStore, cacheOf !== undefined, [...stores.values()], [...stores.keys()]);
    if (message === undefined) continue;
    stores.delete(host);
    const expected = 'the host that sends the blobs of this registry, or none where it does so itself';
    const field = blobStore === undefined ? 'cacheOf' : 'blobStore';
    problems.at(within(scenario, 'registries', name, field), { code: 'WRONG_VALUE', message, expected });
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
  if (blobStore === undefined || blobStore === 'none')
    return isStore && isCache ? `${host} is a blob store, and so no cache` : undefined;
  if (host === '*') return 'each registry has its blobs in a place of its own';
  if (blobStore === '*')
    return '"*" is not a registry: it stands for all registries without an entry of their own';
  if (isCache) return 'a cache sends what it has itself';
  if (registryHost(blobStore) === host || isStore || senders.includes(registryHost(blobStore))) {
    return `${blobStore} and ${host} cannot both send clients on to another host`;
  }
  return undefined;
}
