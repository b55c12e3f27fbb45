import type { SpreadConstraintDocument } from '../workloads/kubernetes-shapes.ts';
import { matchesSelector } from '../workloads/label-requirement.ts';
import type { Workload } from '../workloads/workload.ts';
import type { NodeLabels } from './node-fit.ts';

/** A topology spread constraint: how many more of the workload's pods one domain may have than another. */
export interface SpreadRule {
  /** The label whose values are the domains. */
  readonly key: string;
  readonly maxSkew: number;
  /** With fewer domains there is one more, without pods. */
  readonly domainsMin: number;
  /** Whether pods wait rather than break it. */
  readonly isHard: boolean;
  /** Whether its selector counts the workload's own pods. */
  readonly isCounted: boolean;
  /** Whether nodes that the pods do not select, and those that repel them, are no domains. */
  readonly heedsAffinity: boolean;
  readonly heedsTaints: boolean;
}

/**
 * The constraints of a workload that can be judged: where labels of nodes are not told, those of other keys
 * than theirs cannot. Of the pods that a constraint selects, those of other workloads are not counted.
 */
export function spreadRules(
  { spec, podMetadata }: Workload,
  nodes: readonly NodeLabels[],
): readonly SpreadRule[] {
  return (spec.topologySpreadConstraints ?? [])
    .filter(({ topologyKey }) =>
      nodes.every(({ known, areAll }) => areAll || Object.hasOwn(known, topologyKey)),
    )
    .map((constraint) => ({
      key: constraint.topologyKey,
      maxSkew: constraint.maxSkew ?? 1,
      domainsMin: constraint.minDomains ?? 1,
      isHard: constraint.whenUnsatisfiable !== 'ScheduleAnyway',
      isCounted: countsOwn(constraint, podMetadata?.labels ?? {}),
      heedsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
      heedsTaints: constraint.nodeTaintsPolicy === 'Honor',
    }))
    .filter(({ isHard, isCounted }) => isHard || isCounted);
}

/** `countPodsMatchSelector`: an empty selector counts no pods, unless `matchLabelKeys` give it labels. */
function countsOwn(
  { labelSelector, matchLabelKeys }: SpreadConstraintDocument,
  labels: Readonly<Record<string, string>>,
): boolean {
  const { matchLabels, matchExpressions } = labelSelector ?? {};
  const requirements = Object.keys(matchLabels ?? {}).length + (matchExpressions ?? []).length;
  const isEmpty = requirements === 0 && !matchLabelKeys?.some((key) => Object.hasOwn(labels, key));
  return !isEmpty && matchesSelector(labelSelector, labels);
}

/** A workload's pods by domain. */
export class DomainCounts {
  readonly #counts: Map<string, number>;
  #least = 0;
  /** Domains that have no more than the least. */
  #atLeast: number;

  readonly #rule: Pick<SpreadRule, 'maxSkew' | 'domainsMin' | 'isCounted'>;

  constructor(domains: readonly string[], rule: Pick<SpreadRule, 'maxSkew' | 'domainsMin' | 'isCounted'>) {
    this.#rule = rule;
    this.#counts = new Map(domains.map((domain) => [domain, 0]));
    this.#atLeast = this.#counts.size;
  }

  of(domain: string): number {
    return this.#counts.get(domain) ?? 0;
  }

  /** Whether one more pod in the domain keeps the constraint. */
  mayGrow(domain: string): boolean {
    const { maxSkew, domainsMin, isCounted } = this.#rule;
    const least = this.#counts.size < domainsMin ? 0 : this.#least;
    return !isCounted || this.of(domain) + 1 - least <= maxSkew;
  }

  add(domain: string): void {
    if (!this.#rule.isCounted) return;
    const before = this.of(domain);
    this.#counts.set(domain, before + 1);
    if (before !== this.#least || --this.#atLeast > 0) return;
    this.#least++;
    for (const count of this.#counts.values()) if (count === this.#least) this.#atLeast++;
  }
}
