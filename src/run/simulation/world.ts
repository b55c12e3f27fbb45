import type { AnyActorRef, InspectionEvent } from 'xstate';
import { networkMachine } from '../../../machines/world/network.ts';
import type { Network } from '../../../machines/world/network-protocol.ts';
import { nodeMachine } from '../../../machines/world/node.ts';
import type { NodeRef, NodeStart } from '../../../machines/world/node-protocol.ts';
import { type Peers, peersReducer } from '../../../machines/world/peers.ts';
import type { RandomSource } from '../../../machines/world/random-source.ts';
import type { Recorder } from '../../../machines/world/recorder.ts';
import type { Registry } from '../../../machines/world/registry-protocol.ts';
import type {
  CredentialProviderFault,
  CredentialProviderRules,
} from '../../rules/kubelet/credentials/credential-provider.ts';
import { profileAtPatch } from '../../rules/kubelet/profiles/profile-at-patch.ts';
import { findProfile } from '../../rules/kubelet/profiles/profiles.ts';
import { contentBytes } from '../../rules/runtime/images/content-store.ts';
import { imagesForPlatform } from '../../rules/runtime/images/image.ts';
import { holdingsOfImage } from '../../rules/runtime/peers/peer-holdings.ts';
import { peersHost } from '../../rules/runtime/peers/peer-source.ts';
import { nodeRuntimeProfile } from '../../rules/runtime/profiles/node-runtime-profile.ts';
import { memoizeByText } from '../../rules/values/memoize.ts';
import type { EngineName } from '../engine/engine.ts';
import type { History } from '../engine/history.ts';
import { selectEngine } from '../engine/select-engine.ts';
import type { NodeInput, SimulationInput } from '../simulation-input.ts';
import { createRegistries } from './create-registries.ts';
import { faultName } from './fault-name.ts';
import type { Kernel } from './kernel.ts';
import { createRandomSource, RandomStreams } from './random-streams.ts';
import { type CreateRoot, rootCreator } from './root-actors.ts';
import { SimulationError } from './simulation-error.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The actors of a run that the scenario speaks to. */
export interface World {
  /** All actors that have no parent. */
  readonly roots: readonly AnyActorRef[];
  readonly network: Network;
  readonly registries: ReadonlyMap<string, Registry>;
  readonly nodes: ReadonlyMap<string, NodeRef>;
}

interface Surroundings {
  readonly recorder: TraceRecorder;
  readonly clock: VirtualClock;
  readonly random: RandomSource;
  readonly createRoot: CreateRoot;
}

/**
 * Is given each inspection event of XState, with the virtual time in µs and the names of the nodes of the
 * part of the run that the event comes from.
 */
export type Inspect = (event: InspectionEvent, nowMicros: number, nodes: readonly string[]) => void;

/** Decides a random number as `Draw` does, with the virtual time in µs. */
export type DrawAt = (stream: string, drawn: number, nowMicros: number) => number;

export interface WorldOptions {
  /**
   * The node's machine, maybe with other parts provided: a test breaks one of them that way, to see it found.
   */
  readonly nodeMachine?: typeof nodeMachine;
  readonly inspect?: Inspect;
  /** The engine that runs the machines. */
  readonly engine?: EngineName | undefined;
  /** Decides what the seed would, with the virtual time in µs. */
  readonly draw?: DrawAt | undefined;
  /** Keeps what changes in the world; the kernel and the recorder are made with the same one. */
  readonly history?: History | undefined;
  /** Of several worlds in one run: what distinguishes the actors beside the nodes. */
  readonly place?: string | undefined;
}

/** Creates and starts every root actor of a run: the network, the registries, and a root per node. */
export function createWorld(
  input: SimulationInput,
  kernel: Kernel,
  recorder: TraceRecorder,
  options: WorldOptions = {},
): World {
  const { inspect } = options;
  const names = input.nodes.map(({ name }) => name);
  const clock = new VirtualClock(kernel);
  const { draw } = options;
  const random = createRandomSource(
    new RandomStreams(input.seed, input.draws, options.history),
    draw && ((stream, drawn) => draw(stream, drawn, kernel.nowMicros)),
  );
  const roots: AnyActorRef[] = [];
  const create = rootCreator({
    engine: selectEngine(options.engine),
    kernel,
    clock,
    history: options.history,
    inspect: inspect && ((event: InspectionEvent) => inspect(event, kernel.nowMicros, names)),
  });
  const createRoot: CreateRoot = (logic, id, input) => {
    const root = create(logic, id, input);
    roots.push(root);
    return root;
  };
  const { place } = options;
  const createOutside: CreateRoot = (logic, id, input) =>
    createRoot(logic, place === undefined ? id : `${id}@${place}`, input);
  const outside = { recorder: recorder.actor, clock, random, createRoot: createOutside };
  const network = createNetwork(input, outside);
  // Nodes of one platform share a table.
  const imagesOn = memoizeByText((platform) => imagesForPlatform(input.images, platform));
  const peers = input.peers === 'layers' ? createPeers(input, outside, imagesOn) : undefined;
  const registries = createRegistries(input.registries, outside, peers);
  const { nodeMachine: machine = nodeMachine } = options;
  const nodes = new Map(
    input.nodes.map((node) => [
      node.name,
      createNode(
        machine,
        input,
        node,
        { network, registries, peers, imagesOn },
        { recorder, clock, random, createRoot },
      ),
    ]),
  );
  return { roots, network, registries, nodes };
}

