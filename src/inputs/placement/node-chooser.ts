import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { add, type Heap, removeFirst } from '../../rules/collections/heap.ts';
import type { NodePlan } from '../nodes/plan-nodes.ts';
import { canEnd, type Workload } from '../workloads/workload.ts';
import { fitKey, isSelected, labelsOf, misfitOf, type NodeLabels, repellingTaint } from './node-fit.ts';
import { DomainCounts, type SpreadRule, spreadRules } from './topology-spread.ts';

/** A node, and how many pods its kubelet takes. */
export interface NodeRoom {
  readonly plan: NodePlan;
  readonly podsMax: number;
  /** When it is expected, if it is not there from the start. */
  readonly start?: NodeExpected;
  /** It comes only if an autoscaler requests it: `start` counts from then on. */
  readonly isReserve?: boolean;
  /** When it takes no more pods, because it goes. */
  readonly leavesAtMicros?: number;
}

/** The moments of a new node, as far as they are known before the run. */
export interface NodeExpected {
  readonly registeredAtMicros: number;
  readonly readyAtMicros: number;
}

/** Nodes of one domain of each rule, those with the fewest pods first. */
interface Group {
  readonly domains: readonly string[];
  nodes: Heap<number>;
}

/** The nodes that workloads of one kind fit, and why the others are out. */
interface Fit {
  readonly nodes: readonly number[];
  readonly misfits: ReadonlyMap<string, number>;
  /** The nodes without further rules. */
  readonly group: Group;
}

const missingLabel = "node(s) didn't match pod topology spread constraints (missing required label)";

/** The nodes on which a workload's pods may run, and how they are spread over them. */
interface Choice {
  readonly rules: readonly SpreadRule[];
  readonly counts: readonly DomainCounts[];
  readonly groups: readonly Group[];
  /** Why the other nodes are out. */
  readonly misfits: ReadonlyMap<string, number>;
}

/**
 * Chooses nodes for pods that have none: of those where a scheduler lets them run and where there is room,
 * one with the fewest pods, in the order of the nodes; topology spread constraints come before that. It looks
 * at no CPU, no memory and no priorities.
 */
export class NodeChooser {
  readonly #nodes: readonly NodeRoom[];
  readonly #labels: readonly NodeLabels[];
  /** Pods on each node, and how many of them were given to it here. */
  readonly #bound: number[];
  readonly #spread: number[];
  readonly #choices = new Map<Workload, Choice>();
  readonly #fits = new Map<string, Fit>();
  /** Nodes that are not there yet. */
  readonly #absent: Set<number>;
  readonly #nodesJoin: boolean;
  /** Of workloads with topology spread constraints: the nodes of their pods, once nodes may come. */
  readonly #placed = new Map<Workload, number[]>();

