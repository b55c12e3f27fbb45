import type { PrePullPolicy } from './pre-pull-plan.ts';

/**
 * Someone pulls images on a node beside the kubelet. `started` and `finished` are of all of them together, the rest of one
 * image: `failed` is one try, `gaveUp` the last one. `interrupted`: the node went down meanwhile.
 */
export interface PrePullObservation {
  readonly type: 'prePull';
  readonly state: 'started' | 'inspecting' | 'present' | 'pulling' | 'pulled' | 'failed' | 'gaveUp' | 'finished' | 'interrupted';
  readonly image?: string;
  /** pulling, pulled, failed: which try it is, from 1. */
  readonly attempt?: number;
  /** failed: of the runtime; gaveUp: as kubeadm words it. */
  readonly error?: string;
  /** started. */
  readonly images?: readonly string[];
  readonly parallel?: boolean;
  readonly policy?: PrePullPolicy;
  /** Whose rules hold, `1.36.3`. */
  readonly kubeadmVersion?: string;
  /** finished: the errors of kubeadm's check `ImagePull`. */
  readonly errors?: readonly string[];
}
