import type { PodRef } from '../../../trace/observation.ts';
import type { RuntimeWording } from '../profiles/runtime-profile.ts';

type Words = (image: string, pod: PodRef) => string;

const bySandboxController: Words = (image) =>
  `failed to get sandbox image "${image}": failed to pull image "${image}": `;

/**
 * What `RunPodSandbox` puts before the error of the pull: `ensureImageExists` (containerd 1.6.20, 1.7.27, 2.1.9, 2.2.9) and
 * `ensurePauseImageExists` (2.3 and later) in the CRI plugin; `runPodSandbox` of CRI-O.
 */
const words: Readonly<Record<RuntimeWording, Words>> = {
  'containerd://1.6': bySandboxController,
  'containerd://1.7': bySandboxController,
  'containerd://2.1': bySandboxController,
  'containerd://2.4': (image) => `failed to pull image "${image}": `,
  'cri-o://1.33': (_, { namespace, name, uid }) =>
    `error creating pod sandbox with name "k8s_${name}_${namespace}_${uid}_0": `,
};

/**
 * Returns the error of `RunPodSandbox` as the kubelet prints it. It contains the pull's error, and has its
 * status.
 */
export function sandboxErrorText(
  wording: RuntimeWording,
  image: string,
  pod: PodRef,
  pullError: string,
): string {
  const [, status = 'rpc error: code = Unknown desc = ', description = pullError] =
    /^(rpc error: code = \w+ desc = )(.*)$/s.exec(pullError) ?? [];
  return `${status}${words[wording](image, pod)}${description}`;
}

/**
 * The kubelet gives up on `RunPodSandbox` after twice the runtimeRequestTimeout of 2 min (cri-client,
 * remote_runtime.go).
 */
export const sandboxDeadlineMicros = 240_000_000;

export const sandboxDeadlineError = 'rpc error: code = DeadlineExceeded desc = context deadline exceeded';
