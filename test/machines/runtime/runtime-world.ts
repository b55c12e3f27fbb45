import { type AnyActorLogic, createActor, fromTransition, type Snapshot } from 'xstate';
import { type ImageServiceEvent, imageServiceMachine } from '../../../machines/runtime/image-service.ts';
import type { ImageServiceInput } from '../../../machines/runtime/image-service-context.ts';
import { diskMachine } from '../../../machines/world/disk.ts';
import { networkMachine } from '../../../machines/world/network.ts';
import type { DrawRequested } from '../../../machines/world/random-source.ts';
import type { RecorderEvent } from '../../../machines/world/recorder.ts';
import { registryMachine } from '../../../machines/world/registry.ts';
import type { RegistryMachineInput } from '../../../machines/world/registry-context.ts';
import type { Registry } from '../../../machines/world/registry-protocol.ts';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { contentBytes } from '../../../src/rules/runtime/images/content-store.ts';
import type { Image } from '../../../src/rules/runtime/images/image.ts';
import { imageLocation } from '../../../src/rules/runtime/images/image-location.ts';
import { processorCapacity } from '../../../src/rules/runtime/network/capacities.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import type { Because, Observation } from '../../../src/trace/observation.ts';
import { VirtualClock } from '../virtual-clock.ts';

export interface Seen {
  readonly at: number;
  readonly actor: string;
  readonly observation: Observation;
  readonly because: Because | undefined;
}

export interface Outcome {
  readonly at: number;
  readonly took: number;
  readonly ref: string | undefined;
  readonly error: string | undefined;
}

export interface WorldOptions {
  readonly profile?: RuntimeProfile;
  readonly images: readonly Image[];
  readonly present?: readonly string[];
  readonly linkBytesPerSecond?: number | null;
  readonly egressBytesPerSecond?: number | null;
  readonly bytesPerSecondPerResponse?: number | null;
  readonly roundTripMicros?: number;
  readonly diskBytes?: number | null;
  readonly unpackBytesPerSecond?: number | null;
  readonly cpus?: number;
  readonly seed?: number;
  /** Where the images of a registry are looked for, by its host. */
  readonly registryHosts?: ImageServiceInput['registryHosts'];
  /** How long TCP and TLS take, by host. */
  readonly connectMicros?: Readonly<Record<string, number>>;
  /** The host to which all other registries redirect requests for blobs. */
  readonly blobStore?: string;
  /** What every registry is besides. */
  readonly registry?: Partial<RegistryMachineInput>;
  /** Keeps no records: for measuring. */
  readonly silent?: boolean;
}

/** Returns an image of these layers, given as [name, bytes, unpacked bytes] or as sizes alone. */
export function image(
  name: string,
  ...layers: readonly (number | readonly [string, number, number?])[]
): Image {
  return {
    name,
    ref: `sha256:${name}`,
    index: false,
    configBytes: 1_000,
    layers: layers.map((layer, index) =>
      typeof layer === 'number'
        ? { digest: `sha256:${name}-${index}`, bytes: layer, unpackedBytes: layer }
        : { digest: `sha256:${layer[0]}`, bytes: layer[1], unpackedBytes: layer[2] ?? layer[1] },
    ),
    source: 'scenario',
  };
}

