/** Something that was seen of a node. Times are microseconds since 1970, or of the run where it is compared with one. */
export type Sight = EventSight | CallSight | ArrivalSight;

interface Seen {
  /** `file:line`, for people. */
  readonly at: string;
  /** The earliest and the latest moment at which it may have happened: most times are cut to the second. */
  readonly lowMicros: number;
  readonly highMicros: number;
}

/** A Kubernetes event about a pod. */
export interface EventSight extends Seen {
  readonly what: 'event';
  /** `namespace/name` */
  readonly pod: string;
  /** The pod's node; undefined if nothing tells it. */
  readonly node: string | undefined;
  /** `spec.containers{app}`; empty for the pod itself. */
  readonly fieldPath: string;
  readonly reason: string;
  readonly message: string;
  /** How often it was counted; then `first` is the time of the first, and `lowMicros` and `highMicros` of the last. */
  readonly count: number;
  readonly first: { readonly lowMicros: number; readonly highMicros: number };
}

/** The begin or the end of a call of PullImage. */
export interface CallSight extends Seen {
  readonly what: 'call';
  readonly edge: 'begin' | 'end';
  readonly image: string;
  /** Of an end: undefined if the pull ended well. */
  readonly error: string | undefined;
}

/** The kubelet was told of a pod. */
export interface ArrivalSight extends Seen {
  readonly what: 'arrival';
  readonly pod: string;
}

/** Returns the sight with its times moved. */
export function moved<S extends Sight>(sight: S, byMicros: number): S {
  const times = { lowMicros: sight.lowMicros + byMicros, highMicros: sight.highMicros + byMicros };
  if (sight.what !== 'event') return { ...sight, ...times };
  const { lowMicros, highMicros } = sight.first;
  return { ...sight, ...times, first: { lowMicros: lowMicros + byMicros, highMicros: highMicros + byMicros } };
}

/** Returns the moment at which it happened most likely. */
export function middleOf({ lowMicros, highMicros }: { readonly lowMicros: number; readonly highMicros: number }): number {
  return (lowMicros + highMicros) / 2;
}

/** Returns what it says, without times: `event default/web spec.containers{app} BackOff Back-off pulling image "web:1"`. */
export function textOf(sight: Sight): string {
  switch (sight.what) {
    case 'arrival':
      return `pod ${sight.pod} comes to the kubelet`;
    case 'call':
      return `PullImage ${sight.image} ${sight.edge === 'begin' ? 'begins' : sight.error === undefined ? 'ends well' : 'fails'}`;
    case 'event':
      return `${sight.reason} of ${sight.pod}${sight.fieldPath === '' ? '' : ` ${sight.fieldPath}`}: ${sight.message}`;
  }
}
