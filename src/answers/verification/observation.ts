/**
 * Something that was seen of a node. Times are microseconds since 1970, or of the run where it is compared
 * with one.
 */
export type Observation = EventObservation | CallObservation | ArrivalObservation;

interface Observed {
  /** `file:line`, for people. */
  readonly at: string;
  /** The earliest and the latest moment at which it may have happened: most times are cut to the second. */
  readonly lowMicros: number;
  readonly highMicros: number;
}

/** A Kubernetes event about a pod. */
export interface EventObservation extends Observed {
  readonly what: 'event';
  /** `namespace/name` */
  readonly pod: string;
  /** The pod's node; undefined if nothing tells it. */
  readonly node: string | undefined;
  /** The pod's, which its Pod object has too; undefined if nothing tells it. */
  readonly uid: string | undefined;
  /** Whether the kubelet says it, and not the scheduler or a controller. */
  readonly isOfKubelet: boolean;
  /** `spec.containers{app}`; empty for the pod itself. */
  readonly fieldPath: string;
  readonly reason: string;
  readonly message: string;
  /**
   * How often it was counted; then `first` is the time of the first, and `lowMicros` and `highMicros` of the
   * last.
   */
  readonly count: number;
  readonly first: { readonly lowMicros: number; readonly highMicros: number };
}

/** The begin or the end of a call of PullImage. */
export interface CallObservation extends Observed {
  readonly what: 'call';
  readonly edge: 'begin' | 'end';
  readonly image: string;
  /** Of an end: undefined if the pull ended well. */
  readonly error: string | undefined;
}

/** The kubelet was told of a pod. */
interface ArrivalObservation extends Observed {
  readonly what: 'arrival';
  readonly pod: string;
}

/** Returns the observation with its times moved. */
export function moved<S extends Observation>(observation: S, byMicros: number): S {
  const times = {
    lowMicros: observation.lowMicros + byMicros,
    highMicros: observation.highMicros + byMicros,
  };
  if (observation.what !== 'event') return { ...observation, ...times };
  const { lowMicros, highMicros } = observation.first;
  return {
    ...observation,
    ...times,
    first: { lowMicros: lowMicros + byMicros, highMicros: highMicros + byMicros },
  };
}

/** Returns the moment at which it happened most likely. */
export function middleOf({
  lowMicros,
  highMicros,
}: {
  readonly lowMicros: number;
  readonly highMicros: number;
}): number {
  return (lowMicros + highMicros) / 2;
}

/**
 * Returns what it says, without times:
 * `event default/web spec.containers{app} BackOff Back-off pulling image "web:1"`.
 */
export function textOf(observation: Observation): string {
  switch (observation.what) {
    case 'arrival':
      return `pod ${observation.pod} comes to the kubelet`;
    case 'call':
      return `PullImage ${observation.image} ${observation.edge === 'begin' ? 'begins' : observation.error === undefined ? 'ends well' : 'fails'}`;
    case 'event':
      return `${observation.reason} of ${observation.pod}${observation.fieldPath === '' ? '' : ` ${observation.fieldPath}`}: ${observation.message}`;
  }
}
