import type { PodOwner } from '../../kubelet/pods/pod.ts';

/** The letters of names that Kubernetes generates (`SafeEncodeString` of k8s.io/apimachinery/pkg/util/rand): no vowels, no 0, 1, 3. */
const generated = '[bcdfghjklmnpqrstvwxz2456789]';
const suffix = new RegExp(`(?:-${generated}{6,10})?-${generated}{5}$|-[0-9]+$`);

/**
 * Returns the part of a pod's name that its siblings share: the name of its owner, or as its letters tell: `web` of
 * `web-8vscnjvqbz-n9w5b`, `db` of `db-0`; else the whole name.
 */
export function nameStem(name: string, owner?: PodOwner): string {
  return owner?.name || name.replace(suffix, '') || name;
}
