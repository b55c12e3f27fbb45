import type { PodRef } from '../../../trace/observation.ts';
import type { RuntimeWording } from '../profiles/runtime-profile.ts';

type Words = (pod: PodRef, sandboxId: string) => string;

const byNameIndex: Words = ({ name, namespace, uid }, sandboxId) => {
  const sandboxName = `${name}_${namespace}_${uid}_0`;
  return `failed to reserve sandbox name "${sandboxName}": name "${sandboxName}" is reserved for "${sandboxId}"`;
};

/** `sandboxNameIndex.Reserve` of containerd's CRI plugin (1.6.20, 1.7.20, 2.2.0); `ReservePodName` of CRI-O. */
const words: Readonly<Record<RuntimeWording, Words>> = {
  'containerd://1.6': byNameIndex,
  'containerd://1.7': byNameIndex,
  'containerd://2.1': byNameIndex,
  'containerd://2.4': byNameIndex,
  'cri-o://1.33': ({ name, namespace, uid }, sandboxId) =>
    `error reserving pod name k8s_${name}_${namespace}_${uid}_0 for id ${sandboxId}: name is reserved`,
};

/**
 * Returns the error of `RunPodSandbox`, as the kubelet prints it, where the name of the pod's first sandbox
 * belongs to the sandbox with this id.
 */
export function sandboxNameError(wording: RuntimeWording, pod: PodRef, sandboxId: string): string {
  return `rpc error: code = Unknown desc = ${words[wording](pod, sandboxId)}`;
}
