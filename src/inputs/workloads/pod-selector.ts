import { ownerText, type PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { textPattern } from '../documents/text-pattern.ts';

/**
 * Selects the pods that a `match` of the Scenario means: by owner or pod, with or without kind and namespace;
 * `*` stands for any text.
 */
type PodSelector = (pod: Pick<PodSpec, 'namespace' | 'name' | 'owner'>) => boolean;

/** Returns the predicate of one pattern. Kinds may be written in lower case. */
export function podSelector(pattern: string): PodSelector {
  const matches = matcher(pattern);
  return (pod) => namesFor(pod).some(matches);
}

/** Returns all that may stand in a pattern for the pod. */
export function namesFor(pod: Parameters<PodSelector>[0]): readonly string[] {
  return [...namesOfPod(pod), ...namesOfOwner(pod)];
}

/** Selects the pods whose owner the pattern means, not the pods themselves. */
export function ownerSelector(pattern: string): PodSelector {
  const matches = matcher(pattern);
  return (pod) => namesOfOwner(pod).some(matches);
}

function matcher(pattern: string): (text: string) => boolean {
  return textPattern(pattern.toLowerCase());
}

function namesOfPod({ namespace, name }: Parameters<PodSelector>[0]): string[] {
  return inNamespace(namespace, [`pod/${name}`, name]);
}

function namesOfOwner({ namespace, owner }: Parameters<PodSelector>[0]): string[] {
  return owner === undefined ? [] : inNamespace(namespace, [ownerText(owner).toLowerCase(), owner.name]);
}

function inNamespace(namespace: string, names: readonly string[]): string[] {
  return [...names, ...names.map((name) => `${namespace}/${name}`)];
}
