/** How a kubelet release hands its events to the API server. */
export interface EventRules {
  /** Whether Normal and Warning events of an object have a bucket each (client-go since 0.32), or share one. */
  readonly spamKeyHasType: boolean;
  /** The defaults of `eventRecordQPS` and `eventBurst`, per second and at once; the API client waits, it does not drop. */
  readonly recordQps: number;
  readonly recordBurst: number;
}

/** How long the API server keeps an event after its last write: `--event-ttl`, one hour unless set. */
export const eventTtlMicros = 3_600_000_000;
