/**
 * One script of the conformance protocol, kind image manager: the answers of the runtime, and when `EnsureImageExists` is called. Field
 * names and units are the protocol's (docs/conformance.md). Times are ms from the start and may have fractions.
 */
export interface Script {
  readonly name: string;
  readonly kubelet: ScriptKubelet;
  /** An absent gate has the release's default. A gate that the release does not have is ignored. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly runtime: ScriptRuntime;
  readonly calls: readonly ScriptCall[];
}

export interface ScriptKubelet {
  readonly serializeImagePulls: boolean;
  /** null means no limit. */
  readonly maxParallelImagePulls: number | null;
  /** 0 means no throttle. */
  readonly registryPullQPS: number;
  readonly registryBurst: number;
  readonly imagePullBackOff: { readonly initialMs: number; readonly maxMs: number };
  /** Empty means NeverVerifyPreloadedImages. */
  readonly imagePullCredentialsVerificationPolicy?: string;
}

/** Image names here are those with the default tag. */
export interface ScriptRuntime {
  /** Images that are present at time 0. */
  readonly images: readonly { readonly image: string; readonly ref: string; readonly size: number }[];
  /** Outcomes of successive `GetImageRef` calls by image, of which the last one repeats. */
  readonly inspect?: Readonly<Record<string, readonly { readonly error?: string }[]>>;
  /**
   * Outcomes of successive `PullImage` calls by image, of which the last one repeats. An image without any fails at once with `not found`.
   */
  readonly pulls?: Readonly<Record<string, readonly ScriptPull[]>>;
  readonly removals?: readonly { readonly at: number; readonly image: string }[];
}

export interface ScriptPull {
  readonly takesMs?: number;
  readonly error?: string;
  readonly ref?: string;
  readonly size?: number;
}

export interface ScriptPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** One call of `EnsureImageExists`, without pull secrets. */
export interface ScriptCall {
  readonly at: number;
  readonly id: string;
  readonly pod: ScriptPod;
  readonly runtimeHandler?: string;
  /** The name as written in the pod. */
  readonly image: string;
  readonly policy: string;
}

/** A kubelet that never delays a pull: parallel pulls without limit or throttle, back-off from 10 s to 5 min. */
export const unhurriedKubelet: ScriptKubelet = {
  serializeImagePulls: false,
  maxParallelImagePulls: null,
  registryPullQPS: 0,
  registryBurst: 0,
  imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
};
