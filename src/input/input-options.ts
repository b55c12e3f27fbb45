import type { PrePullPlan } from '../kubeadm/pre-pull-plan.ts';

/** What the command line says beside the files; each comes before what the files say. */
export interface InputOptions {
  readonly seed?: number;
  readonly horizonMicros?: number;
  readonly kubeletVersion?: string;
  readonly runtime?: string;
  /** Options of the runtime's own configuration, `max_concurrent_downloads=6`, of every node. */
  readonly runtimeConfig?: readonly string[];
  readonly platform?: string;
  /** `maxParallelImagePulls=5`: fields of KubeletConfiguration v1beta1, checked like the file's. */
  readonly set?: readonly string[];
  /** `app=300MB`: an image's name (or the last part of one) and its compressed size. */
  readonly imageSizes?: readonly string[];
  /** Every node's link, `1Gbit/s`, `10MB/s` or `unlimited`. */
  readonly link?: string;
  /** `registryDown registry=ghcr.io from=0s until=40s`: faults in the words of a Scenario, beside the Scenario's own. */
  readonly faults?: readonly string[];
  /** Is pulled on every node from the start on; sizes hold where the files say nothing of an image. */
  readonly prePull?: { readonly plan: PrePullPlan; readonly sizes: readonly { readonly name: string; readonly bytes: number }[] };
}