  constructor(nodes: readonly NodeRoom[]) {
    this.#absent = new Set(
      nodes.flatMap(({ plan }, node) => (plan.joinsAtMicros === undefined ? [] : [node])),
    );
    this.#nodesJoin =
      this.#absent.size > 0 || nodes.some(({ leavesAtMicros }) => leavesAtMicros !== undefined);
    this.#nodes = nodes;
    this.#labels = nodes.map(({ plan }) => labelsOf(plan));
    this.#bound = nodes.map(() => 0);
    this.#spread = nodes.map(() => 0);
  }

  /** The places of the nodes on which a scheduler lets these pods run, those that come later among them. */
  fitting(workload: Workload): readonly number[] {
    if (!this.#nodesJoin) return this.#fitOf(workload).nodes;
    return this.#nodes.flatMap(({ plan }, node) =>
      misfitOf(workload, plan, this.#labels[node]) === undefined ? [node] : [],
    );
  }

  /** The node goes: pods get it no more. */
  close(node: number): void {
    this.#absent.add(node);
    this.#forgetChoices();
  }

  /** The node is there, and ready: pods may get it from now on. */
  open(node: number): void {
    this.#absent.delete(node);
    this.#forgetChoices();
  }

  #forgetChoices(): void {
    this.#choices.clear();
    this.#fits.clear();
  }

  /**
   * A pod of the workload is on this node, whoever put it there. One that can end takes no place for good:
   * its kubelet judges when it comes.
   */
  bind({ spec }: Workload, node: number): void {
    if (!canEnd(spec)) this.#bound[node] = (this.#bound[node] ?? 0) + 1;
  }

  /** Returns the place of the node for the workload's next pod; undefined: there is none. */
  choose(workload: Workload): number | undefined {
    const { rules, counts, groups } = this.#choiceOf(workload);
    let best: { readonly group: Group; readonly node: number; readonly rank: number } | undefined;
    for (const group of groups) {
      if (counts.some((count, rule) => rules[rule]?.isHard && !count.mayGrow(group.domains[rule] ?? '')))
        continue;
      const rank = counts.reduce((sum, count, rule) => sum + count.of(group.domains[rule] ?? ''), 0);
      if (best !== undefined && best.rank <= rank) continue;
      const node = this.#firstOf(group);
      if (node !== undefined) best = { group, node, rank };
    }
    if (best === undefined) return undefined;
    for (const [rule, count] of counts.entries()) count.add(best.group.domains[rule] ?? '');
    if (rules.length > 0 && this.#nodesJoin) getOrInsert(this.#placed, workload, () => []).push(best.node);
    this.#spread[best.node] = (this.#spread[best.node] ?? 0) + 1;
    this.bind(workload, best.node);
    return best.node;
  }

  /**
   * Why there is no node for a pod of this workload, as a scheduler says it (`FitError`,
   * pkg/scheduler/framework/types.go, v1.36.3).
   */
  reasonOf(workload: Workload): string {
    const { misfits, groups, rules } = this.#choiceOf(workload);
    const reasons = new Map(misfits);
    const note = (reason: string, nodes: number) => reasons.set(reason, (reasons.get(reason) ?? 0) + nodes);
    const full = groups.filter((group) => this.#firstOf(group) === undefined).length;
    const present = this.#nodes.length - this.#absent.size;
    if (present === 0) return 'no nodes available to schedule pods';
    const fitting = [...misfits.values()].reduce((rest, count) => rest - count, present);
    const withRoom = rules.length === 0 ? 0 : groups.length - full;
    if (fitting > 0)
      note(withRoom > 0 ? "node(s) didn't match pod topology spread constraints" : 'Too many pods', fitting);
    const told = [...reasons].map(([reason, nodes]) => `${nodes} ${reason}`).sort();
    return `0/${present} nodes are available: ${told.join(', ')}.`;
  }

  /**
   * The node of the group with the fewest pods that has room. Ranks are brought up to date when they come
   * first.
   */
  #firstOf(group: Group): number | undefined {
    for (let top = group.nodes; top !== undefined; top = group.nodes) {
      const node = top.value;
      const spread = this.#spread[node] ?? 0;
      const isFull = (this.#bound[node] ?? 0) >= (this.#nodes[node]?.podsMax ?? 0);
      if (top.rank === spread && !isFull) return node;
      group.nodes = removeFirst(top);
      if (!isFull) group.nodes = add(group.nodes, spread, node, node);
    }
    return undefined;
  }

  #choiceOf(workload: Workload): Choice {
    const known = this.#choices.get(workload);
    if (known !== undefined) return known;
    const choice = this.#newChoice(workload);
    this.#choices.set(workload, choice);
    return choice;
  }

  #newChoice(workload: Workload): Choice {
    const fit = this.#fitOf(workload);
    const rules = spreadRules(workload, this.#labels);
    if (rules.length === 0) return { rules, counts: [], groups: [fit.group], misfits: fit.misfits };
    const misfits = new Map(fit.misfits);
    const labelOf = (node: number, key: string) => this.#labels[node]?.known[key];
    const isLabelled = (node: number) =>
      rules.every(({ key, isHard }) => !isHard || labelOf(node, key) !== undefined);
    const fitting = fit.nodes.filter(isLabelled);
    if (fitting.length < fit.nodes.length) misfits.set(missingLabel, fit.nodes.length - fitting.length);
    const domainsOf = (node: number) => rules.map(({ key }) => labelOf(node, key) ?? '');
    const counts = rules.map((rule) => {
      const isDomain = ({ plan }: NodeRoom, node: number) =>
        isLabelled(node) &&
        (!rule.heedsAffinity || isSelected(workload, plan, this.#labels[node] ?? labelsOf(plan))) &&
        (!rule.heedsTaints || repellingTaint(workload, plan) === undefined);
      const domains = this.#nodes.flatMap((room, node) =>
        !this.#absent.has(node) && isDomain(room, node) ? [labelOf(node, rule.key) ?? ''] : [],
      );
      const counts = new DomainCounts(domains, rule);
      for (const node of this.#placed.get(workload) ?? []) counts.add(labelOf(node, rule.key) ?? '');
      return counts;
    });
    const byDomains = groupedBy(fitting, (node) => JSON.stringify(domainsOf(node)));
    const groups = [...byDomains.values()].map((nodes) => this.#groupOf(nodes, domainsOf(nodes[0] ?? -1)));
    return { rules, counts, groups, misfits };
  }

  /**
   * Many pods fit alike, above all where each is an object of its own: the nodes are looked at once for all
   * of them.
   */
  #fitOf(workload: Workload): Fit {
    const key = fitKey(workload);
    const known = this.#fits.get(key);
    if (known !== undefined) return known;
    const misfits = new Map<string, number>();
    const nodes = this.#nodes.flatMap(({ plan }, node) => {
      if (this.#absent.has(node)) return [];
      const misfit = misfitOf(workload, plan, this.#labels[node]);
      if (misfit !== undefined) misfits.set(misfit, (misfits.get(misfit) ?? 0) + 1);
      return misfit === undefined ? [node] : [];
    });
    const fit = { nodes, misfits, group: this.#groupOf(nodes, []) };
    this.#fits.set(key, fit);
    return fit;
  }

  #groupOf(nodes: readonly number[], domains: readonly string[]): Group {
    const heap = nodes.reduce<Heap<number>>(
      (rest, node) => add(rest, this.#spread[node] ?? 0, node, node),
      undefined,
    );
    return { domains, nodes: heap };
  }
}
