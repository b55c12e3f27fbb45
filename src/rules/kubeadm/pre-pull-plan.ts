import type { ObservationOf } from '../../trace/observation.ts';
/** The pull policies of kubeadm's NodeRegistration.imagePullPolicy. */
export const prePullPolicies = [
  'IfNotPresent',
  'Always',
  'Never',
] as const satisfies readonly ObservationOf<'prePull'>['policy'][];

export type PrePullPolicy = (typeof prePullPolicies)[number];

/** Images that someone pulls on a node beside the kubelet, as kubeadm's preflight check does. */
export interface PrePullPlan {
  /** The images with their default tags, in the order in which they are requested. */
  readonly images: readonly string[];
  /** Whether all images are pulled at once, without a limit, or one after the other. */
  readonly parallel: boolean;
  readonly policy: PrePullPolicy;
  /**
   * Whether the first failure ends pulls that come one after the other, as in `kubeadm config images pull`.
   */
  readonly stopsAtError?: boolean;
  /** The release of `kubeadmReleases` whose rules apply. */
  readonly release: string;
}
