import { itemsBetween, noSummary, put, takeOut } from '../../collections/ordered-tree.ts';
import { entries, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';
import { type Capacities, getCapacity } from './capacities.ts';
import type { FlowBundle, LinkBundle } from './flow-bundle.ts';
import { createLink, type FlowLink, filledLink } from './flow-link.ts';
import { emptyPool, type FlowPool, findBundle, levelIn, relevelled, replaced } from './flow-pool.ts';

/** The bundles of flows, by link and by registry. */
export interface FlowBundles<T> {
  readonly links: SortedMap<FlowLink>;
  /** The pools by registry. */
  readonly pools: SortedMap<FlowPool<T>>;
}

/** A bundle whose flows have changed. */
export interface ChangedBundle<T> {
  readonly bundle: LinkBundle;
  readonly ends: FlowBundle<T>['ends'];
}

/**
 * One change of the flows or of the capacities, at one moment. Links are filled up to the levels of the
 * registries' egress, and the egress is shared up to the ceilings that links set, in turn until nothing
 * changes. The result is the one max-min fair share: the egress with the lowest level depends on no other,
 * the next one only on that, and so on.
 */
export class FlowChange<T> {
  #links: SortedMap<FlowLink>;
  #pools: SortedMap<FlowPool<T>>;
  readonly #capacities: Capacities;
  readonly #nowMicros: number;
  readonly #changed = new Set<string>();

  constructor({ links, pools }: FlowBundles<T>, capacities: Capacities, nowMicros: number) {
    this.#links = links;
    this.#pools = pools;
    this.#capacities = capacities;
    this.#nowMicros = nowMicros;
  }

  /** The registries whose flows may have new rates. */
  get changedHosts(): Iterable<string> {
    return this.#changed;
  }

  get bundles(): FlowBundles<T> {
    return { links: this.#links, pools: this.#pools };
  }

  /**
   * Changes the flows of one bundle of a link. A bundle without flows is removed, and a new one begins at
   * rate 0. `sequence` is that of the link, if it is new.
   */
  changeBundle({ bundle, ends }: ChangedBundle<T>, sequence: number): void {
    const { linkId, registry } = bundle;
    const link = get(this.#links, linkId);
    const old = link?.bundles.find((other) => other.sequence === bundle.sequence);
    const pool = this.#pool(registry);
    const isGone = bundle.flows === 0;
    this.#setPool(
      registry,
      replaced(
        pool,
        old && findBundle(pool, old),
        isGone ? undefined : Object.assign({}, bundle, { ends }),
        this.#nowMicros,
      ),
    );
    const bundles = [...(link?.bundles.filter((other) => other !== old) ?? []), ...(isGone ? [] : [bundle])];
    this.#setLink(
      link,
      bundles.length === 0
        ? undefined
        : createLink(linkId, link?.sequence ?? sequence, bundles, this.#capacities),
    );
    this.#settle(bundles.length === 0 ? [] : [linkId], [registry]);
    if (this.#pool(registry).bundles === undefined) this.#pools = remove(this.#pools, registry);
  }

  /** Computes everything again for other capacities. */
  changeCapacities(): void {
    const all = entries(this.#links);
    for (const [linkId, link] of all)
      this.#setLink(link, createLink(linkId, link.sequence, link.bundles, this.#capacities));
    this.#settleInOrder(all.map(([linkId]) => linkId));
  }

  #settle(linkIds: Iterable<string>, hosts: Iterable<string>): void {
    let links = new Set(linkIds);
    const leveling = new Set(hosts);
    for (let rounds = 0; rounds < roundsMax; rounds++) {
      for (const linkId of links) for (const registry of this.#fill(linkId)) leveling.add(registry);
      links = new Set();
      for (const host of leveling) for (const linkId of this.#relevel(host)) links.add(linkId);
      leveling.clear();
      if (links.size === 0) return;
    }
    this.#settleInOrder(entries(this.#links).map(([linkId]) => linkId));
  }

  /**
   * Computes the levels from nothing: the registry with the lowest level is settled first and does not change
   * again.
   */
  #settleInOrder(linkIds: readonly string[]): void {
    const open = new Set(entries(this.#pools).map(([host]) => host));
    for (const host of open) this.#relevel(host, Infinity);
    for (let links = linkIds; ; ) {
      for (const linkId of links) this.#fill(linkId);
      let lowest: { readonly host: string; readonly level: number } | undefined;
      for (const host of open) {
        const level = levelIn(this.#pool(host).bundles, getCapacity(this.#capacities.egress, host));
        if (level < (lowest?.level ?? Infinity)) lowest = { host, level };
      }
      if (lowest === undefined) return;
      open.delete(lowest.host);
      links = this.#relevel(lowest.host);
    }
  }

  /** Returns the registries for which a ceiling has changed. */
  #fill(linkId: string): readonly string[] {
    const before = get(this.#links, linkId);
    if (before === undefined) return [];
    const after = filledLink(before, this.#capacities, (registry) => this.#pool(registry).level);
    const changedBundles = after.bundles.filter((bundle, index) => bundle !== before.bundles[index]);
    if (changedBundles.length === 0 && after.level === before.level) return [];
    this.#setLink(before, after);
    for (const [index, bundle] of after.bundles.entries()) {
      const old = before.bundles[index];
      if (old === undefined || old === bundle) continue;
      const pool = this.#pool(bundle.registry);
      const moving = findBundle(pool, old);
      if (moving === undefined)
        throw new Error(`flow change: ${old.registry} does not know its flows over ${linkId}`);
      this.#setPool(
        bundle.registry,
        replaced(pool, moving, withChanges(moving, { ceiling: bundle.ceiling }), this.#nowMicros),
      );
    }
    return changedBundles.map(({ registry }) => registry);
  }

  /**
   * Shares the registry's egress. Returns the links on which the rest for other registries may have changed.
   */
  #relevel(host: string, egress = getCapacity(this.#capacities.egress, host)): readonly string[] {
    const before = this.#pool(host);
    const after = relevelled(before, egress, this.#nowMicros);
    if (after === before) return [];
    this.#setPool(host, after);
    return itemsBetween(after.sharing, Math.min(before.level, after.level), Infinity);
  }

  /** Stores a link, and updates the registries that share it, which find it by its level. */
  #setLink(before: FlowLink | undefined, after: FlowLink | undefined): void {
    for (const host of before?.limited ?? [])
      this.#share(host, (links) => before && takeOut(links, before.level, before.sequence, noSummary));
    for (const host of after?.limited ?? [])
      this.#share(host, (links) => after && put(links, after.level, after.sequence, after.linkId, noSummary));
    if (after !== undefined) this.#links = set(this.#links, after.linkId, after);
    else if (before !== undefined) this.#links = remove(this.#links, before.linkId);
  }

  #share(host: string, change: (links: FlowPool<T>['sharing']) => FlowPool<T>['sharing']): void {
    const pool = this.#pool(host);
    this.#setPool(host, withChanges(pool, { sharing: change(pool.sharing) }));
  }

  #pool(host: string): FlowPool<T> {
    return get(this.#pools, host) ?? emptyPool;
  }

  #setPool(host: string, pool: FlowPool<T>): void {
    this.#changed.add(host);
    this.#pools = set(this.#pools, host, pool);
  }
}

/**
 * Two or three rounds are nearly always enough. If registries keep changing each other's levels, computing
 * them from nothing is faster.
 */
const roundsMax = 12;
