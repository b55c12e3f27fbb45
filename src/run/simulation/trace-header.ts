import { ownerText, sameImages } from '../../rules/kubelet/pods/pod.ts';
import { contentBytes } from '../../rules/runtime/images/content-store.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { HeaderNode, HeaderRecord, HeaderRegistry } from '../../trace/record.ts';
import { traceFormat } from '../../trace/trace-format.ts';
import type { NodeInput, RegistryInput, SimulationInput } from '../simulation-input.ts';

/** The instant that virtual time 0 stands for, if the Scenario says none. */
const epoch = '2000-01-01T00:00:00Z';

/** The first record of a run's trace: its conditions. */
export function traceHeader(input: SimulationInput): HeaderRecord {
  return {
    type: 'header',
    id: 0,
    at: 0,
    format: traceFormat,
    seed: input.seed,
    horizonMs: input.horizonMicros / 1000,
    epoch: input.startTime ?? epoch,
    nodes: input.nodes.map((node) => headerNode(node, input)),
    ...headerRegistries(Object.values(input.registries)),
    ...(input.peers === undefined ? {} : { peers: input.peers }),
    assumptions: input.assumptions,
    ...(input.readings === undefined ? {} : { readings: input.readings }),
    ...(input.recurring === undefined ? {} : { recurring: input.recurring }),
    ignoredKinds: input.ignoredKinds,
    ...(input.unknownKinds === undefined ? {} : { unknownKinds: input.unknownKinds }),
    ...(input.unplaced === undefined ? {} : { unplaced: input.unplaced }),
    ...headerRollouts(input.podActions),
  };
}

function headerRollouts(actions: SimulationInput['podActions'] = []): Pick<HeaderRecord, 'rollouts'> {
  const rollouts = actions.flatMap((action) => {
    if (action.kind !== 'rollout') return [];
    const { lines, atMicros } = action;
    const [first] = lines;
    if (first === undefined) return [];
    // A StatefulSet's controller looks at pods below the partition too; the last pod, which is the first
    // here, is never one of these.
    const { namespace, owner, initContainers, containers } = first.spec;
    const pods = lines.filter(({ spec }) => sameImages(spec, first.spec)).length;
    const images = [...initContainers, ...containers].map(({ image }) => image);
    return [{ namespace, workload: ownerText(owner), atMs: atMicros / 1000, pods, images }];
  });
  return rollouts.length === 0 ? {} : { rollouts };
}

/** Limits that are none, and nothing on the disk, are left out. */
function headerNode(node: NodeInput, { images }: SimulationInput): HeaderNode {
  const {
    linkBytesPerSecond,
    uplinkBytesPerSecond = null,
    diskBytes,
    diskUsedBytes = 0,
    runtimeOptions = {},
    registryHosts = {},
    cpus,
    fixedCosts,
    nodeProfile,
    provider,
    policy,
    intake,
    processors,
    join,
  } = node;
  const present = node.presentImages.flatMap((image) => images[image] ?? []);
  // Images may have no bytes: the node has them all the same.
  const imageBytes = present.length === 0 ? undefined : contentBytes(present);
  return {
    name: node.name,
    kubeletVersion: node.kubeletVersion,
    profile: node.profileRelease,
    runtime: node.runtime,
    ...(selectRuntimeProfile(node.runtime).profile.isMeasured ? {} : { runtimeMeasured: false }),
    ...(Object.keys(runtimeOptions).length === 0 ? {} : { runtimeOptions }),
    ...(Object.keys(registryHosts).length === 0 ? {} : { registryHosts: hostNames(registryHosts) }),
    ...(nodeProfile === undefined ? {} : { nodeProfile }),
    ...(provider === undefined ? {} : { provider }),
    ...(policy === undefined ? {} : { policy }),
    ...(cpus === undefined ? {} : { cpus }),
    ...(fixedCosts === undefined ? {} : { fixedCosts }),
    kubelet: { ...node.kubelet },
    ...(linkBytesPerSecond === null ? {} : { linkBytesPerSecond }),
    ...(uplinkBytesPerSecond === null ? {} : { uplinkBytesPerSecond }),
    ...(intake === undefined ? {} : { intake: { ...intake } }),
    ...(processors === undefined ? {} : { processors: { ...processors } }),
    ...(diskBytes === null ? {} : { diskBytes }),
    ...(diskUsedBytes === 0 ? {} : { diskUsedBytes }),
    ...(join === undefined ? {} : { joinsAtMs: join.atMicros / 1000 }),
    ...(imageBytes === undefined ? {} : { imageBytes }),
  };
}

function hostNames(
  hosts: NonNullable<NodeInput['registryHosts']>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(hosts).map(([registry, places]) => [
      registry,
      places.map(({ host, apiRoot }) => apiRoot?.replace('https://', '') ?? host),
    ]),
  );
}

function headerRegistries(registries: readonly RegistryInput[]): {
  readonly registries?: Readonly<Record<string, HeaderRegistry>>;
} {
  const limited = registries.flatMap(
    ({
      host,
      egressBytesPerSecond,
      bytesPerSecondPerResponse,
      bytesPerSecondPerClient = null,
      blobStore,
    }) => {
      const limits: HeaderRegistry = {
        ...(egressBytesPerSecond === null ? {} : { egressBytesPerSecond }),
        ...(bytesPerSecondPerResponse === null ? {} : { bytesPerSecondPerResponse }),
        ...(bytesPerSecondPerClient === null ? {} : { bytesPerSecondPerClient }),
        ...(blobStore === undefined ? {} : { blobStore }),
      };
      return Object.keys(limits).length === 0 ? [] : [[host, limits] as const];
    },
  );
  return limited.length === 0 ? {} : { registries: Object.fromEntries(limited) };
}
