import { withChanges } from '../../values/with-changes.ts';
import {
  type Capacities,
  getCapacity,
  ownCeiling,
  type ProcessorCapacity,
  unpackingSource,
  unpackMicrosPerSecond,
} from './capacities.ts';
import { fairLevel, wholeRate } from './fair-level.ts';
import type { LinkBundle } from './flow-bundle.ts';

/** The flows of one link, by registry and by what limits each flow by itself. */
export interface FlowLink {
  readonly linkId: string;
  readonly sequence: number;
  readonly bundles: readonly LinkBundle[];
  /** For each bundle, the lower of its limit per response and its client's limit. */
  readonly own: readonly number[];
  /**
   * The registries of this link with a limited egress, if the link can be full and carries flows of several
   * registries. The others get the bandwidth that these registries cannot use.
   */
  readonly limited: readonly string[];
  /**
   * The level at which the link or the processors behind it are full, with the limits of egress applied;
   * Infinity if neither is.
   */
  readonly level: number;
}

/** Returns the link with these bundles. It still has to be filled. */
export function createLink(
  linkId: string,
  sequence: number,
  bundles: readonly LinkBundle[],
  capacities: Capacities,
): FlowLink {
  const { own: ownCeilings, limited } = limitCeilings(linkId, bundles, capacities);
  return { linkId, sequence, bundles, own: ownCeilings, limited, level: Infinity };
}

/**
 * Returns the filled link, and its bundles with their ceilings, if each registry's egress limits its flows to
 * `egressLevel`. A registry with a low level leaves more of the link to the ones after it, so the ceiling of a
 * bundle is the rate that the link would give it if its own egress and all higher ones had no limit.
 */
export function filledLink(
  link: FlowLink,
  capacities: Capacities,
  egressLevel: (registry: string) => number,
): FlowLink {
  const { bundles, own: ownCeilings, limited } = link;
  if (limited.length === 0) return filledTo(link, linkLevels(link, ownCeilings, capacities));
  const ceilingsWithEgress = [...ownCeilings];
  const ceilings = new Map<string, number>();
  let levels = linkLevels(link, ceilingsWithEgress, capacities);
  const rising =
    limited.length > 1 ? limited.toSorted((one, other) => egressLevel(one) - egressLevel(other)) : limited;
  for (const registry of rising) {
    ceilings.set(registry, levels.bodies);
    const egress = egressLevel(registry);
    if (egress >= levels.bodies) continue;
    for (const [index, bundle] of bundles.entries())
      if (bundle.registry === registry) ceilingsWithEgress[index] = Math.min(ownCeilings[index] ?? 0, egress);
    levels = linkLevels(link, ceilingsWithEgress, capacities);
  }
  return filledTo(link, levels, ceilings);
}

/** To which rates the flows behind a link may rise: bodies, and unpacking, which does not use the wire. */
interface LinkLevels {
  readonly bodies: number;
  readonly unpacking: number;
}

/**
 * Bodies share the wire, and then the processors with all unpacking: each flow gets the same share of them,
 * counted in bytes received, as threads get the same time.
 */
function linkLevels(
  { linkId, bundles }: FlowLink,
  ceilings: readonly number[],
  capacities: Capacities,
): LinkLevels {
  const wire = getCapacity(capacities.links, linkId);
  const processors = scarceProcessors(linkId, bundles, capacities);
  const demands = bundles.map(({ registry, flows }, index) => ({
    flows,
    ceiling: ceilings[index] ?? 0,
    isBody: registry !== unpackingSource,
  }));
  const level = fairLevel(
    wire,
    demands.filter(({ isBody }) => isBody),
  );
  if (processors === undefined) return { bodies: level, unpacking: Infinity };
  const { bytesPerSecond, bytesPerUnpackMicro } = processors;
  const shared = demands.map(({ flows, ceiling, isBody }) => ({
    flows,
    ceiling: isBody ? Math.min(ceiling, level) : ceiling * bytesPerUnpackMicro,
  }));
  const sharedLevel = fairLevel(bytesPerSecond, shared);
  return { bodies: Math.min(level, sharedLevel), unpacking: wholeRate(sharedLevel / bytesPerUnpackMicro) };
}

