import type { Profile } from '../../rules/kubelet/profile.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import type { ConfiguredProvider } from '../credential-providers/configured-providers.ts';
import { checkShape, shownValue } from '../documents/check-shape.ts';
import { didYouMean, meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { type Part, within } from '../documents/source-document.ts';
import { poolLabels } from '../kubelet-sources/node-selector.ts';
import { limits } from '../limits.ts';
import type { RecognizedProvider } from '../providers/recognize-provider.ts';
import type { ConfiguredPlaces, UnreadFile } from '../runtimes/node-registry-hosts.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import type { NodeDocument } from '../scenario/scenario-shape.ts';
import {
  type KubernetesObject,
  type NodeObjectDocument,
  nodeObjectShape,
} from '../workloads/kubernetes-shapes.ts';
import type { Autoscaler } from './autoscaler.ts';
import type { NodeJoins } from './node-joins.ts';
import type { KubeletFields } from './read-kubelet-configuration.ts';

interface NodeObject {
  readonly source: KubernetesObject;
  readonly node: NodeObjectDocument;
}

/** A node before its settings are computed: its name and everything that the input says of it. */
export interface NodePlan {
  readonly name: string;
  readonly object?: NodeObject;
  /** What the Scenario says of this node, and of all nodes. */
  readonly named?: NodeDocument;
  readonly defaults?: NodeDocument;
  /** When its machine is requested; absent: it is there from the start. */
  readonly joinsAtMicros?: number;
  /** It comes only if an autoscaler requests it. */
  readonly isReserve?: boolean;
  readonly scenario: Part;
}

/** A node with its settings. `presentImages` follows later, when all images are known. */
export interface BuiltNode {
  readonly plan: NodePlan;
  readonly node: Omit<NodeInput, 'presentImages'>;
  readonly profile: Profile;
  readonly provider: RecognizedProvider;
  /** The configuration of its kubelet. */
  readonly kubelet: KubeletFields;
  /** Whether the sandbox image is on its disk before the first pod. */
  readonly hasSandboxImage: boolean;
  /** The credential providers of its kubelet; absent: the input has no configuration of them. */
  readonly credentialProviders?: readonly ConfiguredProvider[];
  /** Where its runtime looks for images, and the files of mirrors that it does not read. */
  readonly places: ConfiguredPlaces;
  readonly unreadFiles: readonly UnreadFile[];
}

/**
 * Requests for nodes besides Node objects and the Scenario: `--nodes`, and the names in the pods'
 * spec.nodeName.
 */
export interface NodesAsked {
  readonly count: number | undefined;
  /** In order of time. */
  readonly joins: readonly NodeJoins[];
  readonly autoscaler: Autoscaler | undefined;
  readonly byPods: readonly string[];
  /** Node objects of pools that documents list: what joins a pool without a node is like these. */
  readonly examples: readonly KubernetesObject[];
}

/**
 * Returns the nodes of the run in natural order of their names, then those that join, in order of time: the
 * input's Node objects, counted ones
 * (--nodes, nodes.count), and those that pods name; if there are none, those that the Scenario names, or
 * node-1. Nodes that are made besides Node objects are like the first of these that takes any pod.
 * `assumptions` tells what was made.
 */
export function planNodes(
  objects: readonly KubernetesObject[],
  scenario: ReadScenario,
  { count: countAsked, joins: joinsAsked, autoscaler, byPods, examples }: NodesAsked,
  assumptions: Set<string>,
  problems: Problems,
): NodePlan[] {
  const joins = autoscaler === undefined ? joinsAsked : [...joinsAsked, reserveOf(autoscaler)];
  const given = fromObjects(objects, problems);
  const ofPools = joins.some(({ pool }) => pool !== undefined)
    ? [...fromObjects(examples, problems).values()]
    : [];
  const plans = new Map<string, NodeObject | undefined>(given);
  const { nodes } = scenario.value;
  const template =
    [...given.values()].find(({ node }) => (node.spec?.taints ?? []).length === 0) ?? [...given.values()][0];
  const make = (names: readonly string[]) => {
    for (const name of names) plans.set(name, template && likeNode(template, name));
  };
  const like = template === undefined ? '' : `, like ${template.node.metadata.name} but without its images`;
  const count = countAsked ?? nodes?.count;
  if (count !== undefined) {
    const counted = freeNames(plans, count);
    make(counted);
    if (given.size > 0) {
      const by = countAsked === undefined ? 'nodes.count' : `--nodes ${countAsked}`;
      const nodesThere =
        given.size === 1 ? 'the Node object of the input' : `the ${given.size} Node objects of the input`;
      assumptions.add(`${by} adds ${few(counted)} to ${nodesThere}${like}.`);
    }
  } else if (objects.length === 0) {
    const later = joiningNodes(joins, plans, ofPools);
    make(Object.keys(nodes?.named ?? {}).filter((name) => !later.has(name)));
  }
  const missing = [...new Set(byPods)].filter((name) => !plans.has(name)).sort(naturalOrder);
  if (missing.length > 0) {
    const meant = plans.size === 0 ? undefined : misspelt(missing, [...plans.keys()]);
    const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
    const are =
      missing.length === 1
        ? 'a node that is not in the input; it is'
        : `${missing.length} nodes that are not in the input; they are`;
    make(missing);
    assumptions.add(`spec.nodeName of pods names ${are} made${like}: ${few(missing)}.${question}`);
  }
  const joining = joiningNodes(joins, plans, ofPools);
  if (plans.size === 0 && joining.size === 0 && objects.length === 0) make(['node-1']);
  if (plans.size + joining.size > limits.nodes) {
    const file = (objects[0] ?? scenario).document.source.name;
    problems.add({
      code: 'TOO_MANY_NODES',
      file,
      message: `${plans.size + joining.size} nodes: at most ${limits.nodes} are simulated`,
    });
    return [];
  }
  const names = [...[...plans.keys()].sort(naturalOrder), ...joining.keys()];
  for (const name of Object.keys(nodes?.named ?? {})) {
    if (plans.has(name) || joining.has(name)) continue;
    const hint = meantHint(name, names);
    const place = { ...within(scenario, 'nodes', 'named', name), on: 'key' } as const;
    problems.at(place, {
      code: 'UNKNOWN_NODE',
      message: `there is no node ${shownValue(name)}`,
      expected: `one of ${few(names)}`,
      hint,
    });
  }
  return names.map((name) => {
    const named =
      nodes?.named !== undefined && Object.hasOwn(nodes.named, name) ? nodes.named[name] : undefined;
    const { joinsAtMicros, isReserve, object } = joining.get(name) ?? { object: plans.get(name) };
    const defaults = nodes?.defaults;
    return omitUndefined({ name, object, named, defaults, joinsAtMicros, isReserve, scenario });
  });
}

interface JoiningNode {
  readonly joinsAtMicros?: number;
  readonly isReserve?: true;
  readonly object: NodeObject | undefined;
}

/** The nodes that an autoscaler may request: when is decided later. */
function reserveOf({ nodesMax, pool }: Autoscaler): NodeJoins {
  return { atMicros: 0, count: nodesMax, isReserve: true, ...(pool === undefined ? {} : { pool }) };
}

/**
 * Returns the nodes that join, by name, in order of time: like a Node object of their pool if there is one, as
 * a document describes the pool if not, otherwise like the first that has no taints. The order of the files does not matter.
 */
function joiningNodes(
  joins: readonly NodeJoins[],
  plans: ReadonlyMap<string, NodeObject | undefined>,
  examples: readonly NodeObject[],
): ReadonlyMap<string, JoiningNode> {
  const objects = [...plans.values()]
    .flatMap((object) => object ?? [])
    .sort((a, b) => naturalOrder(a.node.metadata.name, b.node.metadata.name));
  const template = objects.find(({ node }) => (node.spec?.taints ?? []).length === 0) ?? objects[0];
  const joining = new Map<string, JoiningNode>();
  const numbers = new Map<string, number>();
  for (const { atMicros, count, pool, isReserve } of joins) {
    const like =
      (pool === undefined ? undefined : (nodeOfPool(objects, pool) ?? examples.find(isOfPool(pool)))) ??
      template;
    const stem = pool ?? 'node';
    let number = numbers.get(stem) ?? 0;
    for (let made = 0; made < count; ) {
      number += 1;
      const name = `${stem}-${number}`;
      if (plans.has(name) || joining.has(name)) continue;
      const object = like && likeNode(like, name);
      joining.set(name, { joinsAtMicros: atMicros, object, ...(isReserve && { isReserve }) });
      made += 1;
    }
    numbers.set(stem, number);
  }
  return joining;
}

/** Whether a provider's label says that a Node object is of the pool. */
function isOfPool(pool: string): (object: NodeObject) => boolean {
  return ({ node }) => poolLabels.some((label) => node.metadata.labels?.[label] === pool);
}

/** Returns a Node object of the pool: one that a provider's label says is in it, or whose name begins with it. */
function nodeOfPool(objects: readonly NodeObject[], pool: string): NodeObject | undefined {
  return (
    objects.find(isOfPool(pool)) ??
    objects.find(({ node: { metadata } }) => metadata.name === pool || metadata.name.startsWith(`${pool}-`))
  );
}

/** Returns the node under another name: of the same kind and release, with nothing on it. */
function likeNode({ source, node: { metadata, spec, status } }: NodeObject, name: string): NodeObject {
  const labels = Object.entries(metadata.labels ?? {}).map(([label, value]) => [
    label,
    label === 'kubernetes.io/hostname' ? name : value,
  ]);
  const { images: _, ...ofItsKind } = status ?? {};
  return {
    source,
    node: { metadata: { ...metadata, name, labels: Object.fromEntries(labels) }, spec, status: ofItsKind },
  };
}

/** Returns node-1, node-2, … without names that are taken. */
function freeNames(taken: ReadonlyMap<string, unknown>, count: number): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number++)
    if (!taken.has(`node-${number}`)) names.push(`node-${number}`);
  return names;
}

