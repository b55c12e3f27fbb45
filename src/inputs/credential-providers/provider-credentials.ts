import type { CredentialProviderRules } from '../../rules/kubelet/credentials/credential-provider.ts';
import type { PullCredential } from '../../rules/kubelet/credentials/pull-credential.ts';
import { matchesHost } from '../../rules/kubelet/credentials/registry-key.ts';
import { expiredTokenIdentity } from '../../rules/runtime/registry/registry-access.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ScenarioDocument } from '../scenario/scenario-shape.ts';
import type { ConfiguredProvider } from './configured-providers.ts';

/** The identity of what a credential provider of the kubelet gives; every node's may pull. */
export const providerIdentity = 'credential-provider';

/** What the programs of some providers say themselves of how long their answers are kept. */
const answerCaches: Readonly<Record<string, string>> = {
  'ecr-credential-provider': '6h',
  'acr-credential-provider': '1h',
  'auth-provider-gcp': '0s',
};

/** Returns what a configured provider gives for images of a host; undefined if it is not asked there. */
export function providerCredential(
  { name, matchImages }: ConfiguredProvider,
  host: string,
  source: PullCredential['source'],
): PullCredential | undefined {
  if (!matchesHost(matchImages, host)) return undefined;
  return { identity: providerIdentity, registryKey: host, source, provider: name, matchImages };
}

/** The rules of a provider without its faults. */
type ProviderRules = Omit<CredentialProviderRules, 'faults'>;

/** Returns the rules of a configured provider. What its program says of its answers beats the configuration. */
export function configuredRules(
  { name, defaultCacheMicros, tokens }: ConfiguredProvider,
  scenario: ScenarioDocument,
): ProviderRules {
  const answer = answerCaches[name];
  const rules: ProviderRules = {
    name,
    cacheMicros: answer === undefined ? defaultCacheMicros : micros(answer),
    cacheKeyType: 'Registry',
    ...(tokens === undefined ? {} : { cacheType: tokens.cacheType }),
  };
  return withScenario(rules, scenario);
}

/** Returns the rules of a provider with what the Scenario says of its program. */
export function withScenario(
  rules: ProviderRules,
  { credentialProviders = {} }: ScenarioDocument,
): ProviderRules {
  const program = Object.hasOwn(credentialProviders, rules.name)
    ? credentialProviders[rules.name]
    : undefined;
  if (program === undefined) return rules;
  const { takes, cacheDuration, cacheKeyType = rules.cacheKeyType, validFor } = program;
  return {
    ...rules,
    cacheKeyType,
    ...(cacheDuration === undefined ? {} : { cacheMicros: micros(cacheDuration) }),
    ...(takes === undefined ? {} : { takesMicros: micros(takes) }),
    ...(validFor === undefined
      ? {}
      : { expiry: { validMicros: micros(validFor), identity: expiredTokenIdentity } }),
  };
}
