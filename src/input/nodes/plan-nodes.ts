import { checkShape, shownValue } from '../documents/check-shape.ts';
import { didYouMean } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { limits } from '../limits.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import type { KubernetesObject } from '../workloads/kubernetes-object.ts';
import { nodeObjectShape } from '../workloads/kubernetes-shapes.ts';
import type { NodePlan } from './node-plan.ts';

/**
 * The nodes of the run in natural order of their names: the input's Node objects; or those that the Scenario counts or names; or node-1.
 */
export function planNodes(objects: readonly KubernetesObject[], scenario: ReadScenario | undefined, problems: Problems): NodePlan[] {
  const plans = fromObjects(objects, problems);
  const nodes = scenario?.value.nodes;
  const at = scenario && { document: scenario.object.document, path: scenario.object.path };
  if (nodes?.count !== undefined && objects.length > 0 && at !== undefined) {
    const message = 'nodes.count makes nodes of its own, but the input has Node objects';
    problems.at(
      { document: at.document, path: [...at.path, 'nodes', 'count'] },
      { code: 'CONFLICT', message, hint: 'leave one of them out' },
    );
  }
  if (plans.size === 0 && objects.length === 0) {
    const counted = Array.from({ length: nodes?.count ?? 0 }, (_, index) => `node-${index + 1}`);
    const named = Object.keys(nodes?.named ?? {});
    const names = counted.length > 0 ? counted : named.length > 0 ? named : ['node-1'];
    for (const name of names) plans.set(name, { name });
  }
  if (plans.size > limits.nodes) {
    const file = objects[0]?.document.source.name ?? at?.document.source.name ?? 'the input';
    problems.add({ code: 'TOO_MANY_NODES', file, message: `${plans.size} nodes: at most ${limits.nodes} are simulated` });
    return [];
  }
  const names = [...plans.keys()];
  for (const name of Object.keys(nodes?.named ?? {})) {
    if (plans.has(name) || at === undefined) continue;
    const meant = didYouMean(name, names);
    const hint = meant === undefined ? undefined : `did you mean ${meant}?`;
    const place = { document: at.document, path: [...at.path, 'nodes', 'named', name], on: 'key' } as const;
    problems.at(place, { code: 'UNKNOWN_NODE', message: `there is no node ${shownValue(name)}`, expected: `one of ${few(names)}`, hint });
  }
  return names.sort(naturalOrder).map((name) => {
    const own = nodes?.named !== undefined && Object.hasOwn(nodes.named, name) ? nodes.named[name] : undefined;
    const defaults = nodes?.defaults;
    return {
      name,
      ...plans.get(name),
      ...(own === undefined ? {} : { named: own }),
      ...(defaults === undefined ? {} : { defaults }),
      ...(at === undefined ? {} : { scenario: at }),
    };
  });
}

function fromObjects(objects: readonly KubernetesObject[], problems: Problems): Map<string, NodePlan> {
  const plans = new Map<string, NodePlan>();
  for (const source of objects) {
    const node = checkShape(nodeObjectShape, source.document, source.path, source.value, problems);
    if (node === undefined) continue;
    const { name } = node.metadata;
    if (plans.has(name)) {
      const place = { document: source.document, path: [...source.path, 'metadata', 'name'] };
      problems.at(place, { code: 'DUPLICATE', message: `Node ${shownValue(name)} is there twice`, hint: 'rename one, or leave one out' });
    } else plans.set(name, { name, object: { source, node } });
  }
  return plans;
}

/** The first ten names, for a message. */
export function few(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 10).join(', ')}, …` : names.join(', ');
}

/** Compares names so that `node-2` comes before `node-10`: runs of digits by value, the rest by UTF-16 code unit. */
export function naturalOrder(left: string, right: string): number {
  const lefts = left.match(/\d+|\D+/g) ?? [];
  const rights = right.match(/\d+|\D+/g) ?? [];
  for (let index = 0; index < Math.min(lefts.length, rights.length); index++) {
    const a = lefts[index] ?? '';
    const b = rights[index] ?? '';
    const byValue = /^\d/.test(a) && /^\d/.test(b) ? Number(a) - Number(b) : 0;
    if (byValue !== 0) return byValue;
    if (a !== b) return a < b ? -1 : 1;
  }
  return lefts.length - rights.length;
}
