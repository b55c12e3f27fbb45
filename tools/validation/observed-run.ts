/**
 * What can be seen of a run from outside, alike for a recorded and a replayed one. Times are in ms since the
 * start of the run.
 */
export interface ObservedRun {
  readonly pulls: readonly ObservedPull[];
  /** In the order in which they were sent. */
  readonly requests: readonly ObservedRequest[];
  readonly unpacks: readonly ObservedUnpack[];
}

export interface ObservedPull {
  /** `p0`, `p1`, `p0'` */
  readonly pull: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly ok: boolean;
  /** As the kubelet prints it, normalised; undefined: it went well, or the client gave up. */
  readonly error: string | undefined;
  readonly gaveUp: boolean;
}

export interface ObservedRequest {
  readonly method: 'HEAD' | 'GET';
  /** `blob`: one of which it is not known whether it is a config or a layer. */
  readonly kind: 'manifest' | 'config' | 'layer' | 'blob' | 'token';
  /** `app:1/layer2` */
  readonly blob: string;
  /** 0: no answer came. */
  readonly status: number;
  /** Of the first byte that was asked for. */
  readonly offset: number;
  /** The TCP connection: unique in the run. */
  readonly connection: string;
  readonly sentMs: number;
  /** When the answer began to come; undefined: none came. */
  readonly answeredMs: number | undefined;
  /** When the last byte of the body came; undefined: it did not, or there was no body. */
  readonly endMs: number | undefined;
}

export interface ObservedUnpack {
  readonly blob: string;
  readonly startMs: number;
  readonly endMs: number;
}
