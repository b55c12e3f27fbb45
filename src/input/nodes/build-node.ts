import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import type { NodeTimings } from '../../kubelet/pods/timings.ts';
import { selectProfile } from '../../kubelet/profiles/select-profile.ts';
import { releaseOfVersion } from '../../kubelet/release-of-version.ts';
import { runtimeDelayKeys } from '../../runtime/profiles/runtime-delay-names.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../runtime/profiles/select-runtime-profile.ts';
import { defaultOf } from '../defaults.ts';
import type { Complaint, Problems } from '../documents/problems.ts';
import { sandboxImageOf } from '../images/sandbox-images.ts';
import type { NodeInput } from '../model.ts';
import { type RunRequest, refusalOf, runRequestOptions } from '../run-request.ts';
import { type ConfiguredRuntime, configurationOf } from '../runtimes/runtime-configuration.ts';
import { runtimeOptionsOf } from '../runtimes/runtime-options-of.ts';
import { parseByteRate } from '../scenario/byte-rate.ts';
import { bytes, bytesPerSecond, micros } from '../scenario/quantity-shapes.ts';
import { diskUsersOf } from './disk-users.ts';
import type { BuiltNode, NodePlan } from './node-plan.ts';
import { type KubeletFields, kubeletSettings } from './read-kubelet-configuration.ts';

/**
 * Works a node's settings out. An option comes before what the Scenario says of this node, that before the Node object, and that before
 * what the Scenario says of all nodes. Sentences on versions that have no rules of their own go to `assumptions`.
 */
export function buildNode(
  plan: NodePlan,
  kubelet: KubeletFields,
  configured: ConfiguredRuntime,
  request: RunRequest,
  assumptions: Set<string>,
  problems: Problems,
): BuiltNode | undefined {
  const info = plan.object?.node.status?.nodeInfo;
  const choose = (field: 'kubeletVersion' | 'runtime' | 'platform', ofObject: string | null | undefined) =>
    request[field] ?? plan.named?.[field] ?? (ofObject || undefined) ?? plan.defaults?.[field] ?? defaultOf(field);

  const kubeletVersion = choose('kubeletVersion', info?.kubeletVersion);
  const selection = selectProfile(kubeletVersion);
  const runtime = choose('runtime', info?.containerRuntimeVersion);
  const { check } = runRequestOptions.runtime;
  if (!check.isRight(runtime)) {
    const complaint = { code: 'RUNTIME', ...refusalOf(runtime, check) };
    complainOf(plan, 'runtime', ['status', 'nodeInfo', 'containerRuntimeVersion'], request, complaint, problems);
  }
  if ('error' in selection) {
    const complaint = { code: 'KUBELET_VERSION', message: selection.error };
    complainOf(plan, 'kubeletVersion', ['status', 'nodeInfo', 'kubeletVersion'], request, complaint, problems);
    return undefined;
  }
  const release = releaseOfVersion(kubeletVersion) ?? selection.profile.release;
  const settings = kubeletSettings(kubelet, { profile: selection.profile, release }, problems);
  if (settings === undefined) return undefined;
  const { profile: runtimeProfile, note } = selectRuntimeProfile(runtime);
  for (const sentence of [selection.note, note]) if (sentence !== undefined) assumptions.add(`${sentence}.`);
  const runtimeConfiguration = configurationOf(plan, configured);
  const { options: runtimeOptions, notes } = runtimeOptionsOf(runtimeConfiguration, runtimeProfile, runtime);
  for (const sentence of notes) assumptions.add(sentence);
  const cpus = cpusOf(plan);
  const wireBytesPerSecond = linkOf(plan, request);
  const { pinnedImages, ...diskUsed } = diskUsersOf(plan, problems);

  const ofObject = info?.operatingSystem && info.architecture ? `${info.operatingSystem}/${info.architecture}` : undefined;
  const disk = plan.named?.disk ?? plan.defaults?.disk ?? defaultOf('disk');
  return {
    plan,
    profile: selection.profile,
    mirrors: runtimeConfiguration.hosts ?? {},
    wireBytesPerSecond,
    node: {
      name: plan.name,
      kubeletVersion,
      profileRelease: selection.profile.release,
      kubelet: kubelet.options.has('maxPods') ? settings : { ...settings, ...maxPodsOf(plan) },
      runtime,
      platform: choose('platform', ofObject),
      linkBytesPerSecond: Math.min(wireBytesPerSecond ?? Infinity, intakeOf(plan, runtimeProfile)),
      diskBytes: disk === 'unlimited' ? null : bytes(disk),
      ...diskUsed,
      ...sandboxImageOf(runtimeConfiguration.sandboxImage, runtimeProfile, selection.profile, pinnedImages),
      runtimeDelays: runtimeDelaysOf(plan),
      ...fixedCostsOf(plan),
      ...(Object.keys(runtimeOptions).length === 0 ? {} : { runtimeOptions }),
      ...(cpus === undefined ? {} : { cpus }),
      timings: timingsOf(plan),
    },
  };
}

