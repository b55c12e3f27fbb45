import { pullThroughCacheMachine } from '../../machines/world/pull-through-cache.ts';
import type { RandomSource } from '../../machines/world/random-source.ts';
import type { Recorder } from '../../machines/world/recorder.ts';
import { registryMachine } from '../../machines/world/registry.ts';
import type { ContentSource, Registry } from '../../machines/world/registry-protocol.ts';
import type { RegistryInput } from '../input/model.ts';
import { peersHost } from '../runtime/peers/peer-source.ts';
import type { CreateRoot } from './create-root.ts';
import { SimulationError } from './simulation-error.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What registries need from the run. */
export interface RegistrySurroundings {
  readonly recorder: Recorder;
  readonly clock: VirtualClock;
  readonly random: RandomSource;
  readonly createRoot: CreateRoot;
}

/** Creates the registries of a run, by host; a pull-through cache after the registry that it asks. `peers`: what nodes give to each other. */
export function createRegistries(
  registries: Readonly<Record<string, RegistryInput>>,
  surroundings: RegistrySurroundings,
  peers?: ContentSource,
): ReadonlyMap<string, Registry> {
  const made = new Map<string, Registry>();
  const inTheMaking = new Set<string>();
  const registryOf = (host: string): Registry => {
    const input = registries[host];
    if (input === undefined) throw new SimulationError('input', `a pull-through cache of ${host}, which is no registry`);
    const known = made.get(host);
    if (known !== undefined) return known;
    if (inTheMaking.has(host)) throw new SimulationError('input', `${host} is a pull-through cache of itself`);
    inTheMaking.add(host);
    const upstream = input.cacheOf === undefined ? undefined : registryOf(input.cacheOf);
    const cache = upstream && createCache(input, registries[input.cacheOf ?? ''], upstream, surroundings);
    const source = host === peersHost ? peers : cache;
    const registry = createRegistry(input, source, surroundings);
    made.set(host, registry);
    return registry;
  };
  return new Map(Object.keys(registries).map((host) => [host, registryOf(host)]));
}

function createRegistry(registry: RegistryInput, cache: ContentSource | undefined, surroundings: RegistrySurroundings): Registry {
  const name = `registry/${registry.host}`;
  const { recorder, clock, random, createRoot } = surroundings;
  // The limits belong to the network, and the time to set up a connection to the nodes.
  const { egressBytesPerSecond: _, bytesPerSecondPerResponse: __, bytesPerSecondPerClient: ___, connectMicros: ____, ...rest } = registry;
  const { cacheOf: _____, ...rules } = rest;
  const input = { name, recorder, clock, random, ...rules, ...(cache === undefined ? {} : { cache }) };
  return createRoot(registryMachine, name, input).start();
}

function createCache(
  { host, roundTripMicros, ranges }: RegistryInput,
  of: RegistryInput | undefined,
  upstream: Registry,
  { recorder, clock, createRoot }: RegistrySurroundings,
): ContentSource {
  const name = `registry/${host}/cache`;
  const limits = [of?.egressBytesPerSecond, of?.bytesPerSecondPerResponse, of?.bytesPerSecondPerClient];
  const slowest = Math.min(...limits.map((limit) => limit ?? Infinity));
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
  return createRoot(pullThroughCacheMachine, name, input).start();
}
