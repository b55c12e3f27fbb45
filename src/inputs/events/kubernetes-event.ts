import { parseTimestamp } from './timestamp.ts';

/** The fields of an Event of `v1` or `events.k8s.io/v1` that matter here. */
export interface KubernetesEvent {
  readonly reason: string;
  readonly message: string;
  /** When it was last seen, and how much later that may have been: most times have whole seconds. */
  readonly micros: number;
  readonly spreadMicros: number;
  /** When it was first seen: the same where it was seen once. */
  readonly firstMicros: number;
  readonly node: string | undefined;
}

/**
 * Returns the event; undefined if the value is none, or has no message or time. The newer kind calls the
 * older one's fields `deprecated…`.
 */
export function kubernetesEvent(value: unknown): KubernetesEvent | undefined {
  const event = objectOf(value);
  const message = event.message ?? event.note;
  if (typeof message !== 'string') return undefined;
  const series = objectOf(event.series);
  const metadata = objectOf(event.metadata);
  const times = [
    series.lastObservedTime,
    event.lastTimestamp,
    event.deprecatedLastTimestamp,
    event.eventTime,
    event.firstTimestamp,
    event.deprecatedFirstTimestamp,
    metadata.creationTimestamp,
  ];
  const isTime = (one: unknown): one is string =>
    typeof one === 'string' && parseTimestamp(one) !== undefined;
  const time = times.find(isTime);
  if (time === undefined) return undefined;
  const first =
    [event.firstTimestamp, event.deprecatedFirstTimestamp, event.eventTime, time].find(isTime) ?? time;
  const source = objectOf(event.source ?? event.deprecatedSource);
  const node = [source.host, event.reportingInstance].find((one) => typeof one === 'string' && one !== '');
  return {
    reason: typeof event.reason === 'string' ? event.reason : '',
    message,
    micros: parseTimestamp(time) ?? 0,
    spreadMicros: time.includes('.') ? 0 : 1_000_000,
    firstMicros: Math.min(parseTimestamp(first) ?? 0, parseTimestamp(time) ?? 0),
    node: typeof node === 'string' ? node : undefined,
  };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
