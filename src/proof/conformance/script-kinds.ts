import { credentialsKind } from './credentials/credentials-kind.ts';
import { imageGcKind } from './imagegc/image-gc-kind.ts';
import { imageManagerKind } from './imagemanager/image-manager-kind.ts';
import { kubeadmKind } from './kubeadm/kubeadm-kind.ts';
import { plegKind } from './pleg/pleg-kind.ts';
import type { ScriptKind } from './script-kind.ts';

/** Every kind of script that Windlass runs, in the order in which people see them. */
export const scriptKinds: readonly ScriptKind[] = [
  imageManagerKind,
  plegKind,
  kubeadmKind,
  imageGcKind,
  credentialsKind,
];

/**
 * Returns the kind that a script's `kind` field names (absent: the image manager's); undefined if there is no
 * such kind.
 */
export function scriptKindNamed(kind: unknown = imageManagerKind.kind): ScriptKind | undefined {
  return scriptKinds.find((known) => known.kind === kind);
}
