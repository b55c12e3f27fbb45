import type { PullLimit } from '../../rules/runtime/registry/pull-limit.ts';
import { hasStrictTokens, type PrivateRepositories } from '../../rules/runtime/registry/registry-access.ts';
import type { RegistryInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { registryHost } from '../images/image-name.ts';
import type { CredentialRegister } from '../nodes/credential-register.ts';
import { upstreamHosts } from '../runtimes/upstream-hosts.ts';
import { blobStores } from './blob-stores.ts';
import { knownRegistry } from './known-registries.ts';
import { bytesPerSecond, micros } from './quantity-shapes.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { RegistryDocument } from './registry-shapes.ts';

const secretPrefix = 'secret:';

/**
 * Returns which repositories of a registry need credentials, and which credentials open them: users by name,
 * or a pull secret (`secret:namespace/name`). Warns of those that the input does not have.
 */
function privateRepositories(
  host: string,
  rules: Readonly<Record<string, readonly string[]>> | undefined,
  register: CredentialRegister,
  scenario: ReadScenario,
  problems: Problems,
): readonly PrivateRepositories[] {
  return Object.entries(rules ?? {}).map(([repositories, users]) => ({
    repositories,
    identities: [
      ...new Set(
        users.flatMap((user, index) => {
          const found = user.startsWith(secretPrefix)
            ? register.ofSecret(user.slice(secretPrefix.length))
            : register.ofUser(user);
          if (found === undefined) {
            const message = `nothing in the input uses the user ${shownValue(user)}`;
            problems.warn(message, within(scenario, 'registries', host, 'private', repositories, index));
          }
          return found ?? [];
        }),
      ),
    ],
  }));
}

/**
 * Returns a registry for every host of the images and of the Scenario, for the upstreams of pull-through
 * caches, and for blob stores. The settings of `*` apply to hosts that the Scenario does not name, and known
 * registries supply what it leaves out. `pullLimits` are those of options, which have precedence over the
 * Scenario's; null: no limit.
 */
export function buildRegistries(
  hosts: readonly string[],
  scenario: ReadScenario,
  pullLimits: ReadonlyMap<string, NonNullable<RegistryDocument['pullLimit']> | null>,
  register: CredentialRegister,
  problems: Problems,
): Record<string, RegistryInput> {
  const written = Object.entries(scenario.value.registries ?? {}).map(
    ([host, registry]) => [registryHost(host), registry] as const,
  );
  const named = new Map<string, RegistryDocument>(written);
  for (const [host, pullLimit] of pullLimits) {
    if (pullLimit === null) continue;
    const registry = named.get(host);
    named.set(host, { ...registry, pullLimit: { ...registry?.pullLimit, ...pullLimit } });
  }
  const others = named.get('*') ?? {};
  const upstreams = upstreamHosts(scenario, problems);
  const settingsOf = (host: string): RegistryDocument => {
    const told = { ...others, ...named.get(host) };
    // Google's registries, in which most images are open, ask for tokens where they have closed ones.
    const tokens = told.private !== undefined && hasStrictTokens(host) ? authenticationByTokens : {};
    const { pullLimit, ...settings } = { ...knownRegistry(host), ...tokens, ...told };
    const isUnlimited = pullLimits.get(pullLimits.has(host) ? host : '*') === null;
    return pullLimit === undefined || isUnlimited ? settings : { ...settings, pullLimit };
  };
  // A host may be called `*`, too: `server = "*"` of a hosts.toml.
  const namedHosts = [...named.keys()].filter((host) => host !== '*');
  const asked = [...new Set([...hosts, ...namedHosts, ...upstreams.values()])];
  const stores = blobStores(asked, settingsOf, scenario, problems);
  const owners = new Map([...stores].map(([host, store]) => [store, host]));
  return Object.fromEntries(
    [...new Set([...asked, ...stores.values()])].sort().map((host) => {
      const owner = owners.get(host);
      const settings =
        owner === undefined
          ? settingsOf(host)
          : { ...likeItsRegistry(settingsOf(owner)), ...named.get(host) };
      const writtenOf = { ...others, ...named.get(owner ?? host) };
      const told = Object.keys(
        owner === undefined ? writtenOf : { ...likeItsRegistry(writtenOf), ...named.get(host) },
      );
      const roundTripMicros = micros(settings.roundTrip ?? defaultOf('registryRoundTrip'));
      const blobStore = stores.get(host);
      const rules = privateRepositories(host, settings.private, register, scenario, problems);
      const upstream = upstreams.get(host);
      const registry: RegistryInput = {
        host,
        ...(rules.length === 0 ? {} : { private: rules }),
        roundTripMicros,
        egressBytesPerSecond: bytesPerSecond(settings.egress ?? defaultOf('registryEgress')),
        bytesPerSecondPerResponse: bytesPerSecond(settings.perResponse ?? defaultOf('registryPerResponse')),
        bytesPerSecondPerClient: bytesPerSecond(settings.perClient ?? defaultOf('registryPerClient')),
        connectMicros:
          settings.connect === undefined ? roundTripMicros * connectRoundTrips : micros(settings.connect),
        ...optionalSettings(settings),
        ...(upstream === undefined ? {} : { cacheOf: upstream }),
        ...(blobStore === undefined ? {} : { blobStore }),
        ...(told.length === 0 ? {} : { told }),
      };
      return [host, registry];
    }),
  );
}

const authenticationByTokens = { authentication: 'bearer' } as const;

/** TCP and TLS 1.3, which runtimes and registries use. */
const connectRoundTrips = Number.parseInt(defaultOf('registryConnect'), 10);

/** Returns the settings of a blob store that the Scenario does not mention. */
function likeItsRegistry({
  roundTrip,
  connect,
  egress,
  perResponse,
  perClient,
  ranges,
}: RegistryDocument): RegistryDocument {
  const all = { roundTrip, connect, egress, perResponse, perClient, ranges };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Returns the settings that a registry has only if the Scenario gives them. */
function optionalSettings(settings: RegistryDocument): Partial<RegistryInput> {
  const { authentication, pullLimit, images, ranges } = settings;
  return {
    ...(authentication === undefined || authentication === 'none' ? {} : { authentication }),
    ...(pullLimit === undefined ? {} : { pullLimit: pullLimitOf(pullLimit) }),
    ...(images === undefined ? {} : { images }),
    ...(ranges === undefined ? {} : { ranges }),
  };
}

function pullLimitOf({
  pulls,
  per,
  authenticated,
  sharedAddress,
}: NonNullable<RegistryDocument['pullLimit']>): PullLimit {
  return {
    pullsMax: pulls,
    windowMicros: micros(per),
    ...(authenticated === undefined ? {} : { authenticatedPullsMax: authenticated }),
    ...(sharedAddress === undefined ? {} : { sharedAddress }),
  };
}
