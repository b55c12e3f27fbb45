/** A call of PullImage that a log or an event tells of. Times are microseconds since 1970, sizes bytes on the wire. */
export interface ObservedPull {
  /** As it was asked for. */
  readonly image: string;
  /** What the runtime makes of the name: two spellings of one image are one. */
  readonly reference: string;
  readonly node: string | undefined;
  /** `file:line`, for people. */
  readonly at: string;
  readonly from: 'log' | 'events';
  readonly outcome: 'pulled' | 'failed';
  readonly endMicros: number;
  /** The end may be this much later than said: events of most releases have whole seconds. */
  readonly endSpreadMicros: number;
  /** Without the kubelet's own waiting. */
  readonly durationMicros: number;
  /** Compressed; undefined: nothing says so. */
  readonly bytes: number | undefined;
  /** What came over the wire, where the runtime counts it (containerd from 1.7). */
  readonly bytesRead: number | undefined;
  /** In the order in which they were unpacked; undefined: unknown. */
  readonly layers?: readonly ObservedLayer[];
}

/** A layer that was unpacked (containerd's `diff applied`, logged at level debug). */
export interface ObservedLayer {
  readonly bytes: number;
  readonly unpackMicros: number;
  readonly endMicros: number;
  readonly compressed: boolean;
}

/** One request to a registry (level debug). `first`: a HEAD, which opens its connection; `later`: on a connection that is open. */
export interface ObservedRequest {
  readonly registry: string;
  readonly kind: 'first' | 'later';
  readonly micros: number;
}