/** The images as nodes of a platform find them. */
type ImagesOn = (platform: string) => SimulationInput['images'];

function createNode(
  machine: typeof nodeMachine,
  input: SimulationInput,
  node: NodeInput,
  world: Pick<World, 'network' | 'registries'> & {
    readonly peers: Peers | undefined;
    readonly imagesOn: ImagesOn;
  },
  { recorder, clock, random, createRoot }: Surroundings,
): NodeRef {
  const releaseProfile = findProfile(node.profileRelease);
  if (releaseProfile === undefined)
    throw new SimulationError('input', `no profile for kubelet ${node.profileRelease}`);
  const runtimeProfile = nodeRuntimeProfile(node);
  const images = world.imagesOn(node.platform);
  return createRoot(machine, node.name, {
    name: node.name,
    recorder: recorder.onNode(node.name),
    clock,
    random,
    profile: profileAtPatch(releaseProfile, node.kubeletVersion),
    settings: node.kubelet,
    timings: node.timings,
    runtimeProfile,
    ...(node.registryHosts === undefined ? {} : { registryHosts: node.registryHosts }),
    ...(node.shortNames === undefined ? {} : { shortNames: node.shortNames }),
    connectMicros: Object.fromEntries(
      Object.entries(input.registries).map(([host, { connectMicros = 0 }]) => [host, connectMicros]),
    ),
    images,
    presentImages: node.presentImages,
    nodeCredentials: node.credentials ?? [],
    ...credentialProviders(node, input.faults),
    ...(node.policy === undefined ? {} : { policy: node.policy }),
    registries: Object.fromEntries(world.registries),
    network: world.network,
    ...(world.peers === undefined ? {} : { peers: world.peers }),
    diskBytes: node.diskBytes,
    ...(node.pageCache === undefined ? {} : { pageCache: node.pageCache }),
    ...(node.join === undefined ? {} : { start: startOf(node.join) }),
    pinnedImages: node.pinnedImages ?? [],
    ...(node.sandboxImage === undefined ? {} : { sandboxImage: node.sandboxImage }),
    diskUsedBytes:
      contentBytes(node.presentImages.flatMap((image) => images[image] ?? [])) + (node.diskUsedBytes ?? 0),
  }).start();
}

/** What the node's machine goes by; the binder of pods lets it know of its network. */
function startOf({ atMicros, bootMicros, registrationMicros }: NonNullable<NodeInput['join']>): NodeStart {
  return { atMicros, bootMicros, registrationMicros };
}

/** Returns the credential providers of a node's kubelet with the faults that they meet. */
function credentialProviders(
  { name: node, credentialProviders: providers = [] }: NodeInput,
  faults: SimulationInput['faults'],
): { readonly credentialProviders?: readonly CredentialProviderRules[] } {
  if (providers.length === 0) return {};
  const ofNode = faults.flatMap((fault, index): CredentialProviderFault[] => {
    const { kind, fromMicros, untilMicros } = fault;
    if (kind !== 'credentialsTake' && kind !== 'credentialsFail') return [];
    if (fault.node !== undefined && fault.node !== node) return [];
    const { takesMicros } = fault;
    const error = kind === 'credentialsFail' ? fault.error : null;
    return [{ id: faultName(index, kind), fromMicros, untilMicros, takesMicros, error }];
  });
  return { credentialProviders: providers.map((rules) => ({ ...rules, faults: ofNode })) };
}

/** What all nodes share is made with. */
interface OutsideSurroundings {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  readonly random: RandomSource;
  readonly createRoot: CreateRoot;
}

/**
 * Creates the network of a run: for each node what its link carries or the node takes in, and what its
 * processors get done; what each registry sends at most, and what nodes send to each other.
 */
function createNetwork(
  { nodes, registries, peers }: SimulationInput,
  { recorder, clock, createRoot }: OutsideSurroundings,
): Network {
  const links = Object.fromEntries(
    nodes.map(({ name, linkBytesPerSecond, intake, processors }) => [
      name,
      {
        bytesPerSecond: intake?.bytesPerSecond ?? linkBytesPerSecond,
        ...(processors === undefined ? {} : { processors }),
      },
    ]),
  );
  const uplinks = Object.fromEntries(
    nodes.map(({ name, uplinkBytesPerSecond = null }) => [name, { bytesPerSecond: uplinkBytesPerSecond }]),
  );
  const shared = peers === undefined ? {} : { peers: { share: peers, uplinks } };
  return createRoot(networkMachine, 'network', {
    name: 'network',
    recorder,
    clock,
    links,
    registries,
    ...shared,
  }).start();
}

/** Creates what knows which node has what, for nodes that give layers to each other. */
function createPeers(
  { nodes, registries }: SimulationInput,
  { recorder, random, createRoot }: OutsideSurroundings,
  imagesOn: ImagesOn,
): Peers {
  const holdings = nodes.map(({ name, presentImages, platform, join }) => {
    // A node that comes later has nothing to give before.
    if (join !== undefined) return [name, []] as const;
    const ofPlatform = imagesOn(platform);
    const present = presentImages.flatMap((image) => ofPlatform[image] ?? []);
    return [name, present.flatMap(holdingsOfImage)] as const;
  });
  const lookupMicros = registries[peersHost]?.roundTripMicros ?? 0;
  const name = `registry/${peersHost}/nodes`;
  return createRoot(peersReducer, name, {
    name,
    recorder,
    random,
    lookupMicros,
    holdings: Object.fromEntries(holdings),
  }).start();
}
