import type { HostMisfit, RegistryHost } from '../../rules/runtime/registry/registry-host.ts';
import { addressUrl, plainAddress } from './plain-address.ts';
import { hostOfUrl } from './registry-mirrors.ts';

/** A place where a runtime looks for images, as its configuration names it. */
export interface ConfiguredHost extends RegistryHost {
  /** Present if a hosts.toml names it, which not every containerd reads. */
  readonly hostsFile?: HostsFile;
  /** Present if it is asked as what it is, with no path or other names: a public registry has its own images. */
  readonly isAskedPlainly?: true;
}

/** What decides whether a containerd reads a hosts.toml. */
export interface HostsFile {
  readonly name: string;
  /** Whether it has a table `host`, without which containerd 1.x reads nothing of it. */
  readonly hasHostTable: boolean;
  /** Whether the host has settings of TLS, for which containerd tries HTTPS first. */
  readonly hasTls: boolean;
}

/** Stands for the registry in the image's name, as an empty host does in containerd. */
export const registryItself: ConfiguredHost = { host: '', capabilities: ['resolve', 'pull'] };

/** How a runtime makes the address of an API of the address that is written. */
export type ApiRootRule =
  /** `/v2` is added unless the path ends in it: a host of hosts.toml. */
  | 'appended'
  /** The path is all there is: a host of hosts.toml with `override_path`. */
  | 'overridden'
  /** The path is all there is; without one it is `/v2`: `endpoint` of config.toml. */
  | 'written'
  /** The same; a slash alone is none, and docker.io is Docker Hub's registry: `endpoint` of k3s. */
  | 'normalized';

/**
 * Returns one entry of a list of mirrors; nothing if pulls are not allowed there, or the address is invalid.
 * Mirrors `parseHostConfig` of containerd (remotes/docker/config/hosts.go, 1.7.20).
 */
export function configuredHost(
  address: string,
  capabilities: readonly string[] | undefined,
  rule: ApiRootRule,
): readonly ConfiguredHost[] {
  const host = hostOfUrl(address);
  if (rule === 'normalized') {
    const normalized = address.replace(/^((?:https?:\/\/)?)docker\.io(?=\/|$)/, '$1registry-1.docker.io');
    if (normalized !== address) return configuredHost(normalized, capabilities, rule);
  }
  const asked =
    capabilities === undefined || capabilities.length === 0
      ? ['resolve', 'pull']
      : capabilities.map((name) => name.toLowerCase());
  const allowed = (['resolve', 'pull'] as const).filter((name) => asked.includes(name));
  if (host === undefined || allowed.length === 0) return [];
  const apiRoot = apiRootOf(address, rule);
  const misfit = misfitOf(apiRoot);
  const key = misfit === 'webSite' ? webSite : host;
  return [
    {
      host: key,
      capabilities: allowed,
      ...(apiRoot.href === `https://${key}/v2` ? {} : { apiRoot: apiRoot.href }),
      ...(misfit === undefined ? {} : { misfit }),
      ...(apiRoot.path === '/v2' ? { isAskedPlainly: true as const } : {}),
    },
  ];
}

/**
 * Whether the address leads to Docker's web site. Docker Hub's registry is at registry-1.docker.io; containerd
 * knows that of names of images only.
 */
export function isWebSite(host: string): boolean {
  return ['docker.io', 'www.docker.com', 'hub.docker.com'].includes(host);
}

/** The site to which docker.io redirects. */
const webSite = 'www.docker.com';

interface ApiRoot {
  readonly href: string;
  readonly host: string;
  readonly path: string;
}

function apiRootOf(address: string, rule: ApiRootRule): ApiRoot {
  const url = plainAddress(address) ?? addressUrl(address);
  const { protocol, host, pathname } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const isAdded = {
    appended: segments.at(-1) !== 'v2',
    overridden: false,
    // A URL without a path has a slash only if it is written.
    written: !/^[^:]+:\/\/[^/?#]*\//.test(url),
    normalized: segments.length === 0,
  }[rule];
  const path = [...segments, ...(isAdded ? ['v2'] : [])].map((segment) => `/${segment}`).join('');
  return { href: `${protocol}//${host}${path}`, host, path };
}

function misfitOf({ host, path }: ApiRoot): HostMisfit | undefined {
  if (!/^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/i.test(host)) return 'noAddress';
  if (isWebSite(host)) return 'webSite';
  // Each request of the API begins with /v2/, and what follows is the name of a repository.
  return path.split('/').filter((segment) => segment === 'v2').length === 1 ? undefined : 'noApi';
}
