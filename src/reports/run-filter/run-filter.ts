import { ownerText, type PodOwner } from '../../rules/kubelet/pods/pod.ts';
import { fitsPattern, matchesName } from '../text/name-pattern.ts';

/**
 * Which pods of a run are shown: those that one pattern of each list matches. An absent or empty list asks
 * for nothing. The run itself is always whole.
 */
export interface RunFilter {
  /** `web-0`, `default/web-*` */
  readonly pods?: readonly string[];
  readonly nodes?: readonly string[];
  /** `web`, `Deployment/web`, `shop/Deployment/*` */
  readonly owners?: readonly string[];
}

/** A pod as a filter looks at it. */
export interface FilteredPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly owner: PodOwner | undefined;
}

/** Whether the filter asks for some of a node's pods. */
export function asksForPods({ pods = [], owners = [] }: RunFilter): boolean {
  return pods.length + owners.length > 0;
}

/** Whether the filter shows the pod. */
export function showsPod({ pods = [], nodes = [], owners = [] }: RunFilter, pod: FilteredPod): boolean {
  const { owner, namespace } = pod;
  return (
    someMatch(pods, (pattern) => matchesName(pattern, pod)) &&
    someMatch(nodes, (pattern) => matchesNode(pattern, pod.node)) &&
    someMatch(owners, (pattern) => owner !== undefined && matchesOwner(pattern, ownerText(owner), namespace))
  );
}

/** Whether the filter shows what befalls the node itself, pods aside. */
export function showsNode({ nodes = [] }: RunFilter, node: string): boolean {
  return someMatch(nodes, (pattern) => matchesNode(pattern, node));
}

/** Whether the filter shows all pods of this workload, `Deployment/web`, those without a node among them. */
export function showsWorkload(
  { pods = [], nodes = [], owners = [] }: RunFilter,
  workload: string,
  namespace = '',
): boolean {
  return (
    pods.length + nodes.length === 0 &&
    someMatch(owners, (pattern) => matchesOwner(pattern, workload, namespace))
  );
}

/** Whether a node's name matches the pattern. */
export function matchesNode(pattern: string, name: string): boolean {
  return matchesName(pattern, { namespace: '', name });
}

/**
 * Whether an owner, `Deployment/web`, matches the pattern: with or without its kind, in any case, and its
 * namespace.
 */
export function matchesOwner(pattern: string, owner: string, namespace = ''): boolean {
  const [wanted, found] = [pattern.toLowerCase(), owner.toLowerCase()];
  return (
    fitsPattern(wanted.includes('/') ? wanted : `*/${wanted}`, found) ||
    fitsPattern(wanted, `${namespace}/${found}`)
  );
}

/** Returns the filter as options of the command line: `--pod web-* --node node-1`. */
export function filterText({ pods = [], nodes = [], owners = [] }: RunFilter): string {
  const options = (name: string, patterns: readonly string[]) =>
    patterns.map((pattern) => `--${name} ${pattern}`);
  return [...options('pod', pods), ...options('node', nodes), ...options('owner', owners)].join(' ');
}

function someMatch(patterns: readonly string[], matches: (pattern: string) => boolean): boolean {
  return patterns.length === 0 || patterns.some(matches);
}