/** One node's image side with its registries, network and disk, in virtual time. */
export function runtimeWorld(options: WorldOptions) {
  const clock = new VirtualClock();
  const seen: Seen[] = [];
  const unhandled: string[] = [];
  const start = <L extends AnyActorLogic>(logic: L, input: object) => {
    const actor = createActor(logic as AnyActorLogic, { clock: clock as never, input });
    actor.subscribe({
      error: (error) => {
        throw error;
      },
    });
    return actor.start();
  };
  const recorder = start(
    fromTransition((state: undefined, event: RecorderEvent) => {
      if (event.type === 'UNHANDLED') unhandled.push(`${event.actor}: ${event.event}`);
      else if (event.type === 'RECORD' && options.silent !== true) {
        seen.push({
          at: clock.now,
          actor: event.actor,
          observation: event.observation,
          because: event.because,
        });
      }
      if (event.type === 'RECORDS' && options.silent !== true) {
        for (const observation of event.observations)
          seen.push({ at: clock.now, actor: event.actor, observation, because: undefined });
      }
      return state;
    }, undefined),
    {},
  );
  let state = options.seed ?? 1;
  const random = start(
    fromTransition((none: undefined, event: DrawRequested) => {
      const values = Array.from({ length: event.count }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
      });
      event.requester.send({ type: 'DRAW.ANSWERED', values });
      return none;
    }, undefined),
    {},
  );
  const mirrors = Object.values(options.registryHosts ?? {}).flatMap((places) =>
    places.map(({ host }) => host),
  );
  const stores = options.blobStore === undefined ? [] : [options.blobStore];
  const hosts = [
    ...new Set([...stores, ...options.images.map(({ name }) => imageLocation(name).registry), ...mirrors]),
  ];
  const roundTripMicros = options.roundTripMicros ?? 1_200;
  const registries: Record<string, Registry> = {};
  for (const host of hosts) {
    const [store] = stores.filter((one) => one !== host);
    const registry = store === undefined ? undefined : registries[store];
    registries[host] = start(registryMachine, {
      ...(store === undefined || registry === undefined
        ? {}
        : { blobStore: { host: store, registry, roundTripMicros } }),
      name: `registry/${host}`,
      recorder,
      clock,
      random,
      host,
      roundTripMicros,
      ...options.registry,
    }) as never;
  }
  const limits = {
    egressBytesPerSecond: options.egressBytesPerSecond ?? null,
    bytesPerSecondPerResponse: options.bytesPerSecondPerResponse ?? null,
  };
  const processors =
    options.cpus === undefined
      ? {}
      : { processors: processorCapacity(options.profile ?? containerd24, options.cpus) };
  const network = start(networkMachine, {
    name: 'network',
    recorder,
    clock,
    links: { 'node-1': { bytesPerSecond: options.linkBytesPerSecond ?? null, ...processors } },
    registries: Object.fromEntries(hosts.map((host) => [host, limits])),
  });
  const present = options.images.filter(({ name }) => options.present?.includes(name));
  const disk = start(diskMachine, {
    name: 'disk',
    recorder,
    node: 'node-1',
    capacityBytes: options.diskBytes ?? null,
    usedBytes: contentBytes(present),
  });
  const service = start(imageServiceMachine, {
    name: 'node-1/runtime',
    recorder,
    clock,
    random,
    profile: options.profile ?? containerd24,
    images: Object.fromEntries(options.images.map((one) => [one.name, one])),
    presentImages: options.present ?? [],
    registries,
    ...(options.registryHosts === undefined ? {} : { registryHosts: options.registryHosts }),
    ...(options.connectMicros === undefined ? {} : { connectMicros: options.connectMicros }),
    network,
    disk,
    linkId: 'node-1',
    timings: {
      imageStatusMicros: 2_000,
      imageSizeMicros: 13_000,
      unpackBytesPerSecond:
        options.unpackBytesPerSecond === undefined ? 500_000_000 : options.unpackBytesPerSecond,
    },
  });
  const outcomes: Record<string, Outcome> = {};
  /** Calls PullImage now. */
  const pull = (caller: string, name: string): void => {
    const began = clock.now;
    const requester = start(
      fromTransition((state: undefined, event: { type: string; imageRef?: string; error?: string }) => {
        if (outcomes[caller] !== undefined) throw new Error(`${caller} was answered twice`);
        outcomes[caller] = {
          at: clock.now,
          took: clock.now - began,
          ref: event.imageRef,
          error: event.error,
        };
        return state;
      }, undefined),
      {},
    );
    tell({ type: 'IMAGE_PULL.REQUESTED', image: name, caller, requester: requester as never });
  };
  const tell = (event: ImageServiceEvent): void => service.send(event);
  let faults = 0;
  return {
    clock,
    seen,
    unhandled,
    outcomes,
    disk,
    service,
    network,
    registries,
    pull,
    tell,
    /** Begins a fault everywhere and returns how to end it. */
    fault(fault: Fault): () => void {
      const id = `fault-${++faults}`;
      const everybody = [service, network, disk, ...Object.values(registries)] as {
        send: (event: unknown) => void;
      }[];
      for (const actor of everybody) actor.send({ type: 'FAULT.BEGAN', id, fault });
      return () => {
        for (const actor of everybody) actor.send({ type: 'FAULT.ENDED', id });
      };
    },
    at(micros: number, act: () => void): void {
      clock.setTimeout(act, micros - clock.now);
    },
    run: (until?: number) => clock.run(until),
    records: <T extends Observation['type']>(type: T) =>
      seen.filter(
        (one): one is Seen & { observation: Extract<Observation, { type: T }> } =>
          one.observation.type === type,
      ),
    outcome(caller: string): Outcome {
      const outcome = outcomes[caller];
      if (outcome === undefined) throw new Error(`${caller} has no answer`);
      return outcome;
    },
    usedBytes: () =>
      (disk.getSnapshot() as Snapshot<unknown> & { context: { usedBytes: number } }).context.usedBytes,
  };
}
