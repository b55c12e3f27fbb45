import { imageLocation } from '../../src/rules/runtime/images/image-location.ts';
import { placesOfImage } from '../../src/rules/runtime/registry/registry-host.ts';
import type { FetchHost } from './fetch/fetch-protocol.ts';
import type { ImageServiceContext } from './image-service-context.ts';

/** Returns the hosts that are asked for an image, in their order. */
export function pullHosts({ input }: ImageServiceContext, name: string): readonly FetchHost[] {
  const host = imageLocation(name).registry;
  const itself = { host, capabilities: ['resolve', 'pull'] } as const;
  const places = placesOfImage(input.registryHosts ?? {}, name)?.places ?? [itself];
  const hosts: FetchHost[] = [];
  for (const hostEntry of places) {
    const registry = input.registries[hostEntry.host];
    if (registry !== undefined) hosts.push(Object.assign({}, hostEntry, { registry }));
  }
  if (hosts.length === 0) throw new Error(`${input.name}: no registry "${host}"`);
  return hosts;
}
