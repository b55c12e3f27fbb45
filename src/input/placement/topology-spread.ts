import type { PodSpecDocument } from '../workloads/kubernetes-shapes.ts';
import type { NodeLabels } from './node-fit.ts';

/** A topology spread constraint: how many more of the workload's pods one domain may have than another. */
export interface SpreadRule {
  /** The label whose values are the domains. */
  readonly key: string;
  readonly maxSkew: number;
  /** Whether pods wait rather than break it. */
  readonly isHard: boolean;
}

/**
 * The constraints of a pod spec that can be judged: where labels of nodes are not told, those of other keys than theirs cannot. The pods
 * that a constraint counts are taken to be the workload's own.
 */
export function spreadRules(spec: PodSpecDocument, nodes: readonly NodeLabels[]): readonly SpreadRule[] {
  return (spec.topologySpreadConstraints ?? [])
    .filter(({ topologyKey }) => nodes.every(({ known, areAll }) => areAll || Object.hasOwn(known, topologyKey)))
    .map(({ topologyKey, maxSkew, whenUnsatisfiable }) => ({
      key: topologyKey,
      maxSkew: maxSkew ?? 1,
      isHard: whenUnsatisfiable !== 'ScheduleAnyway',
    }));
}

/** A workload's pods by domain. */
export class DomainCounts {
  readonly #counts: Map<string, number>;
  #least = 0;
  /** Domains that have no more than the least. */
  #atLeast: number;

  constructor(domains: readonly string[]) {
    this.#counts = new Map(domains.map((domain) => [domain, 0]));
    this.#atLeast = this.#counts.size;
  }

  of(domain: string): number {
    return this.#counts.get(domain) ?? 0;
  }

  /** Whether one more pod in the domain keeps the constraint. */
  mayGrow(domain: string, maxSkew: number): boolean {
    return this.of(domain) + 1 - this.#least <= maxSkew;
  }

  add(domain: string): void {
    const before = this.of(domain);
    this.#counts.set(domain, before + 1);
    if (before !== this.#least || --this.#atLeast > 0) return;
    this.#least++;
    for (const count of this.#counts.values()) if (count === this.#least) this.#atLeast++;
  }
}
