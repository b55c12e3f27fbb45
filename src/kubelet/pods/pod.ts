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
  /** Absent: no pull secrets, and nothing for its service account. */
  readonly credentials?: PodCredentials;
  /** How long its containers have to go after SIGTERM: `terminationGracePeriodSeconds`. */
  readonly terminationGracePeriodMicros: number;
  /** Set once the API server has been told to delete it: the grace period of that (`deletionGracePeriodSeconds`). */
  readonly deletionGraceMicros?: number;
  readonly imageVolumes: readonly { readonly name: string; readonly image: string; readonly policy: string }[];
  readonly initContainers: readonly ContainerSpec[];
  readonly containers: readonly ContainerSpec[];
  /** Added by `kubectl debug`, or in the manifest of a pod that had them. */
  readonly ephemeralContainers: readonly ContainerSpec[];
  /** The object of the manifest that makes the pod; absent for a bare pod. */
  readonly owner?: PodOwner;
}

/** `Deployment` and `web`, as written in the manifest. */
export interface PodOwner {
  readonly kind: string;
  readonly name: string;
}

export interface ContainerSpec {
  readonly name: string;
  /** As written in the manifest. */
  readonly image: string;
  /** Filled in as the API server does. */
  readonly policy: string;
  /** A restartable init container. */
  readonly sidecar: boolean;
  /** Absent: the pod's policy decides. */
  readonly restart?: ContainerRestart;
  /** Names of volumes it mounts (only image volumes matter). */
  readonly mounts: readonly string[];
  /** null: runs for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
  /** How long its process takes to go after SIGTERM; null: it does not heed it. */
  readonly stopsInMicros: number | null;
}

/** A rule of a container about its own end. */
export interface RestartRule {
  /** `none`: RestartAllContainers where the kubelet does not know it. It matches all the same, and the policy decides. */
  readonly action: 'Restart' | 'RestartAllContainers' | 'none';
  readonly operator: 'In' | 'NotIn';
  readonly exitCodes: readonly number[];
}

/** A container's own restartPolicy and restartPolicyRules. */
export interface ContainerRestart {
  readonly policy: PodSpec['restartPolicy'];
  /** The first that matches counts. */
  readonly rules: readonly RestartRule[];
}
