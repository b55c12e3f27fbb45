import { withChanges } from '../../collections/with-changes.ts';
import { type Demand, fairLevel } from './fair-level.ts';
import { type Capacities, capacityOf, ownCeiling } from './fair-share.ts';
import type { LinkBundle } from './flow-bundle.ts';

/** The flows of one link, by registry and by what limits each flow by itself. */
export interface FlowLink {
  readonly linkId: string;
  readonly sequence: number;
  readonly bundles: readonly LinkBundle[];
  /** Of each bundle: its limit per response and its client's limit. */
  readonly own: readonly number[];
  /**
   * Where the link can be full and carries flows of several registries: those of them whose egress is limited. What their
   * egress does not let them have, the others get.
   */
  readonly limited: readonly string[];
  /** The level at which the link is full, egress counted in; Infinity where it is not. */
  readonly level: number;
}

/** Returns the link with these bundles; how far it is filled comes later. */
export function linkOf(linkId: string, sequence: number, bundles: readonly LinkBundle[], capacities: Capacities): FlowLink {
  const { own, limited } = limitsOf(linkId, bundles, capacities);
  return { linkId, sequence, bundles, own, limited, level: Infinity };
}

/**
 * Returns the link filled, and its bundles with the ceilings that follow, when each egress lets its registry's flows go at
 * `levelOf` at most. Whose egress holds at the lowest level leaves more of the link to those after it, so that the ceiling
 * of a bundle is what the link would let it have if its own egress and all higher ones had no limit.
 */
export function filledLink(link: FlowLink, capacities: Capacities, levelOf: (registry: string) => number): FlowLink {
  const { linkId, bundles, own, limited } = link;
  const capacity = capacityOf(capacities.links, linkId);
  const held = [...own];
  const demands = (): Demand[] => bundles.map(({ flows }, place) => ({ flows, ceiling: held[place] ?? 0 }));
  const ceilings = new Map<string, number>();
  let level = fairLevel(capacity, demands());
  const rising = limited.length > 1 ? limited.toSorted((one, other) => levelOf(one) - levelOf(other)) : limited;
  for (const registry of rising) {
    ceilings.set(registry, level);
    const egress = levelOf(registry);
    if (egress >= level) continue;
    for (const [place, bundle] of bundles.entries()) if (bundle.registry === registry) held[place] = Math.min(own[place] ?? 0, egress);
    level = fairLevel(capacity, demands());
  }
  const after = bundles.map((bundle, place) => {
    const ceiling = Math.min(own[place] ?? 0, ceilings.get(bundle.registry) ?? level);
    return ceiling === bundle.ceiling ? bundle : withChanges(bundle, { ceiling });
  });
  return withChanges(link, { bundles: after, level });
}

function limitsOf(linkId: string, bundles: readonly LinkBundle[], capacities: Capacities): Pick<FlowLink, 'own' | 'limited'> {
  const alone = bundles.map(({ bytesPerSecondMax, registry }) => ownCeiling(bytesPerSecondMax, capacities, registry));
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
