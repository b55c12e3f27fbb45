import { parseTimestamp } from './timestamp.ts';

/** What an Event is about. */
interface EventObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string | undefined;
  /** `spec.containers{app}`; empty for the object itself. */
  readonly fieldPath: string;
}

/** The fields of an Event of `v1` or `events.k8s.io/v1` that matter here. */
export interface KubernetesEvent {
  readonly reason: string;
  readonly message: string;
  readonly object: EventObject;
  /** `kubelet`, `default-scheduler`; undefined if the event does not say. */
  readonly component: string | undefined;
  /** How often it was counted. */
  readonly count: number;
  /** When it was last seen, and how much later that may have been: most times have whole seconds. */
  readonly micros: number;
  readonly spreadMicros: number;
  /** When it was first seen: the same where it was seen once. */
  readonly firstMicros: number;
  readonly firstSpreadMicros: number;
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
  const times = timesOf(event);
  if (times === undefined) return undefined;
  const source = objectOf(event.source ?? event.deprecatedSource);
  const component = [source.component, event.reportingController, event.reportingComponent].find(isText);
  return {
    reason: typeof event.reason === 'string' ? event.reason : '',
    message,
    object: eventObject(objectOf(event.involvedObject ?? event.regarding)),
    component,
    count: countOf(event),
    ...times,
    node: [source.host, component === 'default-scheduler' ? undefined : event.reportingInstance].find(isText),
  };
}

function timesOf(
  event: Readonly<Record<string, unknown>>,
): Pick<KubernetesEvent, 'micros' | 'spreadMicros' | 'firstMicros' | 'firstSpreadMicros'> | undefined {
  const metadata = objectOf(event.metadata);
  const times = [
    objectOf(event.series).lastObservedTime,
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
  const micros = parseTimestamp(time) ?? 0;
  const firstMicros = Math.min(parseTimestamp(first) ?? 0, micros);
  const spreadMicros = time.includes('.') ? 0 : secondMicros;
  const ages = objectOf(event.printedAges);
  if (typeof ages.lastSpreadMicros === 'number' && typeof ages.firstSpreadMicros === 'number')
    return {
      micros,
      spreadMicros: ages.lastSpreadMicros,
      firstMicros,
      firstSpreadMicros: ages.firstSpreadMicros,
    };
  const nameMicros = timeInName(metadata.name, firstMicros);
  if (nameMicros === undefined || first.includes('.'))
    return { micros, spreadMicros, firstMicros, firstSpreadMicros: first.includes('.') ? 0 : secondMicros };
  const isSeenOnce = micros === firstMicros && countOf(event) === 1;
  return {
    ...(isSeenOnce ? { micros: nameMicros, spreadMicros: 0 } : { micros, spreadMicros }),
    firstMicros: nameMicros,
    firstSpreadMicros: 0,
  };
}

const secondMicros = 1_000_000;

/**
 * An event's name ends with the nanosecond at which its recorder made it, in hexadecimal (makeEvent in
 * client-go's tools/record/event.go). undefined if the name's end is not within the second of the first time.
 */
function timeInName(name: unknown, firstMicros: number): number | undefined {
  const digits = typeof name === 'string' ? /\.([0-9a-f]{15,16})$/.exec(name)?.[1] : undefined;
  if (digits === undefined) return undefined;
  const micros = Number(BigInt(`0x${digits}`) / 1_000n);
  return micros >= firstMicros && micros < firstMicros + secondMicros ? micros : undefined;
}

function countOf(event: Readonly<Record<string, unknown>>): number {
  const counts = [objectOf(event.series).count, event.count, event.deprecatedCount];
  return counts.find((one): one is number => typeof one === 'number' && one > 0) ?? 1;
}

function eventObject(object: Readonly<Record<string, unknown>>): EventObject {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    kind: textOf(object.kind),
    namespace: textOf(object.namespace) || 'default',
    name: textOf(object.name),
    uid: isText(object.uid) ? object.uid : undefined,
    fieldPath: textOf(object.fieldPath),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
