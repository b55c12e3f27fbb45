import { pullThroughCacheReducer } from '../../../machines/world/pull-through-cache.ts';
import type { RandomSource } from '../../../machines/world/random-source.ts';
import type { Recorder } from '../../../machines/world/recorder.ts';
import { registryMachine } from '../../../machines/world/registry.ts';
import type { BlobStore, ContentSource, Registry } from '../../../machines/world/registry-protocol.ts';
import { smallest } from '../../rules/collections/extremes.ts';
import { peersHost } from '../../rules/runtime/peers/peer-source.ts';
import type { RegistryInput } from '../simulation-input.ts';
import type { CreateRoot } from './root-actors.ts';
import { SimulationError } from './simulation-error.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What registries need from the run. */
export interface RegistrySurroundings {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  readonly random: RandomSource;
  readonly createRoot: CreateRoot;
}

/**
 * Creates the registries of a run, by host; a pull-through cache after the registry that it asks, a registry
 * after its blob store. `peers`: what nodes give to each other.
 */
export function createRegistries(
  registries: Readonly<Record<string, RegistryInput>>,
  surroundings: RegistrySurroundings,
  peers?: ContentSource,
): ReadonlyMap<string, Registry> {
  const createdRegistries = new Map<string, Registry>();
  const inTheMaking = new Set<string>();
  const stores = new Set(Object.values(registries).flatMap(({ blobStore = [] }) => blobStore));
  const getRegistry = (host: string): Registry => {
    const input = registries[host];
    if (input === undefined)
      throw new SimulationError('input', `a pull-through cache or blobs of ${host}, which is no registry`);
    const createdRegistry = createdRegistries.get(host);
    if (createdRegistry !== undefined) return createdRegistry;
    if (inTheMaking.has(host))
      throw new SimulationError('input', `${host} is a pull-through cache of itself, or of its blob store`);
    inTheMaking.add(host);
    const upstream = input.cacheOf === undefined ? undefined : getRegistry(input.cacheOf);
    const upstreamInput = registries[input.cacheOf ?? ''];
    const cache =
      upstream &&
      createCache(
        input,
        upstreamInput,
        registries[upstreamInput?.blobStore ?? ''] ?? upstreamInput,
        upstream,
        surroundings,
      );
    const store = input.blobStore === undefined ? undefined : registries[input.blobStore];
    const blobStore = store && {
      host: store.host,
      registry: getRegistry(store.host),
      roundTripMicros: store.roundTripMicros,
    };
    const registry = createRegistry(
      input,
      { cache: host === peersHost ? peers : cache, blobStore, isBlobStore: stores.has(host) },
      surroundings,
    );
    createdRegistries.set(host, registry);
    return registry;
  };
  return new Map(Object.keys(registries).map((host) => [host, getRegistry(host)]));
}

/** What a registry has to do with others. */
interface Relations {
  readonly cache: ContentSource | undefined;
  readonly blobStore: BlobStore | undefined;
  readonly isBlobStore: boolean;
}

function createRegistry(
  registry: RegistryInput,
  { cache, blobStore, isBlobStore }: Relations,
  surroundings: RegistrySurroundings,
): Registry {
  const name = `registry/${registry.host}`;
  const { recorder, clock, random, createRoot } = surroundings;
  // The limits belong to the network, and the time to set up a connection to the nodes.
  const {
    egressBytesPerSecond: _,
    bytesPerSecondPerResponse: __,
    bytesPerSecondPerClient: ___,
    connectMicros: ____,
    ...rest
  } = registry;
  const { cacheOf: _____, blobStore: ______, ...rules } = rest;
  const relations = {
    ...(cache === undefined ? {} : { cache }),
    ...(blobStore === undefined ? {} : { blobStore }),
    ...(isBlobStore ? { isBlobStore } : {}),
  };
  const input = { name, recorder, clock, random, ...rules, ...relations };
  return createRoot(registryMachine, name, input).start();
}

function createCache(
  { host, roundTripMicros, ranges }: RegistryInput,
  of: RegistryInput | undefined,
  source: RegistryInput | undefined,
  upstream: Registry,
  { recorder, clock, createRoot }: RegistrySurroundings,
): ContentSource {
  const name = `registry/${host}/cache`;
  const limits = [
    source?.egressBytesPerSecond,
    source?.bytesPerSecondPerResponse,
    source?.bytesPerSecondPerClient,
  ];
  const slowest = smallest(limits.map((limit) => limit ?? Infinity));
  const input = {
    name,
    recorder,
    clock,
    host,
    roundTripMicros,
    ...(ranges === undefined ? {} : { ranges }),
    upstream,
    upstreamHost: of?.host ?? '',
    ...(of?.authentication === undefined ? {} : { authorization: of.authentication }),
    fillBytesPerSecond: slowest === Infinity ? null : slowest,
  };
  return createRoot(pullThroughCacheReducer, name, input).start();
}
