import type { PullCredential } from '../../rules/kubelet/credentials/pull-credential.ts';
import { matchesHost } from '../../rules/kubelet/credentials/registry-key.ts';
import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { imageLocation } from '../../rules/runtime/images/image-location.ts';
import type { NodeInput, RegistryInput } from '../../run/simulation-input.ts';
import type { ConfiguredProvider } from '../credential-providers/configured-providers.ts';
import {
  configuredRules,
  providerCredential,
  providerIdentity,
  withScenario,
} from '../credential-providers/provider-credentials.ts';
import { textPattern } from '../documents/text-pattern.ts';
import type { InputNotes } from '../input-notes.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import { micros } from './quantity-shapes.ts';
import type { ReadScenario } from './read-scenario.ts';

/** Registries that give nothing to anonymous pulls, and how they ask for credentials. */
const closedRegistries = [
  {
    hosts: ['*.dkr.ecr.*.amazonaws.com', '*.dkr.ecr.*.amazonaws.com.cn'],
    authentication: 'basic',
    provider: { name: 'ecr-credential-provider', cache: '6h' },
  },
  {
    hosts: ['*.azurecr.io', '*.azurecr.cn', '*.azurecr.us'],
    authentication: 'bearer',
    provider: { name: 'acr-credential-provider', cache: '1h' },
  },
] as const;

/** The registries of a run, and the credentials of its nodes. */
interface Access {
  readonly registries: Readonly<Record<string, RegistryInput>>;
  readonly nodeCredentials: ReadonlyMap<string, readonly PullCredential[]>;
}

/** The same, and the credential providers of nodes whose runs take time or fail. */
interface ClosedAccess extends Access {
  readonly credentialProviders: ReadonlyMap<string, NonNullable<NodeInput['credentialProviders']>>;
}

interface AccessSources {
  readonly nodes: readonly BuiltNode[];
  readonly podsByNode: ReadonlyMap<string, readonly PodSpec[]>;
  readonly present: ReadonlyMap<string, readonly string[]>;
  readonly scenario: ReadScenario;
  /** All identities in the input; which registry gets one is the kubelet's choice. */
  readonly identities: readonly string[];
  /** Whether a fault of the run meets credential providers. */
  readonly hasProviderFaults: boolean;
}

/**
 * Closes registries that give nothing to anonymous pulls, where it is known who may pull: nodes whose provider
 * has a credential provider for the host may, those of a provider without one may not, and others may, because
 * nothing is known of them. A CredentialProviderConfig in the input counts before the node's provider. What a runtime pulls for itself, the sandbox image, is always anonymous. Where
 * neither is in question, nothing is closed.
 */
export function closeRegistries(
  { registries, nodeCredentials }: Access,
  sources: AccessSources,
  { assumptions, readings }: InputNotes,
): ClosedAccess {
  const closed = Object.keys(registries).flatMap((host) => {
    const row = closedRegistries.find(({ hosts }) => hosts.some((pattern) => textPattern(pattern)(host)));
    return row !== undefined && isInQuestion(host, sources) ? [{ host, ...row }] : [];
  });
  const configured = withConfiguredProviders({ registries, nodeCredentials }, sources, assumptions);
  const providers = new Map(configured.credentialProviders);
  const credentials = new Map(configured.nodeCredentials);
  const rules: Record<string, RegistryInput> = { ...configured.registries };
  for (const { host, authentication, provider: usual } of closed) {
    const registry = rules[host];
    if (registry === undefined) continue;
    const identities = [providerIdentity, ...sources.identities];
    rules[host] = { ...registry, authentication, private: [{ repositories: '*', identities }] };
    for (const built of sources.nodes) {
      const { name } = built.node;
      const pods = sources.podsByNode.get(name) ?? [];
      if (built.credentialProviders !== undefined) {
        noteUnmatched(host, built.credentialProviders, pods, name, readings);
        continue;
      }
      const access = accessOfNode(host, built, pods);
      if (access === 'unknown') assumptions.add(`Nodes have credentials for ${host}.`);
      if (access === 'none') readings.add(`${built.provider.row?.name} has no credentials for ${host}.`);
      if (access === 'none' || access === 'secrets') continue;
      const { name: provider, cache } = providerOf(host, built) ?? usual;
      const isRun = sources.hasProviderFaults || sources.scenario.value.credentialProviders !== undefined;
      const credential = {
        identity: providerIdentity,
        registryKey: host,
        source: { kind: 'node' },
        ...(isRun ? { provider } : {}),
      } as const;
      if (isRun) {
        const usualRules = { name: provider, cacheMicros: micros(cache), cacheKeyType: 'Registry' } as const;
        providers.set(name, [
          ...(providers.get(name) ?? []).filter((each) => each.name !== provider),
          withScenario(usualRules, sources.scenario.value),
        ]);
      }
      credentials.set(name, [...(credentials.get(name) ?? []), credential]);
    }
  }
  return { registries: rules, nodeCredentials: credentials, credentialProviders: providers };
}

/**
 * Gives nodes what their configured credential providers give, for each registry of the run that one of their
 * patterns matches. A registry whose private repositories the Scenario names lets it in.
 */
