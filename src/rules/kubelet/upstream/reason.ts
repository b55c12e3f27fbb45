import type { UpstreamPlace } from './upstream-lines.ts';

/** Why the kubelet decides as it does. `windlass test` shows it beside what a system under test did instead. */
export interface Reason {
  /** One clause, without a capital and a full stop: `the policy is never to pull, and the image is absent`. */
  readonly because: string;
  /** Where the kubelet decides so. */
  readonly upstream: UpstreamPlace;
}
