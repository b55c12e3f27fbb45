import { isFeatureGateOn } from '../../rules/kubelet/configuration/feature-gates.ts';
import { releaseOfVersion } from '../../rules/kubelet/kubelet-release.ts';
import type { NodeTimings } from '../../rules/kubelet/pods/timings.ts';
import { selectProfile } from '../../rules/kubelet/profiles/select-profile.ts';
import { runtimeDelayKeys } from '../../rules/runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import type { Complaint, Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { sandboxImageOf } from '../images/sandbox-images.ts';
import type { InputNotes } from '../input-notes.ts';
import { type RunRequest, refusalOf, runRequestOptions } from '../run-request.ts';
import { type ConfiguredRuntime, configurationOf } from '../runtimes/runtime-configuration.ts';
import { runtimeOptionsOf } from '../runtimes/runtime-options-of.ts';
import { bytesPerSecond, micros } from '../scenario/quantity-shapes.ts';
import { diskUsersOf } from './disk-users.ts';
import { type NodeFigures, nodeCapacities, nodeFigureSentence, nodeFigures } from './node-figures.ts';
import type { BuiltNode, NodePlan } from './plan-nodes.ts';
import { type KubeletFields, kubeletSettings } from './read-kubelet-configuration.ts';

/**
 * Computes a node's settings. An option has precedence over what the Scenario says of this node, that over
 * the Node object, that over what the Scenario says of all nodes, and that over the release in a cluster's
 * documents. What it says of versions goes to `notes`.
 */
export function buildNode(
  plan: NodePlan,
  kubelet: KubeletFields,
  configured: ConfiguredRuntime,
  request: RunRequest,
  { assumptions, readings }: InputNotes,
  problems: Problems,
): BuiltNode | undefined {
  const info = plan.object?.node.status?.nodeInfo;
  const choose = (field: 'kubeletVersion' | 'runtime' | 'platform', ofObject: string | null | undefined) =>
    request[field] ?? plan.named?.[field] ?? (ofObject || undefined) ?? plan.defaults?.[field];

  const told = choose('kubeletVersion', info?.kubeletVersion);
  const kubeletVersion = told ?? kubelet.release?.version ?? defaultOf('kubeletVersion');
  if (told === undefined && kubelet.release !== undefined) readings.add(kubelet.release.sentence);
  const selection = selectProfile(kubeletVersion);
  const runtime = choose('runtime', info?.containerRuntimeVersion) ?? defaultOf('runtime');
  const { check } = runRequestOptions.runtime;
  if (!check.isRight(runtime)) {
    const complaint = { code: 'RUNTIME', ...refusalOf(runtime, check) };
    complainOf(plan, 'runtime', request, complaint, problems);
  }
  if ('error' in selection) {
    const complaint = { code: 'KUBELET_VERSION', message: selection.error };
    complainOf(plan, 'kubeletVersion', request, complaint, problems);
    return undefined;
  }
  const release = releaseOfVersion(kubeletVersion) ?? selection.profile.release;
  const settings = kubeletSettings(kubelet, { profile: selection.profile, release }, problems);
  if (settings === undefined) return undefined;
  const nearest = selectRuntimeProfile(runtime);
  const runtimeProfile = nearest.profile;
  for (const { note, isGuess } of [selection, nearest]) {
    if (note === undefined) continue;
    if (isGuess) problems.warn(note);
    else assumptions.add(`${note}.`);
  }
  const runtimeConfiguration = configurationOf(plan, configured);
  const { options: runtimeOptions, notes } = runtimeOptionsOf(runtimeConfiguration, runtimeProfile, runtime);
  for (const sentence of notes) readings.add(sentence);
  const figures = nodeFigures(plan, request);
  const assumed = nodeFigureSentence(figures);
  if (assumed !== undefined) assumptions.add(assumed);
  const wires = wiresOf(plan, figures, runtime);
  const { pinnedImages, ...diskUsed } = diskUsersOf(plan, problems);

  const ofObject =
    info?.operatingSystem && info.architecture ? `${info.operatingSystem}/${info.architecture}` : undefined;
  return {
    plan,
    profile: selection.profile,
    mirrors: runtimeConfiguration.hosts ?? {},
    node: {
      name: plan.name,
      kubeletVersion,
      profileRelease: selection.profile.release,
      kubelet: kubelet.options.has('maxPods') ? settings : { ...settings, ...maxPodsOf(plan) },
      platform: choose('platform', ofObject) ?? defaultOf('platform'),
      ...wires,
      diskBytes: figures.diskBytes,
      ...diskUsed,
      ...sandboxImageOf(runtimeConfiguration.sandboxImage, runtimeProfile, selection.profile, pinnedImages),
      runtimeDelays: runtimeDelaysOf(plan, wires),
      ...fixedCostsOf(plan),
      ...(Object.keys(runtimeOptions).length === 0 ? {} : { runtimeOptions }),
      nodeProfile: figures.nodeProfile,
      ...(figures.byProfile.length === 0 ? {} : { byNodeProfile: figures.byProfile }),
      timings: timingsOf(plan),
    },
  };
}

/** Whether a feature gate is on, by the release's default or the node's own feature gates. */
export function nodeHasGate({ profile, node }: BuiltNode, gate: string): boolean {
  return isFeatureGateOn(gate, profile.release, node.kubelet.featureGates);
}

/** Returns the node's own maxPods, which `kubectl get node` shows as pods; nothing if it shows none. */
export function maxPodsOf({ object }: NodePlan): { readonly maxPods?: number } {
  const status = object?.node.status;
  const pods = Number(status?.allocatable?.pods ?? status?.capacity?.pods ?? Number.NaN);
  return Number.isSafeInteger(pods) && pods >= 0 ? { maxPods: pods } : {};
}

/** Returns the link and what limits the node's intake. */
function wiresOf(
  { named, defaults }: NodePlan,
  { cpus, linkBytesPerSecond, diskBytesPerSecond }: NodeFigures,
  runtime: string,
) {
  const told = named?.timings?.intake ?? defaults?.timings?.intake;
  const taken = told === undefined ? null : bytesPerSecond(told);
  const sources = {
    runtime,
    cpus,
    linkBytesPerSecond,
    ...(diskBytesPerSecond === null ? {} : { diskBytesPerSecond }),
    ...(taken === null ? {} : { runtimeBytesPerSecond: taken }),
  };
  return { ...sources, ...nodeCapacities(sources) };
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

/** If layers arrive no faster than the disk writes, little is left for the fsync at their end. */
function runtimeDelaysOf(
  { named, defaults }: NodePlan,
  { intake }: Pick<NodeInput, 'intake'>,
): NodeInput['runtimeDelays'] {
  const given = { ...defaults?.runtimeDelays, ...named?.runtimeDelays };
  const flushed =
    intake?.limit === 'disk' && given.commitPerMegabyte === undefined ? { commitPerMegabyte: 0 } : {};
  const told = Object.fromEntries(
    runtimeDelayKeys.flatMap((name) => (given[name] === undefined ? [] : [[name, micros(given[name])]])),
  );
  return { ...flushed, ...told };
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
