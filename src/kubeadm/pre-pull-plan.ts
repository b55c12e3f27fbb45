import type { ObservationOf } from '../trace/observation.ts';
/** Which images are pulled although they may be there; kubeadm's NodeRegistration.imagePullPolicy. */
export const prePullPolicies = ['IfNotPresent', 'Always', 'Never'] as const satisfies readonly ObservationOf<'prePull'>['policy'][];

export type PrePullPolicy = (typeof prePullPolicies)[number];

/** Images that someone pulls on a node beside the kubelet, as kubeadm's preflight check does. */
export interface PrePullPlan {
  /** After the default tag, in the order in which they are asked for. */
  readonly images: readonly string[];
  /** All at once, without a limit; false: one after the other. */
  readonly parallel: boolean;
  readonly policy: PrePullPolicy;
  /** One after the other only: the first failure ends it, as `kubeadm config images pull` does. */
  readonly stopsAtError?: boolean;
  /** The release of `kubeadmReleases` whose rules hold. */
  readonly release: string;
}
