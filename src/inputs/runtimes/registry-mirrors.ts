import { isMapping } from '../documents/mapping.ts';
import type { Path } from '../documents/source-document.ts';
import { registryHost } from '../images/image-name.ts';

/** An address of a mirror, its place, and how the runtime gets from it to the mirror's API. */
interface Endpoint {
  readonly address: string;
  readonly path: Path;
  readonly rule: 'normalized' | 'appended' | 'overridden';
}

/**
 * Returns the addresses of a registry's mirrors as k3s (`endpoint`) and Talos (`endpoints`, in documents of
 * their own with a `url` each) have them, in order. k3s writes paths as they are
 * (`normalizeEndpointAddress` of pkg/agent/containerd/config.go); with Talos `overridePath` of the mirror, or
 * of its url, decides (internal/pkg/containers/cri/containerd/hosts.go).
 */
export function endpointsOf(mirror: unknown): readonly Endpoint[] {
  if (!isMapping(mirror)) return [];
  return (['endpoint', 'endpoints'] as const).flatMap((field) => {
    const items: unknown = mirror[field];
    return (Array.isArray(items) ? items : []).flatMap((item: unknown, index) => {
      const { url: address, overridePath } = isMapping(item)
        ? item
        : { url: item, overridePath: mirror.overridePath };
      const rule = field === 'endpoint' ? 'normalized' : overridePath === true ? 'overridden' : 'appended';
      return typeof address === 'string' ? [{ address, path: [field, index], rule } as const] : [];
    });
  });
}

/** Whether Talos merges a file of this path into containerd's configuration for the kubelet. */
export function isContainerdPart(path: unknown): boolean {
  return typeof path === 'string' && /^\/etc\/cri\/conf\.d\/[^/]+\.(?:part|toml)$/.test(path);
}

/**
 * Returns the host of a mirror's address (`https://mirror.example:5000/v2/cache`, or without scheme), which
 * is the key of registries; undefined if it has none. Users and passwords are dropped.
 */
export function hostOfUrl(address: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(text)) return undefined;
  const { host, protocol } = new URL(text);
  return host === '' || (protocol !== 'http:' && protocol !== 'https:') ? undefined : registryHost(host);
}
