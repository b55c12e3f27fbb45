import { type AnyActorRef, createActor, type InspectionEvent } from 'xstate';
import type { Network } from '../../machines/world/network-protocol.ts';
import { nodeMachine } from '../../machines/world/node.ts';
import type { NodeRef } from '../../machines/world/node-protocol.ts';
import type { RandomSource } from '../../machines/world/random-source.ts';
import type { Registry } from '../../machines/world/registry-protocol.ts';
import type { NodeInput, SimulationInput } from '../input/model.ts';
import { profiles } from '../kubelet/profiles/profiles.ts';
import { contentBytes } from '../runtime/images/content-store.ts';
import { selectRuntimeProfile } from '../runtime/profiles/select-runtime-profile.ts';
import { createNetwork } from './create-network.ts';
import { createRegistries, type RegistrySurroundings } from './create-registries.ts';
import type { Kernel } from './kernel.ts';
import { createRandomSource } from './random-source-actor.ts';
import { RandomStreams } from './random-streams.ts';
import { SimulationError } from './simulation-error.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The actors of a run that the scenario speaks to. */
export interface World {
  readonly network: Network;
  readonly registries: ReadonlyMap<string, Registry>;
  readonly nodes: ReadonlyMap<string, NodeRef>;
}

interface Surroundings {
  readonly kernel: Kernel;
  readonly recorder: TraceRecorder;
  readonly clock: VirtualClock;
  readonly random: RandomSource;
  readonly nodeMachine: typeof nodeMachine;
  readonly inspect: ((event: InspectionEvent) => void) | undefined;
}

export interface WorldOptions {
  /** The node's machine, maybe with other parts provided: a test breaks one of them that way, to see it found. */
  readonly nodeMachine?: typeof nodeMachine;
  /** Hears what XState tells of every actor, with the virtual time in µs. */
  readonly inspect?: (event: InspectionEvent, nowMicros: number) => void;
}

/** Creates and starts every root actor of a run: the network, the registries, and a root per node. */
export function createWorld(input: SimulationInput, kernel: Kernel, recorder: TraceRecorder, options: WorldOptions = {}): World {
  const { inspect } = options;
  const surroundings = {
    kernel,
    recorder,
    clock: new VirtualClock(kernel),
    random: createRandomSource(new RandomStreams(input.seed)),
    nodeMachine: options.nodeMachine ?? nodeMachine,
    inspect: inspect && ((event: InspectionEvent) => inspect(event, kernel.nowMicros)),
  };
  const roots = rootSurroundings(surroundings);
  const network = createNetwork(input.nodes, input.registries, roots);
  const registries = createRegistries(input.registries, roots);
  const nodes = new Map(input.nodes.map((node) => [node.name, createNode(input, node, { network, registries }, surroundings)]));
  return { network, registries, nodes };
}

function rootSurroundings(surroundings: Surroundings): RegistrySurroundings {
  return {
    recorder: surroundings.recorder.actor,
    clock: surroundings.clock,
    random: surroundings.random,
    options: (id) => options(id, surroundings),
    started: (actor) => started(actor, surroundings),
  };
}

function createNode(
  input: SimulationInput,
  node: NodeInput,
  world: Pick<World, 'network' | 'registries'>,
  surroundings: Surroundings,
): NodeRef {
  const profile = profiles.find((known) => known.release === node.profileRelease);
  if (profile === undefined) throw new SimulationError('input', `no profile for kubelet ${node.profileRelease}`);
  const { profile: runtimeProfile } = selectRuntimeProfile(node.runtime, node.runtimeOptions);
  const { recorder, clock, random } = surroundings;
  return started(
    createActor(surroundings.nodeMachine, {
      ...options(node.name, surroundings),
      input: {
        name: node.name,
        recorder: recorder.onNode(node.name),
        clock,
        random,
        profile,
        settings: node.kubelet,
        timings: node.timings,
        runtimeProfile: { ...runtimeProfile, delays: { ...runtimeProfile.delays, ...node.runtimeDelays } },
        ...(node.registryHosts === undefined ? {} : { registryHosts: node.registryHosts }),
        connectMicros: Object.fromEntries(Object.entries(input.registries).map(([host, { connectMicros = 0 }]) => [host, connectMicros])),
        ...(node.cpus === undefined ? {} : { cpus: node.cpus }),
        images: input.images,
        presentImages: node.presentImages,
        nodeCredentials: node.credentials ?? [],
        registries: Object.fromEntries(world.registries),
        network: world.network,
        diskBytes: node.diskBytes,
        pinnedImages: node.pinnedImages ?? [],
        ...(node.sandboxImage === undefined ? {} : { sandboxImage: node.sandboxImage }),
        diskUsedBytes: contentBytes(node.presentImages.flatMap((image) => input.images[image] ?? [])) + (node.diskUsedBytes ?? 0),
      },
    }),
    surroundings,
  );
}

function options(id: string, { clock, inspect }: Surroundings) {
  return inspect === undefined ? { id, clock } : { id, clock, inspect };
}

/** Starts a root; an error in any actor below it ends the run, since XState would rethrow it outside the call stack. */
function started<T extends AnyActorRef>(actor: T, { kernel }: Surroundings): T {
  actor.subscribe({
    error: (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      kernel.fail(
        error instanceof SimulationError ? error : new SimulationError('actor-failed', `${actor.id}: ${message}`, { cause: error }),
      );
    },
  });
  actor.start();
  return actor;
}