/** Native sidecars need the gate, by the release's default or the node's own configuration. */
export function nodeHasSidecars({ profile, node }: BuiltNode): boolean {
  return isFeatureGateOn('SidecarContainers', profile.release, node.kubelet.featureGates);
}

/** What `kubectl get node` shows as pods is the node's own maxPods; nothing where it shows none. */
export function maxPodsOf({ object }: NodePlan): { readonly maxPods?: number } {
  const status = object?.node.status;
  const pods = Number(status?.allocatable?.pods ?? status?.capacity?.pods ?? Number.NaN);
  return Number.isSafeInteger(pods) && pods >= 0 ? { maxPods: pods } : {};
}

/** Bytes per second, null for unlimited. */
function linkOf({ named, defaults }: NodePlan, { link }: RunRequest): number | null {
  const given = link === undefined ? undefined : parseByteRate(link);
  return given === undefined ? bytesPerSecond(named?.link ?? defaults?.link ?? defaultOf('link')) : given;
}

/** What the node takes in at most, whatever its link: without a word of the user the runtime's profile decides. */
function intakeOf({ named, defaults }: NodePlan, { intakeBytesPerSecond }: RuntimeProfile): number {
  const intake = named?.timings?.intake ?? defaults?.timings?.intake;
  return intake === undefined ? intakeBytesPerSecond : (bytesPerSecond(intake) ?? Infinity);
}

function timingsOf({ named, defaults }: NodePlan): NodeTimings {
  type TimingName = Exclude<keyof NonNullable<NonNullable<NodePlan['defaults']>['timings']>, 'unpack' | 'intake'>;
  const timing = (name: TimingName) => micros(named?.timings?.[name] ?? defaults?.timings?.[name] ?? defaultOf(name));
  // Without a word of the user the runtime's profile decides.
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

function runtimeDelaysOf({ named, defaults }: NodePlan): NodeInput['runtimeDelays'] {
  const given = { ...defaults?.runtimeDelays, ...named?.runtimeDelays };
  return Object.fromEntries(runtimeDelayKeys.flatMap((name) => (given[name] === undefined ? [] : [[name, micros(given[name])]])));
}

/** Rates (`unpack`, `intake`) are none of them: what flows is told. */
function fixedCostsOf({ named, defaults }: NodePlan): { readonly fixedCosts?: Readonly<Record<string, number>> } {
  const { unpack: _, intake: __, ...timings } = { ...defaults?.timings, ...named?.timings };
  const given = Object.entries({ ...timings, ...defaults?.runtimeDelays, ...named?.runtimeDelays });
  const costs = given.flatMap(([name, cost]) => (cost === undefined ? [] : [[name, micros(cost) / 1000] as const]));
  return costs.length === 0 ? {} : { fixedCosts: Object.fromEntries(costs) };
}

function complainOf(
  plan: NodePlan,
  field: 'kubeletVersion' | 'runtime',
  objectPath: readonly string[],
  request: RunRequest,
  complaint: Complaint,
  problems: Problems,
): void {
  const { scenario, object } = plan;
  const info = object?.node.status?.nodeInfo;
  const ofObject = field === 'runtime' ? info?.containerRuntimeVersion : info?.kubeletVersion;
  if (request[field] !== undefined) problems.add({ ...complaint, file: `${runRequestOptions[field].flag} ${request[field]}` });
  else if (plan.named?.[field] !== undefined && scenario !== undefined) {
    problems.at({ document: scenario.document, path: [...scenario.path, 'nodes', 'named', plan.name, field] }, complaint);
  } else if (object !== undefined && ofObject) {
    problems.at({ document: object.source.document, path: [...object.source.path, ...objectPath] }, complaint);
  } else if (scenario !== undefined) {
    problems.at({ document: scenario.document, path: [...scenario.path, 'nodes', 'defaults', field] }, complaint);
  }
}

/** A node's processors: what the Scenario says of it, its Node object (`8`, `7910m`), what the Scenario says of all; undefined: nobody says. */
function cpusOf({ named, object, defaults }: NodePlan): number | undefined {
  return named?.cpus ?? cpuQuantity(object?.node.status?.capacity?.cpu) ?? defaults?.cpus;
}

function cpuQuantity(written: string | number | undefined): number | undefined {
  const [, digits = '', milli] = /^(\d{1,9}(?:\.\d{1,3})?)(m?)$/.exec(String(written ?? '')) ?? [];
  const cpus = Number(digits) / (milli === 'm' ? 1_000 : 1);
  return digits === '' || cpus === 0 ? undefined : cpus;
}
