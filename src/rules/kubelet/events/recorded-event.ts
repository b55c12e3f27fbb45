/** An event as a component hands it to its recorder. */
export interface RecordedEvent {
  /** `kubelet` */
  readonly component: string;
  /** The node it runs on. */
  readonly host: string;
  readonly kind: 'Pod' | 'Node';
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** `spec.containers{app}`; empty: the object itself. */
  readonly fieldPath: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** An event as it is (to be) written to the API server. Times are whole microseconds. */
export interface ApiEvent extends RecordedEvent {
  /** Stands for the object's name: a later write under the same id replaces the event. */
  readonly id: string;
  readonly count: number;
  readonly firstMicros: number;
  readonly lastMicros: number;
}

/**
 * One text for events that differ in nothing but time. Mirrors `getEventKey` of
 * client-go/tools/record/events_cache.go (v0.36.3).
 */
export function eventKey(event: RecordedEvent): string {
  return [objectKey(event), event.fieldPath, event.type, event.reason, event.message].join('\n');
}

/** One text for the source and the object that the event is about. */
export function objectKey({ component, host, kind, namespace, name, uid }: RecordedEvent): string {
  return [component, host, kind, namespace, name, uid].join('\n');
}

/** How a kubelet release hands its events to the API server. */
export interface EventRules {
  /**
   * Whether Normal and Warning events of an object have a bucket each (client-go since 0.32), or share one.
   */
  readonly spamKeyHasType: boolean;
  /**
   * The defaults of `eventRecordQPS` and `eventBurst`, per second and at once; the API client waits, it does
   * not drop.
   */
  readonly recordQps: number;
  readonly recordBurst: number;
}

/** How long the API server keeps an event after its last write: `--event-ttl`, one hour unless set. */
export const eventTtlMicros = 3_600_000_000;
