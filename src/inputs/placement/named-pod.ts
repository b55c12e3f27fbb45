import type { Workload } from '../workloads/workload.ts';

/** A pod with a name, and with a node if it need not be chosen. */
export interface NamedPod {
  readonly workload: Workload;
  readonly name: string;
  /** Its place among the pods of its workload. */
  readonly ordinal: number;
  /** The place of the node that the pod names, or that its DaemonSet gives it. */
  readonly node: number | undefined;
  /** When it is made, if that is decided by its node. */
  readonly madeAtMicros?: number;
}
