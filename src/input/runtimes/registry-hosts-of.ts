import type { RegistryHost } from '../../runtime/registry/registry-host.ts';
import { type RuntimeConfiguration, withItself } from './runtime-config-of-document.ts';

/**
 * Where a node looks for the images of each of these registries, the registry itself among the places; nothing of a registry
 * whose images come from itself alone. `_default` is about registries that have no mirrors of their own.
 */
export function registryHostsOf(
  mirrors: NonNullable<RuntimeConfiguration['hosts']>,
  registries: readonly string[],
): Readonly<Record<string, readonly RegistryHost[]>> {
  return Object.fromEntries(
    registries.flatMap((registry) => {
      const own = Object.hasOwn(mirrors, registry) ? mirrors[registry] : undefined;
      const places = own ?? withItself(registry, mirrors._default ?? []);
      return places.every(({ host }) => host === registry) ? [] : [[registry, places] as const];
    }),
  );
}
