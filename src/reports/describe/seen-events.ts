import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { EventPipeline, EventStore, isVisible } from '../../rules/kubelet/events/event-sink.ts';
import { type ApiEvent, objectKey, type RecordedEvent } from '../../rules/kubelet/events/recorded-event.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import type { ActorRecord, HeaderRecord, RecordOf } from '../../trace/record.ts';
import { profilesByNode } from '../summary/profiles-by-node.ts';
import { type HappenedEvent, HiddenEvents, hiddenCount } from './hidden-events.ts';

/** What the API server has about an object at a moment, and what else has happened. */
export interface SeenEvents {
  /** The shown events by last time, as kubectl sorts them. */
  readonly shown: readonly ApiEvent[];
  /** All that happened in order of their last time. */
  readonly all: readonly HappenedEvent[];
  /** Of these, those that are hidden in part or in whole. */
  readonly hidden: readonly HappenedEvent[];
  readonly happened: number;
}

/**
 * Returns the events as they are at `atMs`, by object (`objectKeyOf`). Each kubelet sends its events to the
 * API server through its own correlator, which ends with the kubelet, and the API server deletes them after
 * an hour.
 */
export function seenEvents(
  header: HeaderRecord | undefined,
  records: readonly ActorRecord[],
  atMs: number,
): ReadonlyMap<string, SeenEvents> {
  const atMicros = Math.round(atMs * 1000);
  const store = new EventStore();
  const hidden = new HiddenEvents();
  const kubelets = new Kubelets(header, store);
  for (const record of records) {
    if (record.type === 'node') kubelets.noteNode(record);
    if (record.type !== 'event' && record.type !== 'scheduling') continue;
    const event = recordedEvent(record);
    hidden.note(
      event,
      record.at,
      kubelets.pipelineOf(event.host).record(event, Math.round(record.at * 1000), atMicros),
    );
  }
  const shown = groupedBy(store.visible(atMicros), objectKey);
  const storedEventOf = (id: string) => {
    const stored = store.find(id);
    return stored && { count: stored.event.count, isThere: isVisible(stored, atMicros) };
  };
  return new Map(
    [...hidden.objects()].map(([key, object]) => {
      const all = object.all(storedEventOf);
      return [
        key,
        {
          shown: (shown.get(key) ?? []).toSorted(
            (a, b) => wholeSeconds(a.lastMicros) - wholeSeconds(b.lastMicros),
          ),
          all,
          hidden: all.filter((event) => hiddenCount(event) > 0),
          happened: object.happened,
        },
      ];
    }),
  );
}

/** Returns the key of a pod in events, as its kubelet names it. */
export function podKey(
  node: string,
  pod: { readonly namespace: string; readonly name: string; readonly uid: string },
): string {
  return objectKey({ ...kubeletOf(node), kind: 'Pod', ...pod });
}

/** Returns the key of a node. A kubelet uses the node's name as its UID. */
export function nodeKey(node: string): string {
  return objectKey({ ...kubeletOf(node), kind: 'Node', namespace: '', name: node, uid: node });
}

/** Returns the event that a record is about. */
export function recordedEvent(record: RecordOf<'event'> | RecordOf<'scheduling'>): RecordedEvent {
  if (record.type === 'scheduling') return schedulerEvent(record);
  const node = record.node;
  const { eventType: type, reason, message, fieldPath = '', pod } = record;
  const object =
    pod === undefined
      ? { kind: 'Node' as const, namespace: '', name: node, uid: node }
      : { kind: 'Pod' as const, ...pod };
  return { ...kubeletOf(node), ...object, fieldPath, type, reason, message };
}

/** Of a pod that waits for a node, and of its end. */
function schedulerEvent({ state, pod, message = '', boundTo }: RecordOf<'scheduling'>): RecordedEvent {
  const what =
    state === 'waiting'
      ? ({ type: 'Warning', reason: 'FailedScheduling', message } as const)
      : ({
          type: 'Normal',
          reason: 'Scheduled',
          message: `Successfully assigned ${pod.namespace}/${pod.name} to ${boundTo}`,
        } as const);
  return { component: 'default-scheduler', host: '', kind: 'Pod', ...pod, fieldPath: '', ...what };
}

/** Returns the key of a pod in the scheduler's events. */
export function schedulerKey(pod: RecordOf<'scheduling'>['pod']): string {
  return objectKey({
    component: 'default-scheduler',
    host: '',
    kind: 'Pod',
    ...pod,
    fieldPath: '',
    type: 'Normal',
    reason: '',
    message: '',
  });
}

function kubeletOf(node: string) {
  const nothing = { fieldPath: '', type: 'Normal', reason: '', message: '' } as const;
  return { component: 'kubelet', host: node, ...nothing };
}

function wholeSeconds(timeMicros: number): number {
  return Math.floor(timeMicros / 1e6);
}

/** The correlator of each node's kubelet. A kubelet that starts begins with an empty one. */
class Kubelets {
  readonly #pipelines = new Map<string, EventPipeline>();
  readonly #profiles: ReturnType<typeof profilesByNode>;
  readonly #store: EventStore;
  #started = 0;

  constructor(header: HeaderRecord | undefined, store: EventStore) {
    this.#profiles = profilesByNode(header);
    this.#store = store;
  }

  noteNode(record: RecordOf<'node'>): void {
    if (record.state !== 'started') this.#pipelines.delete(record.node);
  }

  pipelineOf(node: string): EventPipeline {
    const known = this.#pipelines.get(node);
    if (known !== undefined) return known;
    const { events } = this.#profiles.get(node) ?? profiles[0];
    this.#started += 1;
    const pipeline = new EventPipeline(events, `${this.#started}`, this.#store);
    this.#pipelines.set(node, pipeline);
    return pipeline;
  }
}
