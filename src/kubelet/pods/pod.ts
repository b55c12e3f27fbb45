import type { PodCredentials } from '../credentials/pod-credentials.ts';

/** The kubelet gives containers of a deleted pod no less (`calculateEffectiveGracePeriod`), nor does kubectl without --force. */
export const deletionGraceMicrosMin = 1_000_000;

/** A pod as the kubelet gets it from the API server, as far as images go. */
export interface PodSpec {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly nodeName: string;
  readonly arrivesAtMicros: number;
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
  readonly hasVolumes: boolean;
  /** Absent: the pod has no pull secrets, and no credentials for its service account. */
  readonly credentials?: PodCredentials;
  /** How long its containers may take to end after SIGTERM: `terminationGracePeriodSeconds`. */
  readonly terminationGracePeriodMicros: number;
  /** The grace period of its deletion (`deletionGracePeriodSeconds`), set once the API server has been told to delete it. */
  readonly deletionGraceMicros?: number;
  readonly imageVolumes: readonly { readonly name: string; readonly image: string; readonly policy: string }[];
  readonly initContainers: readonly ContainerSpec[];
  readonly containers: readonly ContainerSpec[];
  /** Containers that `kubectl debug` has added, or that are in the manifest of a pod that had them. */
  readonly ephemeralContainers: readonly ContainerSpec[];
  /** The object in the manifests that creates the pod; absent for a bare pod. */
  readonly owner?: PodOwner;
}

/** The kind and the name as written in the manifest: `Deployment` and `web`. */
export interface PodOwner {
  readonly kind: string;
  readonly name: string;
}

/** Returns `Deployment/web`, as people write it; empty for a bare pod. */
export function ownerText(owner: PodOwner | undefined): string {
  return owner === undefined ? '' : `${owner.kind}/${owner.name}`;
}

export interface ContainerSpec {
  readonly name: string;
  /** The image as written in the manifest. */
  readonly image: string;
  /** The pull policy, with the API server's default. */
  readonly policy: string;
  /** Whether it is a restartable init container. */
  readonly sidecar: boolean;
  /** The container's own restart policy; absent: the pod's policy decides. */
  readonly restart?: ContainerRestart;
  /** The names of the volumes that it mounts; only image volumes matter. */
  readonly mounts: readonly string[];
  /** null: runs for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
  /** How long its process takes to end after SIGTERM; null: it ignores SIGTERM. */
  readonly stopsInMicros: number | null;
}

/** A rule of a container about its own end. */
export interface RestartRule {
  /**
   * `none` stands for RestartAllContainers in a release that does not know it: the rule matches all the same, and then the policy
   * decides.
   */
  readonly action: 'Restart' | 'RestartAllContainers' | 'none';
  readonly operator: 'In' | 'NotIn';
  readonly exitCodes: readonly number[];
}

/** A container's own restartPolicy and restartPolicyRules. */
export interface ContainerRestart {
  readonly policy: PodSpec['restartPolicy'];
  /** The first rule that matches decides. */
  readonly rules: readonly RestartRule[];
}
