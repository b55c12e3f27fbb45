import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PullCredential } from '../../rules/kubelet/credentials/pull-credential.ts';
import { peersHost } from '../../rules/runtime/peers/peer-source.ts';
import type { RegistryHost } from '../../rules/runtime/registry/registry-host.ts';
import type { NodeInput, RegistryInput } from '../../run/simulation-input.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantQuestion } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { few } from '../nodes/plan-nodes.ts';
import { registryHostsOf } from '../runtimes/node-registry-hosts.ts';
import { warnOfUnusedMirrors } from '../runtimes/runtime-config-options.ts';
import { buildRegistries } from '../scenario/build-registries.ts';
import { closeRegistries } from '../scenario/closed-registries.ts';
import { pullLimitOptions } from '../scenario/pull-limit-option.ts';
import { type ReadPeers, readPeers } from '../scenario/read-peers.ts';
import type { RunImages } from './collect-run-images.ts';
import type { StageContext } from './stage-context.ts';

/** The registries, and where each node looks for images. */
export interface RunRegistries extends RunImages {
  readonly registries: Readonly<Record<string, RegistryInput>>;
  /** By node, then by the registry in the name of an image. */
  readonly registryHosts: ReadonlyMap<string, Readonly<Record<string, readonly RegistryHost[]>>>;
  readonly peers: ReadPeers | undefined;
  readonly nodeCredentials: ReadonlyMap<string, readonly PullCredential[]>;
  readonly credentialProviders: ReadonlyMap<string, NonNullable<NodeInput['credentialProviders']>>;
}

/** The sixth stage: every host that images come from becomes a registry, mirrors and other nodes included. */
export function buildRunRegistries(
  images: RunImages,
  { request, problems, notes }: StageContext,
): RunRegistries {
  const { plans, nodes, hosts, scenario, register, credentials, pods, present } = images;
  const ofScenario = new Map(plans.map(({ name }) => [name, credentials.ofNode(name)]));
  const { registries: documents = {} } = scenario.value;
  const isDescribed = (host: string) =>
    documents[host]?.images !== undefined || documents[host]?.cacheOf !== undefined;
  const ofMirrors = new Map(
    nodes.map(({ node, places }) => [node.name, registryHostsOf(places, hosts, isDescribed)]),
  );
  const mirrors = [...ofMirrors.values()]
    .flatMap((ofNode) => Object.values(ofNode).flat())
    .map(({ host }) => host);
  warnOfUnusedMirrors(request, hosts, problems);
  const peers = readPeers(scenario, hosts, mirrors, problems);
  const registryHosts =
    peers === undefined
      ? ofMirrors
      : new Map([...ofMirrors].map(([node, ofNode]) => [node, peers.placesOf(ofNode)]));
  const limits = pullLimitOptions(request.pullLimits ?? [], hosts, problems.ofOption({ name: 'pullLimits' }));
  const open = {
    ...buildRegistries([...hosts, ...mirrors], scenario, limits, register, problems),
    ...(peers === undefined ? {} : { [peersHost]: peers.registry }),
  };
  const { identities } = register;
  const closed = closeRegistries(
    { registries: open, nodeCredentials: ofScenario },
    {
      nodes,
      podsByNode: groupedBy(pods, ({ nodeName }) => nodeName),
      present,
      scenario,
      identities,
      hasProviderFaults: hasProviderFaults(images, request.faults ?? []),
    },
    notes,
  );
  warnOfIdlePrograms(images, closed.credentialProviders, problems);
  return { ...images, ...closed, registryHosts, peers };
}

/** Warns of what the Scenario says of a credential provider that no node runs. */
function warnOfIdlePrograms(
  { scenario }: RunImages,
  providers: RunRegistries['credentialProviders'],
  problems: Problems,
): void {
  const names = [...new Set([...providers.values()].flat().map(({ name }) => name))].sort();
  for (const name of Object.keys(scenario.value.credentialProviders ?? {})) {
    if (names.includes(name)) continue;
    const others = names.length === 0 ? '' : meantQuestion(name, names) || `; they run ${few(names)}`;
    problems.warn(
      `no node runs the credential provider ${shownValue(name)}: this changes nothing${others}`,
      within(scenario, 'credentialProviders', name),
    );
  }
}

/** Whether a fault meets credential providers. What is wrong about a fault is said in a later stage. */
function hasProviderFaults({ scenario, luck }: RunImages, options: readonly string[]): boolean {
  const kinds = [...(scenario.value.faults ?? []), ...(luck?.value.faults ?? [])].map(({ kind }) => kind);
  return [...kinds, ...options].some((text) => /\bcredentials(?:Take|Fail)\b/.test(text));
}
