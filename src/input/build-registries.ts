import type { CredentialRegister } from './credential-register.ts';
import { defaultOf } from './defaults.ts';
import { registryHost } from './image-name.ts';
import type { RegistryInput } from './model.ts';
import { privateRepositories } from './private-repositories.ts';
import type { Problems } from './problems.ts';
import { bytesPerSecond, micros } from './quantity-shapes.ts';
import type { ReadScenario } from './read-scenario.ts';

/** A registry for every host of the images and of the Scenario; what the Scenario says of `*` holds for those it does not name. */
export function buildRegistries(
  hosts: readonly string[],
  scenario: ReadScenario | undefined,
  register: CredentialRegister,
  problems: Problems,
): Record<string, RegistryInput> {
  const written = Object.entries(scenario?.value.registries ?? {}).map(([host, registry]) => [registryHost(host), registry] as const);
  const named = new Map(written);
  const others = named.get('*');
  const all = [...new Set([...hosts, ...named.keys()])].filter((host) => host !== '*').sort();
  return Object.fromEntries(
    all.map((host) => {
      const own = named.get(host);
      const rules = privateRepositories(host, own?.private ?? others?.private, register, scenario, problems);
      const registry = {
        host,
        ...(rules.length === 0 ? {} : { private: rules }),
        roundTripMicros: micros(own?.roundTrip ?? others?.roundTrip ?? defaultOf('registryRoundTrip')),
        egressBytesPerSecond: bytesPerSecond(own?.egress ?? others?.egress ?? defaultOf('registryEgress')),
        bytesPerSecondPerResponse: bytesPerSecond(own?.perResponse ?? others?.perResponse ?? defaultOf('registryPerResponse')),
      };
      return [host, registry];
    }),
  );
}
