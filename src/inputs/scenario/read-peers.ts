import { type PeerShare, peersHost } from '../../rules/runtime/peers/peer-source.ts';
import type { RegistryHost } from '../../rules/runtime/registry/registry-host.ts';
import type { NodeInput, RegistryInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import { registryHost } from '../images/image-name.ts';
import { bytesPerSecond, micros } from './quantity-shapes.ts';
import type { ReadScenario } from './read-scenario.ts';
import type { PeersDocument } from './registry-shapes.ts';

/** The effects of a Scenario's `peers` on registries and nodes. */
export interface ReadPeers {
  readonly share: PeerShare;
  /** The mirror on each node; one entry stands for all nodes. */
  readonly registry: RegistryInput;
  /** Returns where a node looks for images when it asks its peers first. */
  readonly placesOf: (
    places: Readonly<Record<string, readonly RegistryHost[]>>,
  ) => Readonly<Record<string, readonly RegistryHost[]>>;
  /** Returns the limit of what a node with this link sends to others. */
  readonly uplinkOf: (node: Pick<NodeInput, 'linkBytesPerSecond'>) => number | null;
}

/** Fields that only one of the two kinds has. */
const fieldsOf: Readonly<Record<PeerShare, readonly (keyof PeersDocument)[]>> = {
  layers: ['resolveTags'],
  pieces: ['origin', 'perClient'],
};

/**
 * Reads how nodes give layers to each other; undefined if they do not. `hosts` are those of all images;
 * `mirrors` are other hosts that runtimes ask first. Fields of the other kind of peers are errors, and so is
 * a registry with the name of the peers.
 */
export function readPeers(
  scenario: ReadScenario,
  hosts: readonly string[],
  mirrors: readonly string[],
  problems: Problems,
): ReadPeers | undefined {
  const { peers, registries = {} } = scenario.value;
  if (peers === undefined) return undefined;
  const { share } = peers;
  const other: PeerShare = share === 'layers' ? 'pieces' : 'layers';
  for (const field of fieldsOf[other].filter((name) => peers[name] !== undefined)) {
    const message = `${field} is of peers that share ${other}`;
    problems.at(within(scenario, 'peers', field), {
      code: 'WRONG_VALUE',
      message,
      hint: `leave it out, or share: ${other}`,
    });
  }
  const named = Object.keys(registries);
  if (named.includes(peersHost) || mirrors.includes(peersHost)) {
    const place = named.includes(peersHost) ? ['registries', peersHost] : ['peers'];
    const message = `${peersHost} is what nodes are called that give to each other`;
    problems.at(within(scenario, ...place), {
      code: 'WRONG_VALUE',
      message,
      expected: 'another host for a registry of your own',
    });
  }
  const ofPeers = new Set((peers.registries ?? hosts).map(registryHost));
  const place: RegistryHost = {
    host: peersHost,
    capabilities: share === 'layers' && peers.resolveTags === false ? ['pull'] : ['resolve', 'pull'],
  };
  return {
    share,
    registry: registryOf(peers),
    placesOf: (places) => ({
      ...places,
      ...Object.fromEntries(
        hosts
          .filter((host) => ofPeers.has(host))
          .map(
            (host) =>
              [
                host,
                [place, ...(places[host] ?? [{ host, capabilities: ['resolve', 'pull'] as const }])],
              ] as const,
          ),
      ),
    }),
    uplinkOf: ({ linkBytesPerSecond }) =>
      peers.uplink === undefined ? linkBytesPerSecond : bytesPerSecond(peers.uplink),
  };
}

/**
 * Returns the peers as a registry of the network. Where pieces are shared, nobody gets more than the origin
 * has supplied.
 */
function registryOf({ share, lookup, perResponse, origin, perClient }: PeersDocument): RegistryInput {
  const rate = (
    text: string | undefined,
    name: 'registryPerResponse' | 'peersOrigin' | 'registryPerClient',
  ) => bytesPerSecond(text ?? defaultOf(name)) ?? Infinity;
  const egress = share === 'layers' ? Infinity : rate(origin, 'peersOrigin');
  return {
    host: peersHost,
    roundTripMicros: micros(lookup ?? defaultOf('peersLookup')),
    egressBytesPerSecond: limited(egress),
    bytesPerSecondPerResponse: limited(Math.min(egress, rate(perResponse, 'registryPerResponse'))),
    bytesPerSecondPerClient: limited(rate(perClient, 'registryPerClient')),
    told: [
      lookup && 'roundTrip',
      perResponse && 'perResponse',
      origin && 'egress',
      perClient && 'perClient',
    ].flatMap((name) => name ?? []),
  };
}

function limited(rate: number): number | null {
  return rate === Infinity ? null : rate;
}
