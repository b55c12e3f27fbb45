import { isRequestFault } from '../../rules/runtime/fault.ts';
import { type BodyFault, selectBodyFault } from '../../rules/runtime/registry/request-fault.ts';
import { faultName } from '../../run/simulation/fault-name.ts';
import { RandomStreams } from '../../run/simulation/random-streams.ts';
import type { FaultInput, RegistryInput } from '../../run/simulation-input.ts';
import { AccessTokens } from './access-tokens.ts';
import { DrawnContent } from './content/image-content.ts';
import type { ServerParts } from './exchange.ts';
import { ImageShelf } from './image-shelf.ts';
import { PullThrough } from './pull-through.ts';
import type { RegistryServerInput } from './registry-input.ts';
import { RegistryLocator } from './registry-locator.ts';
import { SharedRate } from './sending/bandwidth.ts';
import { Stalls } from './sending/stalls.ts';
import { ServedRegistry } from './served-registry.ts';
import { ServerClock } from './server-clock.ts';
import { SignedAddresses } from './store/signed-addresses.ts';

/** What a server does, wherever it listens. */
export interface ServerSettings {
  readonly input: RegistryServerInput;
  /** Under which host, and port where it is another, clients reach the blob stores; absent: as `storeAddress` says. */
  readonly storeAt?: string | undefined;
  /** How long a token is good, in microseconds of the Scenario; absent: 5 minutes. */
  readonly tokenLifeMicros?: number | undefined;
  /** How much faster than the clock time passes: windows of faults, pauses, latency and rates. */
  readonly speed: number;
  /** A wall clock with any starting point. */
  readonly nowMs: () => number;
}

/** As long as tokens of Docker Hub are good. */
const tokenLifeMicrosDefault = 300 * 1_000_000;

/** Returns what all requests of a server share. `closed` aborts when it is closed. */
export function serverParts(
  { input, nowMs, speed, storeAt, tokenLifeMicros = tokenLifeMicrosDefault }: ServerSettings,
  closed: AbortSignal,
): ServerParts {
  const clock = new ServerClock(nowMs, speed);
  const shelf = new ImageShelf(input.images, new DrawnContent(input.seed, input.platforms));
  const open = Object.fromEntries(shelf.hosts.map((host) => [host, openRegistry(host)]));
  const registries = servedRegistries({ ...open, ...input.registries }, input);
  return {
    clock,
    shelf,
    locator: new RegistryLocator(registries, shelf),
    tokens: new AccessTokens(input.identityOf, tokenLifeMicros),
    egress: new Map(
      [...registries.values()].flatMap(({ rules: { host, egressBytesPerSecond } }) =>
        egressBytesPerSecond === null ? [] : [[host, new SharedRate(egressBytesPerSecond)] as const],
      ),
    ),
    ofClients: new Map(),
    caches: cachesOf(registries, { clock, closed }),
    addresses: new SignedAddresses(),
    storeAt,
    stalls: new Stalls(input.faults, input.registries),
    bodyFaults: bodyFaultsOf(input.faults),
  };
}

/** A registry of which the input says nothing. */
function openRegistry(host: string): RegistryInput {
  return { host, roundTripMicros: 0, egressBytesPerSecond: null, bytesPerSecondPerResponse: null };
}

function servedRegistries(
  rulesOf: Readonly<Record<string, RegistryInput>>,
  { seed, faults }: RegistryServerInput,
): ReadonlyMap<string, ServedRegistry> {
  const streams = new RandomStreams(seed);
  const stores = new Set(Object.values(rulesOf).flatMap(({ blobStore = [] }) => blobStore));
  return new Map(
    Object.entries(rulesOf).map(([host, rules]) => {
      const draw = (): number => streams.draw(`registries/${host}`);
      return [host.toLowerCase(), new ServedRegistry(rules, faults, draw, stores.has(host))];
    }),
  );
}

function cachesOf(
  registries: ReadonlyMap<string, ServedRegistry>,
  surroundings: { readonly clock: ServerClock; readonly closed: AbortSignal },
): ReadonlyMap<string, PullThrough> {
  return new Map(
    [...registries.values()].flatMap(({ rules: { host, cacheOf } }) => {
      const upstream = registries.get(cacheOf ?? '');
      if (upstream === undefined) return [];
      const sender = registries.get(upstream.rules.blobStore ?? '') ?? upstream;
      return [[host, new PullThrough(upstream, sender, surroundings)] as const];
    }),
  );
}

function bodyFaultsOf(faults: readonly FaultInput[]): ReadonlyMap<string, BodyFault> {
  return new Map(
    faults.flatMap((fault, index) => {
      const id = faultName(index, fault.kind);
      const bodyFault = isRequestFault(fault) ? selectBodyFault(id, fault) : undefined;
      return bodyFault === undefined ? [] : [[id, bodyFault] as const];
    }),
  );
}