/** `ceilings` are those of registries with a limited egress. */
function filledTo(
  link: FlowLink,
  { bodies, unpacking }: LinkLevels,
  ceilings?: ReadonlyMap<string, number>,
): FlowLink {
  const { linkId, sequence, bundles, own: ownCeilings, limited } = link;
  const after = bundles.map((bundle, index) => {
    const level =
      bundle.registry === unpackingSource ? unpacking : (ceilings?.get(bundle.registry) ?? bodies);
    const ceiling = Math.min(ownCeilings[index] ?? 0, level);
    return ceiling === bundle.ceiling ? bundle : withChanges(bundle, { ceiling });
  });
  return { linkId, sequence, bundles: after, own: ownCeilings, limited, level: bodies };
}

function limitCeilings(
  linkId: string,
  bundles: readonly LinkBundle[],
  capacities: Capacities,
): Pick<FlowLink, 'own' | 'limited'> {
  const alone = bundles.map(({ bytesPerSecondMax, registry }) =>
    ownCeiling(bytesPerSecondMax, capacities, registry),
  );
  const [first] = bundles;
  const isOfOne = first !== undefined && bundles.every(({ registry }) => registry === first.registry);
  if (isOfOne && getCapacity(capacities.perClient, first.registry) === Infinity)
    return { own: alone, limited: [] };
  const registries = new Set(bundles.map(({ registry }) => registry));
  const clients = new Map<string, number>();
  for (const registry of registries) {
    const capacity = getCapacity(capacities.perClient, registry);
    if (capacity === Infinity) continue;
    const requests = bundles.flatMap((bundle, index) =>
      bundle.registry === registry ? [{ flows: bundle.flows, ceiling: alone[index] ?? 0 }] : [],
    );
    clients.set(registry, fairLevel(capacity, requests));
  }
  const ownCeilings = alone.map((ceiling, index) =>
    Math.min(ceiling, clients.get(bundles[index]?.registry ?? '') ?? Infinity),
  );
  if (registries.size === 1 || !compete(linkId, bundles, capacities))
    return { own: ownCeilings, limited: [] };
  return {
    own: ownCeilings,
    limited: [...registries].filter((registry) => getCapacity(capacities.egress, registry) !== Infinity),
  };
}

/**
 * Whether registries compete here: for the wire, or with unpacking for processors that cannot do all that may
 * come.
 */
function compete(linkId: string, bundles: readonly LinkBundle[], capacities: Capacities): boolean {
  const wire = getCapacity(capacities.links, linkId);
  const bodies = bundles.filter(({ registry }) => registry !== unpackingSource);
  if (wire !== Infinity && bodies.some(({ registry }) => registry !== bodies[0]?.registry)) return true;
  return scarceProcessors(linkId, bundles, capacities) !== undefined;
}

/**
 * Returns the processors behind the link; undefined if they can do all that the wire may bring beside this
 * unpacking.
 */
function scarceProcessors(
  linkId: string,
  bundles: readonly LinkBundle[],
  capacities: Capacities,
): ProcessorCapacity | undefined {
  const processors = capacities.processors?.[linkId];
  if (processors === undefined) return undefined;
  const unpackings = bundles.reduce(
    (sum, { registry, flows }) => (registry === unpackingSource ? sum + flows : sum),
    0,
  );
  const wantedBytesPerSecond =
    getCapacity(capacities.links, linkId) +
    unpackings * unpackMicrosPerSecond * processors.bytesPerUnpackMicro;
  return wantedBytesPerSecond > processors.bytesPerSecond ? processors : undefined;
}
