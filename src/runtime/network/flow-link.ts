import { withChanges } from '../../collections/with-changes.ts';
import { type Capacities, capacityOf, ownCeiling } from './capacities.ts';
import { type Demand, fairLevel } from './fair-level.ts';
import type { LinkBundle } from './flow-bundle.ts';

/** The flows of one link, by registry and by what limits each flow by itself. */
export interface FlowLink {
  readonly linkId: string;
  readonly sequence: number;
  readonly bundles: readonly LinkBundle[];
  /** For each bundle, the lower of its limit per response and its client's limit. */
  readonly own: readonly number[];
  /**
   * The registries of this link with a limited egress, if the link can be full and carries flows of several registries. The others get the
   * bandwidth that these registries cannot use.
   */
  readonly limited: readonly string[];
  /** The level at which the link is full, with the limits of egress applied; Infinity if it is not full. */
  readonly level: number;
}

/** Returns the link with these bundles. It still has to be filled. */
export function linkOf(linkId: string, sequence: number, bundles: readonly LinkBundle[], capacities: Capacities): FlowLink {
  const { own, limited } = limitsOf(linkId, bundles, capacities);
  return { linkId, sequence, bundles, own, limited, level: Infinity };
}

/**
 * Returns the filled link, and its bundles with their ceilings, if each registry's egress limits its flows to `levelOf`. A registry with a
 * low level leaves more of the link to the ones after it, so the ceiling of a bundle is the rate that the link would give it if its own
 * egress and all higher ones had no limit.
 */
export function filledLink(link: FlowLink, capacities: Capacities, levelOf: (registry: string) => number): FlowLink {
  const { linkId, bundles, own, limited } = link;
  const capacity = capacityOf(capacities.links, linkId);
  if (limited.length === 0) {
    const level = fairLevel(capacity, demandsOf(bundles, own));
    return filledTo(link, level, () => level);
  }
  const held = [...own];
  const ceilings = new Map<string, number>();
  let level = fairLevel(capacity, demandsOf(bundles, held));
  const rising = limited.length > 1 ? limited.toSorted((one, other) => levelOf(one) - levelOf(other)) : limited;
  for (const registry of rising) {
    ceilings.set(registry, level);
    const egress = levelOf(registry);
    if (egress >= level) continue;
    for (const [place, bundle] of bundles.entries()) if (bundle.registry === registry) held[place] = Math.min(own[place] ?? 0, egress);
    level = fairLevel(capacity, demandsOf(bundles, held));
  }
  return filledTo(link, level, (registry) => ceilings.get(registry) ?? level);
}

function demandsOf(bundles: readonly LinkBundle[], ceilings: readonly number[]): Demand[] {
  return bundles.map(({ flows }, place) => ({ flows, ceiling: ceilings[place] ?? 0 }));
}

function filledTo({ linkId, sequence, bundles, own, limited }: FlowLink, level: number, ceilingOf: (registry: string) => number): FlowLink {
  const after = bundles.map((bundle, place) => {
    const ceiling = Math.min(own[place] ?? 0, ceilingOf(bundle.registry));
    return ceiling === bundle.ceiling ? bundle : withChanges(bundle, { ceiling });
  });
  return { linkId, sequence, bundles: after, own, limited, level };
}

function limitsOf(linkId: string, bundles: readonly LinkBundle[], capacities: Capacities): Pick<FlowLink, 'own' | 'limited'> {
  const alone = bundles.map(({ bytesPerSecondMax, registry }) => ownCeiling(bytesPerSecondMax, capacities, registry));
  const [first] = bundles;
  const isOfOne = first !== undefined && bundles.every(({ registry }) => registry === first.registry);
  if (isOfOne && capacityOf(capacities.perClient, first.registry) === Infinity) return { own: alone, limited: [] };
  const registries = new Set(bundles.map(({ registry }) => registry));
  const clients = new Map<string, number>();
  for (const registry of registries) {
    const capacity = capacityOf(capacities.perClient, registry);
    if (capacity === Infinity) continue;
    const own = bundles.flatMap((bundle, place) =>
      bundle.registry === registry ? [{ flows: bundle.flows, ceiling: alone[place] ?? 0 }] : [],
    );
    clients.set(registry, fairLevel(capacity, own));
  }
  const own = alone.map((ceiling, place) => Math.min(ceiling, clients.get(bundles[place]?.registry ?? '') ?? Infinity));
  if (registries.size === 1 || capacityOf(capacities.links, linkId) === Infinity) return { own, limited: [] };
  return { own, limited: [...registries].filter((registry) => capacityOf(capacities.egress, registry) !== Infinity) };
}
