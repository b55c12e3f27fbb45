import type { RegistryHost } from '../../rules/runtime/registry/registry-host.ts';
import { registryHost } from '../images/image-name.ts';

type HostsByName = Readonly<Record<string, readonly RegistryHost[]>>;

/**
 * Returns the places with those of images that a policy does not let run marked. A scope is a registry, a part of
 * its repositories, or `*.example.com`; names of images count, and not those of mirrors. Mirrors
 * `policyItemFromJSON` of OpenShift's `allowedRegistries` (machine-config-operator, updatePolicyJSON) and
 * `requirementsForImageRef` of containers/image (v5.36).
 */
export function withRejected(
  hosts: HostsByName,
  registries: readonly string[],
  allowed: readonly string[],
): HostsByName {
  const scopes = allowed.map((scope) => {
    const [domain = '', ...path] = scope.replace(/\/+$/, '').split('/');
    return [domain.startsWith('*.') ? domain : registryHost(domain), ...path].join('/');
  });
  const isAllowed = (name: string) =>
    scopes.some((scope) =>
      scope.startsWith('*.')
        ? (name.split('/', 1)[0] ?? '').endsWith(scope.slice(1))
        : name === scope || name.startsWith(`${scope}/`),
    );
  const parts = scopes.filter((scope) => registries.some((registry) => scope.startsWith(`${registry}/`)));
  const names = [...registries, ...Object.keys(hosts), ...parts];
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const places = placesOf(hosts, name);
      if (!isAllowed(name)) return [[name, places.map((place) => ({ ...place, isRejected: true as const }))]];
      return Object.hasOwn(hosts, name) || parts.includes(name) ? [[name, places]] : [];
    }),
  );
}

/** Returns the places of the longest part of a name that has some, or the registry itself. */
function placesOf(hosts: HostsByName, name: string): readonly RegistryHost[] {
  for (let key = name; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('/')))) {
    const places = Object.hasOwn(hosts, key) ? hosts[key] : undefined;
    if (places !== undefined) return places;
  }
  const [host = ''] = name.split('/', 1);
  return [{ host, capabilities: ['resolve', 'pull'] }];
}
