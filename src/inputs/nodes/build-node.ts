import { isFeatureGateOn } from '../../rules/kubelet/configuration/feature-gates.ts';
import { releaseOfVersion } from '../../rules/kubelet/kubelet-release.ts';
import type { NodeTimings } from '../../rules/kubelet/pods/timings.ts';
import { selectProfile } from '../../rules/kubelet/profiles/select-profile.ts';
import { triedPolicy, triedPolicySentence } from '../../rules/kubelet/tried-policies.ts';
import { delaysOnDisk, diskKinds } from '../../rules/runtime/disk/disk-kinds.ts';
import type { RuntimeOptions } from '../../rules/runtime/profiles/runtime-options.ts';
import { type RuntimeProfile, runtimeDelayKeys } from '../../rules/runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import type { NodeInput, NodeJoin } from '../../run/simulation-input.ts';
import { configuredProviders } from '../credential-providers/configured-providers.ts';
import type { CredentialConfig } from '../credential-providers/read-credential-configs.ts';
import { defaultOf } from '../defaults.ts';
import type { Complaint, Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { sandboxImageOf } from '../images/sandbox-images.ts';
import type { InputNotes } from '../input-notes.ts';
import type { LayersOfNode } from '../kubelet-sources/select-layers.ts';
import { unpackMachineOfNode } from '../machines/unpack-machine-of-node.ts';
import { providerOfNode } from '../providers/provider-of-node.ts';
import {
  type NodeKind,
  type nodeStartColumns,
  type ProviderSettings,
  providerSettings,
} from '../providers/provider-settings.ts';
import type { ProviderDocument } from '../providers/recognize-provider.ts';
import { type RunRequest, refusalOf, runRequestOptions } from '../run-request.ts';
import { askedLazyPull } from '../runtimes/lazy/asked-lazy-pull.ts';
import { hostsReadBy } from '../runtimes/node-registry-hosts.ts';
import { configurationOfCri } from '../runtimes/read-containerd-config.ts';
import type { RuntimeConfiguration } from '../runtimes/runtime-config-of-document.ts';
import { type ConfiguredRuntime, configurationOf } from '../runtimes/runtime-configuration.ts';
import { runtimeOptionsOf } from '../runtimes/runtime-options-of.ts';
import { shortNamesOf } from '../runtimes/short-names.ts';
import { askedParallelPull } from '../runtimes/soci/asked-parallel-pull.ts';
import { parallelPullOfDocument } from '../runtimes/soci/parallel-pull-shape.ts';
import { bytesPerSecond, micros } from '../scenario/quantity-shapes.ts';
import { diskUsersOf } from './disk-users.ts';
import { maxPodsOf } from './max-pods.ts';
import {
  instanceTypeSentence,
  machineOfNode,
  type NodeFigures,
  nodeCapacities,
  nodeFigureSentence,
  nodeFigures,
} from './node-figures.ts';
import type { BuiltNode, NodePlan } from './plan-nodes.ts';
import { type KubeletSources, kubeletSettings, mergeKubeletSources } from './read-kubelet-configuration.ts';
import { hasSandboxImage } from './sandbox-on-disk.ts';

/** What all nodes of a run share: the settings of kubelets and runtimes, and documents of providers. */
export interface NodeSources {
  readonly kubelet: KubeletSources;
  readonly layersOf: LayersOfNode;
  readonly configured: ConfiguredRuntime;
  readonly credentialConfigsOf: (node: string) => readonly CredentialConfig[];
  readonly providerDocuments: readonly ProviderDocument[];
}

/**
 * Computes a node's settings. An option has precedence over what the Scenario says of this node, that over
 * the Node object, that over what the Scenario says of all nodes, that over the release in a cluster's
 * documents, and that over what the node's provider writes. What it says of versions goes to `notes`.
 */
export function buildNode(
  plan: NodePlan,
  { kubelet: sources, layersOf, configured, credentialConfigsOf, providerDocuments }: NodeSources,
  request: RunRequest,
  notes: InputNotes,
  problems: Problems,
): BuiltNode | undefined {
  const provider = providerOfNode(plan, request, providerDocuments);
  const version = chooseVersion(plan, sources, request, notes);
  const selection = selectProfile(version);
  if ('error' in selection) {
    const complaint = { code: 'KUBELET_VERSION', message: selection.error };
    chooseRuntime(plan, undefined, request, problems);
    complainOf(plan, 'kubeletVersion', request, complaint, problems);
    return undefined;
  }
  const { profile } = selection;
  const labels = plan.object?.node.metadata.labels ?? {};
  const ofProvider =
    provider.row &&
    providerSettings(provider.row, { ...systemOf(plan), kubeletVersion: version, release: profile.release });
  const runtime = chooseRuntime(plan, ofProvider?.runtime, request, problems);
  const kubelet = mergeKubeletSources({ ...sources, layers: layersOf(plan.name) }, ofProvider?.kubelet);
  const release = releaseOfVersion(version) ?? profile.release;
  const settings = kubeletSettings(kubelet, { profile, release }, problems);
  if (settings === undefined) return undefined;
  const credentialProviders = configuredProviders(
    credentialConfigsOf(plan.name),
    { release, featureGates: settings.featureGates },
    notes.readings,
    problems,
  );
  const nearest = selectRuntimeProfile(runtime);
  noteGuesses([selection, nearest], notes, problems);
  const configuration = configurationOf(plan, configured, ofProvider && runtimeOfProvider(ofProvider));
  const figures = nodeFigures(plan, request);
  const running = { configuration, profile: nearest.profile, runtime, figures, labels };
  const { runtimeOptions, read } = readRuntime(running, ofProvider, notes);
  noteFigures(figures, notes);
  const wires = wiresOf(plan, figures, runtime, runtimeOptions);
  const { pinnedImages, ...diskUsed } = diskUsersOf(plan, problems);
  const sandbox = sandboxImageOf(configuration.sandboxImage, nearest.profile, profile, pinnedImages);
  return {
    plan,
    profile,
    provider,
    kubelet,
    hasSandboxImage: hasSandboxImage({
      row: provider.row,
      ofProvider,
      written: configurationOf(plan, configured).sandboxImage,
      sandboxImage: sandbox.sandboxImage,
      hosts: read.hosts,
      notes,
    }),
    places: { mirrors: read.hosts, registries: read.registries, allowed: read.allowed },
    unreadFiles: read.unreadFiles,
    ...(credentialProviders === undefined ? {} : { credentialProviders }),
    node: {
      name: plan.name,
      kubeletVersion: version,
      profileRelease: profile.release,
      kubelet: kubelet.options.has('maxPods') ? settings : { ...settings, ...maxPodsOf(plan, provider.row) },
      platform: choosePlatform(plan, request),
      ...wires,
      ...machineOf(plan, ofProvider),
      diskBytes: figures.diskBytes,
      ...diskUsed,
      ...sandbox,
      runtimeDelays: runtimeDelaysOf(plan, wires, nearest.profile),
      ...fixedCostsOf(plan),
      ...(Object.keys(runtimeOptions).length === 0 ? {} : { runtimeOptions }),
      ...omitUndefined({ shortNames: shortNamesOf(configuration, runtime), provider: provider.row?.id }),
      ...policyOf(plan, request, notes),
      ...originsOf(figures),
      ...timesOf(plan, ofProvider),
    },
  };
}

interface RuntimeOfNode {
  readonly configuration: RuntimeConfiguration;
  readonly profile: RuntimeProfile;
  readonly runtime: string;
  readonly figures: NodeFigures;
  readonly labels: Readonly<Record<string, string>>;
}

/** Returns the options of a node's runtime, and what it reads of the files about mirrors. */
function readRuntime(
  { configuration, profile, runtime, figures, labels }: RuntimeOfNode,
  ofProvider: ProviderSettings | undefined,
  { assumptions, readings }: InputNotes,
) {
  const asked = askedParallelPull(configuration, figures);
  const pullsInParallel = asked.parallelPull !== undefined;
  const lazy = askedLazyPull(configuration, { labels, runtime, pullsInParallel });
  const settled = runtimeOptionsOf(configuration, profile, runtime, {
    ...omitUndefined({ parallelPull: asked.parallelPull, lazyPull: lazy.lazyPull }),
  });
  const { options: runtimeOptions } = settled;
  const notes = [...asked.notes, ...settled.notes];
  const usesTransfer = profile.settable.includes('path') && runtimeOptions.path !== 'local';
  const read = hostsReadBy(configuration, { runtime, usesTransfer, providerPath: ofProvider?.hostsPath });
  for (const sentence of [...notes, ...read.notes]) readings.add(sentence);
  for (const sentence of [...read.assumptions, ...lazy.assumptions]) assumptions.add(sentence);
  return { runtimeOptions, read };
}

/** Returns what the Node says by which cells of a provider's row differ. */
function systemOf({ object }: NodePlan): Pick<NodeKind, 'osImage' | 'containerRuntimeVersion' | 'labels'> {
  const info = object?.node.status?.nodeInfo;
  return {
    osImage: info?.osImage ?? '',
    containerRuntimeVersion: info?.containerRuntimeVersion ?? '',
    labels: object?.node.metadata.labels ?? {},
  };
}

/** Returns the instance type of the node's machine, and how it unpacks. */
function machineOf(
  plan: NodePlan,
  ofProvider: ProviderSettings | undefined,
): Pick<NodeInput, 'machine' | 'unpackMachine'> {
  const { named, defaults } = plan;
  const machine = machineOfNode(plan);
  const hasUnpigz = named?.unpigz ?? defaults?.unpigz ?? ofProvider?.hasUnpigz ?? false;
  return omitUndefined({ machine, unpackMachine: unpackMachineOfNode({ machine, hasUnpigz }) });
}

/** Returns which figures of the node are those of its kind, and which those of its instance type. */
function originsOf({
  nodeProfile,
  byProfile,
  byType,
}: NodeFigures): Pick<NodeInput, 'nodeProfile' | 'byNodeProfile' | 'byInstanceType'> {
  return {
    nodeProfile,
    ...(byProfile.length === 0 ? {} : { byNodeProfile: byProfile }),
    ...(byType === undefined ? {} : { byInstanceType: byType.names }),
  };
}

/** Says which figures of the node are those of its kind, and which those of its instance type. */
function noteFigures(figures: NodeFigures, { assumptions }: InputNotes): void {
  for (const sentence of [nodeFigureSentence(figures), instanceTypeSentence(figures)])
    if (sentence !== undefined) assumptions.add(sentence);
}

/** Says where the rules of another release stand for those of the node's own. */
function noteGuesses(
  selections: readonly { readonly note?: string | undefined; readonly isGuess?: boolean | undefined }[],
  { assumptions }: InputNotes,
  problems: Problems,
): void {
  for (const { note, isGuess } of selections) {
    if (note === undefined) continue;
    if (isGuess) problems.warn(note);
    else assumptions.add(`${note}.`);
  }
}

/** Returns what the node tries beside its release, which is an assumption: no released kubelet has it. */
function policyOf(
  { named, defaults }: NodePlan,
  request: RunRequest,
  { assumptions }: InputNotes,
): Pick<NodeInput, 'policy'> {
  const policy = triedPolicy(request.policy ?? named?.policy ?? defaults?.policy);
  if (policy === undefined) return {};
  assumptions.add(triedPolicySentence(policy));
  return { policy };
}

function runtimeOfProvider({
  containerd,
  sandboxImage,
  pullsInParallel,
}: ProviderSettings): RuntimeConfiguration {
  return {
    ...configurationOfCri(containerd),
    ...(sandboxImage === undefined ? {} : { sandboxImage }),
    ...(pullsInParallel === true ? { parallelPull: parallelPullOfDocument(true) } : {}),
  };
}

function choose(
  { named, defaults }: NodePlan,
  field: 'kubeletVersion' | 'runtime' | 'platform',
  ofObject: string | null | undefined,
  request: RunRequest,
): string | undefined {
  return request[field] ?? named?.[field] ?? (ofObject || undefined) ?? defaults?.[field];
}

function chooseVersion(
  plan: NodePlan,
  { release }: KubeletSources,
  request: RunRequest,
  { readings }: InputNotes,
): string {
  const ofObject = plan.object?.node.status?.nodeInfo?.kubeletVersion;
  const told = choose(plan, 'kubeletVersion', ofObject, request);
  if (told === undefined && release !== undefined) readings.add(release.sentence);
  return told ?? release?.version ?? defaultOf('kubeletVersion');
}

function chooseRuntime(
  plan: NodePlan,
  ofProvider: string | undefined,
  request: RunRequest,
  problems: Problems,
): string {
  const ofObject = plan.object?.node.status?.nodeInfo?.containerRuntimeVersion;
  const runtime = choose(plan, 'runtime', ofObject, request) ?? ofProvider ?? defaultOf('runtime');
  const { check } = runRequestOptions.runtime;
  if (!check.isRight(runtime))
    complainOf(plan, 'runtime', request, { code: 'RUNTIME', ...refusalOf(runtime, check) }, problems);
  return runtime;
}

function choosePlatform(plan: NodePlan, request: RunRequest): string {
  const info = plan.object?.node.status?.nodeInfo;
  const ofObject =
    info?.operatingSystem && info.architecture ? `${info.operatingSystem}/${info.architecture}` : undefined;
  return choose(plan, 'platform', ofObject, request) ?? defaultOf('platform');
}

/** Whether a feature gate is on, by the release's default or the node's own feature gates. */
export function nodeHasGate({ profile, node }: BuiltNode, gate: string): boolean {
  return isFeatureGateOn(gate, profile.release, node.kubelet.featureGates);
}

/** Returns the link and what limits the node's intake. */
function wiresOf(
  { named, defaults }: NodePlan,
  { cpus, memoryBytes, linkBytesPerSecond, diskBytesPerSecond, fileSystem, diskKind }: NodeFigures,
  runtime: string,
  runtimeOptions: Partial<RuntimeOptions>,
) {
  const told = named?.timings?.intake ?? defaults?.timings?.intake;
  const taken = told === undefined ? null : bytesPerSecond(told);
  const sources = {
    runtime,
    cpus,
    memoryBytes,
    fileSystem,
    ...(diskKind === undefined ? {} : { diskKind }),
    linkBytesPerSecond,
    ...(diskBytesPerSecond === null ? {} : { diskBytesPerSecond }),
    ...(taken === null ? {} : { runtimeBytesPerSecond: taken }),
  };
  return { ...sources, ...nodeCapacities({ ...sources, runtimeOptions }) };
}

function timingsOf({ named, defaults }: NodePlan): NodeTimings {
  type TimingName = Exclude<
    keyof NonNullable<NonNullable<NodePlan['defaults']>['timings']>,
    'unpack' | 'intake'
  >;
  const timing = (name: TimingName) =>
    micros(named?.timings?.[name] ?? defaults?.timings?.[name] ?? defaultOf(name));
  // The runtime's profile decides if the user says nothing.
  const unpack = named?.timings?.unpack ?? defaults?.timings?.unpack;
  return {
    podSyncMicros: timing('podSync'),
    volumeMountMicros: timing('volumeMount'),
    sandboxMicros: timing('sandbox'),
    sandboxStopMicros: timing('sandboxStop'),
    createContainerMicros: timing('createContainer'),
    startContainerMicros: timing('startContainer'),
    imageStatusMicros: timing('imageStatus'),
    imageSizeMicros: timing('imageSize'),
    relistPeriodMicros: timing('relistPeriod'),
    relistMicros: timing('relist'),
    kubeletStartMicros: timing('kubeletStart'),
    rebootMicros: timing('reboot'),
    kubeletUptimeMicros: timing('kubeletUptime'),
    imageGcRoundMicros: timing('imageGcRound'),
    removeImageMicros: timing('removeImage'),
    unpackBytesPerSecond: unpack === undefined ? null : bytesPerSecond(unpack),
  };
}

/** Returns what steps on the node take, and its start if it is new. */
function timesOf(
  plan: NodePlan,
  ofProvider: ProviderSettings | undefined,
): Pick<NodeInput, 'timings' | 'join'> {
  return { timings: timingsOf(plan), ...joinOf(plan, ofProvider) };
}

/** Returns when a node comes and what its start takes; nothing for one that is there from the start. */
function joinOf(
  { named, defaults, joinsAtMicros: atMicros }: NodePlan,
  ofProvider: ProviderSettings | undefined,
): { readonly join?: NodeJoin } {
  if (atMicros === undefined) return {};
  const timing = (name: (typeof nodeStartColumns)[number]) =>
    micros(
      named?.timings?.[name] ?? defaults?.timings?.[name] ?? ofProvider?.nodeStart[name] ?? defaultOf(name),
    );
  return {
    join: {
      atMicros,
      bootMicros: timing('boot'),
      registrationMicros: timing('registration'),
      networkMicros: timing('network'),
      networkSettleMicros: timing('networkSettle'),
    },
  };
}

/**
 * If layers arrive no faster than the disk writes, little is left for the fsync at their end. On a disk behind a
 * network, what has to be on it takes longer.
 */
function runtimeDelaysOf(
  { named, defaults }: NodePlan,
  { intake, diskKind }: Pick<NodeInput, 'intake' | 'diskKind'>,
  { delays }: Pick<RuntimeProfile, 'delays'>,
): NodeInput['runtimeDelays'] {
  const given = { ...defaults?.runtimeDelays, ...named?.runtimeDelays };
  const flushed =
    intake?.limit === 'disk' && given.commitPerMegabyte === undefined ? { commitPerMegabyte: 0 } : {};
  const told = Object.fromEntries(
    runtimeDelayKeys.flatMap((name) => (given[name] === undefined ? [] : [[name, micros(given[name])]])),
  );
  const onDisk = diskKind === undefined ? {} : delaysOnDisk(delays, diskKinds[diskKind]);
  return { ...onDisk, ...flushed, ...told };
}

/** Rates (`unpack`, `intake`) are not fixed costs, and are told elsewhere. */
function fixedCostsOf({ named, defaults }: NodePlan): {
  readonly fixedCosts?: Readonly<Record<string, number>>;
} {
  const { unpack: _, intake: __, ...timings } = { ...defaults?.timings, ...named?.timings };
  const given = Object.entries({ ...timings, ...defaults?.runtimeDelays, ...named?.runtimeDelays });
  const costs = given.flatMap(([name, cost]) =>
    cost === undefined ? [] : [[name, micros(cost) / 1000] as const],
  );
  return costs.length === 0 ? {} : { fixedCosts: Object.fromEntries(costs) };
}

/** Says what is wrong with a field, where it is said. */
function complainOf(
  { name, named, object, scenario }: NodePlan,
  field: 'kubeletVersion' | 'runtime',
  request: RunRequest,
  complaint: Complaint,
  problems: Problems,
): void {
  const ofObject = field === 'runtime' ? 'containerRuntimeVersion' : field;
  if (request[field] !== undefined)
    problems.add({
      ...complaint,
      file: `${runRequestOptions[field].flag} ${request[field]}`,
      option: { name: field },
    });
  else if (named?.[field] !== undefined)
    problems.at(within(scenario, 'nodes', 'named', name, field), complaint);
  else if (object?.node.status?.nodeInfo?.[ofObject])
    problems.at(within(object.source, 'status', 'nodeInfo', ofObject), complaint);
  else problems.at(within(scenario, 'nodes', 'defaults', field), complaint);
}
