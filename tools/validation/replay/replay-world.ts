import { imageServiceMachine } from '../../../machines/runtime/image-service.ts';
import type { ImageServiceRef } from '../../../machines/runtime/image-service-context.ts';
import { diskMachine } from '../../../machines/world/disk.ts';
import type { RandomSource } from '../../../machines/world/random-source.ts';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { contentBytes } from '../../../src/rules/runtime/images/content-store.ts';
import { processorCapacity } from '../../../src/rules/runtime/network/capacities.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../../src/rules/runtime/profiles/select-runtime-profile.ts';
import type { EngineName } from '../../../src/run/engine/engine.ts';
import { selectEngine } from '../../../src/run/engine/select-engine.ts';
import { beginFault } from '../../../src/run/simulation/apply-fault.ts';
import type { Kernel } from '../../../src/run/simulation/kernel.ts';
import { rootCreator } from '../../../src/run/simulation/root-actors.ts';
import type { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import { VirtualClock } from '../../../src/run/simulation/virtual-clock.ts';
import { createWorld } from '../../../src/run/simulation/world.ts';
import { closedHost, type ReplaySetup } from './replay-setup.ts';

export interface ReplayWorldInput {
  readonly change?: ((profile: RuntimeProfile) => RuntimeProfile) | undefined;
  readonly setup: ReplaySetup;
  readonly faults: readonly Fault[];
  readonly kernel: Kernel;
  readonly recorder: TraceRecorder;
  readonly seed: number;
  readonly engine?: EngineName | undefined;
  /** Of the image service; the registries' comes from the seed. */
  readonly random: RandomSource;
}

const node = 'node';

/** The recordings were taken on two processors. */
const cpus = 2;

const noNodes = { horizonMicros: 0, nodes: [], pods: [], faults: [], assumptions: [], ignoredKinds: {} };

/**
 * Starts the registries and the network as in any run of the simulator, and on one node the container
 * runtime's image service with its disk, without a kubelet. Returns the image service.
 */
export function createReplayWorld({
  change = (profile) => profile,
  setup,
  faults,
  kernel,
  recorder,
  seed,
  random,
  engine,
}: ReplayWorldInput): ImageServiceRef {
  const world = createWorld(
    { ...noNodes, seed, images: setup.images, registries: setup.registries },
    kernel,
    recorder,
    { engine },
  );
  const closed: Fault = { kind: 'registryDown', registry: closedHost };
  for (const [index, fault] of [closed, ...faults].entries())
    beginFault(world, recorder, `faults/${index}`, fault);

  const profile = change(selectRuntimeProfile(setup.runtime, setup.runtimeOptions).profile);
  // The registry was on the loopback.
  const processors = processorCapacity(profile, cpus);
  world.network.send({ type: 'LINK.CHANGED', linkId: node, link: { bytesPerSecond: null, processors } });
  const clock = new VirtualClock(kernel);
  const shared = { recorder: recorder.actor, clock };
  const present = setup.presentImages.flatMap((image) => setup.images[image] ?? []);
  const room = { node, capacityBytes: setup.diskBytes, usedBytes: contentBytes(present) };
  const createRoot = rootCreator({ engine: selectEngine(engine), kernel, clock });
  const disk = createRoot(diskMachine, 'disk', {
    name: `${node}/disk`,
    ...shared,
    ...room,
  }).start();
  const input = {
    ...shared,
    name: `${node}/image-service`,
    random,
    profile,
    images: setup.images,
    presentImages: setup.presentImages,
    registries: Object.fromEntries(world.registries),
    network: world.network,
    disk,
    linkId: node,
    timings: { imageStatusMicros: 0, imageSizeMicros: 0, unpackBytesPerSecond: profile.unpackRates.gzip },
  };
  return createRoot(imageServiceMachine, 'image-service', input).start();
}