function withConfiguredProviders(
  { registries, nodeCredentials }: Access,
  { nodes, scenario: { value: scenario } }: AccessSources,
  assumptions: Set<string>,
): ClosedAccess {
  const rules: Record<string, RegistryInput> = { ...registries };
  const credentials = new Map(nodeCredentials);
  const providers = new Map<string, NonNullable<NodeInput['credentialProviders']>>();
  for (const { node, credentialProviders = [] } of nodes) {
    if (credentialProviders.length === 0) continue;
    providers.set(
      node.name,
      credentialProviders.map((provider) => configuredRules(provider, scenario)),
    );
    for (const [host, registry] of Object.entries(rules)) {
      const given = credentialProviders.flatMap((provider) => {
        const credential = providerCredential(provider, host, { kind: 'node' });
        return credential === undefined ? [] : [{ provider, credential }];
      });
      if (given.length === 0) continue;
      const ofNode = given.flatMap(({ provider, credential }) =>
        provider.tokens === undefined ? [credential] : [],
      );
      credentials.set(node.name, [...(credentials.get(node.name) ?? []), ...ofNode]);
      if (registry.private === undefined) continue;
      assumptions.add(`What credential providers give may pull from ${host}.`);
      rules[host] = { ...registry, private: registry.private.map(withProviderIdentity) };
    }
  }
  return { registries: rules, nodeCredentials: credentials, credentialProviders: providers };
}

function withProviderIdentity<Rule extends { readonly identities: readonly string[] }>(rule: Rule): Rule {
  const { identities } = rule;
  return identities.includes(providerIdentity)
    ? rule
    : { ...rule, identities: [...identities, providerIdentity] };
}

/** Says of a node whose providers have no pattern for images of its pods, that these are pulled without a password. */
function noteUnmatched(
  host: string,
  providers: readonly ConfiguredProvider[],
  pods: readonly PodSpec[],
  node: string,
  readings: Set<string>,
): void {
  const isMatched = providers.some(({ matchImages }) => matchesHost(matchImages, host));
  if (!isMatched && pods.some((pod) => pullsFrom(host, pod)))
    readings.add(`${node}: no credential provider has a pattern for images of ${host}.`);
}

/** Whether it matters who may pull, and the Scenario does not say it itself. */
function isInQuestion(
  host: string,
  { nodes, podsByNode, present, scenario, hasProviderFaults }: AccessSources,
): boolean {
  const written = { ...scenario.value.registries?.['*'], ...scenario.value.registries?.[host] };
  if (written.authentication !== undefined || written.private !== undefined) return false;
  return nodes.some(
    ({ node: { name, sandboxImage }, provider, credentialProviders }) =>
      (sandboxImage !== undefined &&
        isAt(host, sandboxImage) &&
        present.get(name)?.includes(sandboxImage) !== true) ||
      ((provider.row !== undefined || credentialProviders !== undefined || hasProviderFaults) &&
        podsByNode.get(name)?.some((pod) => pullsFrom(host, pod)) === true),
  );
}

/** By what a node's kubelet may pull from the host. */
function accessOfNode(
  host: string,
  { provider: { row } }: BuiltNode,
  pods: readonly PodSpec[],
): 'provider' | 'secrets' | 'none' | 'unknown' {
  const cell = row?.facts.credentialProviders;
  if (cell === undefined) return 'unknown';
  const hosts = hostsOfProviders(cell.value);
  if (hosts === undefined) return 'unknown';
  if (hosts.some((pattern) => textPattern(pattern)(host))) return 'provider';
  const users = pods.filter((pod) => pullsFrom(host, pod));
  // A pull secret that is not in the input may open it.
  if (users.some(({ credentials }) => (credentials?.missingSecrets.length ?? 0) > 0)) return 'unknown';
  return users.some(({ credentials }) => credentials !== undefined) ? 'secrets' : 'none';
}

/** A credential provider as rows of providers have it. */
interface ProviderFact {
  readonly name: string;
  readonly hosts?: readonly string[];
  readonly defaultCacheDuration?: string;
  /** What its answers say themselves: it counts before `defaultCacheDuration`. */
  readonly answerCacheDuration?: string;
}

/** Returns the credential provider of a node's kubelet for a host, with how long its answers are kept. */
function providerOf(
  host: string,
  { provider: { row } }: BuiltNode,
): { readonly name: string; readonly cache: string } | undefined {
  const value: unknown = row?.facts.credentialProviders?.value;
  const facts: readonly ProviderFact[] = Array.isArray(value) ? value : [];
  const fact = facts.find(({ hosts = [] }) => hosts.some((pattern) => textPattern(pattern)(host)));
  if (fact === undefined) return undefined;
  const { name, defaultCacheDuration = '0s', answerCacheDuration = defaultCacheDuration } = fact;
  return { name, cache: answerCacheDuration };
}

/** Returns the patterns of hosts of all its credential providers; undefined where only a rule is known. */
function hostsOfProviders(value: unknown): readonly string[] | undefined {
  if (value === 'none') return [];
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((each: { readonly hosts?: readonly string[] }) => each.hosts ?? []);
}

function pullsFrom(host: string, { imageVolumes, initContainers, containers }: PodSpec): boolean {
  return [...imageVolumes, ...initContainers, ...containers].some(({ image }) => isAt(host, image));
}

function isAt(host: string, image: string): boolean {
  return imageLocation(image).registry === host;
}
