import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';

/**
 * Returns the last part of an image's name, with its tag, or the first letters of its digest: `api:3.4`,
 * `api@1f2e3d4c`.
 */
export function shortImageName(image: string): string {
  const [name = '', digest] = image.split('@', 2);
  const last = name.slice(name.lastIndexOf('/') + 1);
  const hex = digest?.slice(digest.indexOf(':') + 1);
  return hex === undefined || hex === '' ? last : `${last}@${hex.slice(0, 8)}`;
}

/**
 * The letters of names that Kubernetes generates (`SafeEncodeString` of k8s.io/apimachinery/pkg/util/rand):
 * no vowels, no 0, 1, 3.
 */
const generated = '[bcdfghjklmnpqrstvwxz2456789]';
const suffix = new RegExp(`(?:-${generated}{6,10})?-${generated}{5}$|-[0-9]+$`);

/**
 * Returns the part of a pod's name that its siblings share: the name of its owner, or as its letters tell:
 * `web` of `web-8vscnjvqbz-n9w5b`, `db` of `db-0`; else the whole name.
 */
export function nameStem(name: string, owner?: PodOwner): string {
  return owner?.name || name.replace(suffix, '') || name;
}