/**
 * Returns a node of the input that may be meant by a missing one. Names that differ only in their numbers are
 * no evidence of a mistake.
 */
function misspelt(missing: readonly string[], names: readonly string[]): string | undefined {
  const withoutNumbers = (name: string) => name.replace(/\d+/g, '#');
  const [first = ''] = missing;
  const meant = missing.length === 1 ? didYouMean(first, names) : undefined;
  return meant === undefined || withoutNumbers(meant) === withoutNumbers(first) ? undefined : meant;
}

function fromObjects(objects: readonly KubernetesObject[], problems: Problems): Map<string, NodeObject> {
  const found = new Map<string, NodeObject>();
  for (const source of objects) {
    const node = checkShape(nodeObjectShape, source, problems);
    if (node === undefined) continue;
    const { name } = node.metadata;
    if (found.has(name)) {
      const message = `Node ${shownValue(name)} is there twice`;
      problems.at(within(source, 'metadata', 'name'), {
        code: 'DUPLICATE',
        message,
        hint: 'rename one, or leave one out',
      });
    } else found.set(name, { source, node });
  }
  // Where one Node tells its labels, another without any has none. If none tells them, nobody has thought of
  // labels.
  if (![...found.values()].some(({ node }) => node.metadata.labels)) return found;
  return new Map(
    [...found].map(([name, { source, node }]) => {
      const labels = node.metadata.labels ?? {};
      return [name, { source, node: { ...node, metadata: { ...node.metadata, labels } } }];
    }),
  );
}

/** Returns the first ten names, for a message. */
export function few(names: readonly string[]): string {
  return names.length > 10 ? `${names.slice(0, 10).join(', ')}, …` : names.join(', ');
}

/**
 * Compares names so that `node-2` comes before `node-10`: runs of digits by value, the rest by UTF-16 code
 * unit.
 */
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
