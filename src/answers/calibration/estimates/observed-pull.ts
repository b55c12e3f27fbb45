/** A call of PullImage in a log or an event. Times are microseconds since 1970, sizes bytes on the wire. */
export interface ObservedPull {
  /** The name in the request. */
  readonly image: string;
  /** The runtime's form of the name, which is the same for all spellings of one image. */
  readonly reference: string;
  readonly node: string | undefined;
  /** `file:line`, for people. */
  readonly at: string;
  readonly from: 'log' | 'events';
  readonly outcome: 'pulled' | 'failed';
  readonly endMicros: number;
  /** How much later the end may be than recorded: events of most releases have whole seconds. */
  readonly endSpreadMicros: number;
  /** The duration without the kubelet's own waiting. */
  readonly durationMicros: number;
  /** Whether that is sure: old kubelets say one duration, with a wait for other pulls in it. */
  readonly isWithoutWait?: boolean;
  /** The compressed size; undefined if nothing tells it. */
  readonly bytes: number | undefined;
  /** The bytes on the wire, if the runtime counts them (containerd since 1.7). */
  readonly bytesRead: number | undefined;
  /** The layers in the order in which they were unpacked; undefined if unknown. */
  readonly layers?: readonly ObservedLayer[];
}

/** A layer that was unpacked (containerd's `diff applied`, logged at level debug). */
export interface ObservedLayer {
  readonly bytes: number;
  readonly unpackMicros: number;
  readonly endMicros: number;
  readonly compressed: boolean;
}

/**
 * One request to a registry (level debug). `first` is a HEAD that opens its connection; `later` is on an open
 * connection.
 */
export interface ObservedRequest {
  readonly registry: string;
  readonly kind: 'first' | 'later';
  readonly micros: number;
}
