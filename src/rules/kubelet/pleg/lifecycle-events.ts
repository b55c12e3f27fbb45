import { emptyFifo, type Fifo, items, push } from '../../collections/fifo.ts';
import { withChanges } from '../../values/with-changes.ts';

/** `PodLifecycleEventType` of pkg/kubelet/pleg/pleg.go. `ContainerChanged` is computed and never sent. */
export type PodLifecycleEventType =
  | 'ContainerStarted'
  | 'ContainerDied'
  | 'ContainerRemoved'
  | 'ContainerChanged'
  | 'PodSync';

/** An event about a pod. `data` is the id of a container or sandbox, and absent for PodSync. */
export interface PodLifecycleEvent {
  readonly uid: string;
  readonly eventType: PodLifecycleEventType;
  readonly data?: string;
}

/** Whether the sync loop syncs the pod for it; mirrors `isSyncPodWorthy` in pkg/kubelet/kubelet.go. */
export function isSyncPodWorthy({ eventType }: PodLifecycleEvent): boolean {
  return eventType !== 'ContainerRemoved';
}

/** The channel between PLEG and the sync loop. Events that it has no room for are lost. */
export interface EventChannel {
  readonly capacity: number;
  readonly events: Fifo<PodLifecycleEvent>;
  /** How many events have been lost since the start (`pleg_discard_events`). */
  readonly discarded: number;
}

/** `plegChannelCapacity` of pkg/kubelet/kubelet.go. */
export const plegChannelCapacity = 1000;

/** Returns an empty channel. */
export function emptyChannel(capacity: number): EventChannel {
  return { capacity, events: emptyFifo(), discarded: 0 };
}

/** Returns the channel with as many of these events as there is room for. The others are never sent again. */
export function withEvents(channel: EventChannel, sent: readonly PodLifecycleEvent[]): EventChannel {
  const room = Math.max(0, channel.capacity - channel.events.size);
  const discarded = channel.discarded + Math.max(0, sent.length - room);
  return withChanges(channel, { events: sent.slice(0, room).reduce(push, channel.events), discarded });
}

/** Returns the channel after it has been read. */
export function drained(channel: EventChannel): EventChannel {
  return withChanges(channel, { events: emptyFifo() });
}

/** Returns the events in the channel, the oldest first. */
export function eventsIn(channel: EventChannel): readonly PodLifecycleEvent[] {
  return items(channel.events);
}
