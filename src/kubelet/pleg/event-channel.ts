import { emptyFifo, type Fifo, items, push } from '../../collections/fifo.ts';
import { withChanges } from '../../collections/with-changes.ts';
import type { PodLifecycleEvent } from './pod-lifecycle-event.ts';

/** The channel between PLEG and the sync loop: what it has no room for is lost. */
export interface EventChannel {
  readonly capacity: number;
  readonly events: Fifo<PodLifecycleEvent>;
  /** Since the start; `pleg_discard_events`. */
  readonly discarded: number;
}

/** `plegChannelCapacity` of pkg/kubelet/kubelet.go. */
export const plegChannelCapacity = 1000;

/** Returns an empty channel. */
export function emptyChannel(capacity: number): EventChannel {
  return { capacity, events: emptyFifo(), discarded: 0 };
}

/** The channel with these events, as many as there is room for; the others are never sent again. */
export function withEvents(channel: EventChannel, sent: readonly PodLifecycleEvent[]): EventChannel {
  const room = Math.max(0, channel.capacity - channel.events.size);
  const discarded = channel.discarded + Math.max(0, sent.length - room);
  return withChanges(channel, { events: sent.slice(0, room).reduce(push, channel.events), discarded });
}

/** The channel after somebody has read it. */
export function drained(channel: EventChannel): EventChannel {
  return withChanges(channel, { events: emptyFifo() });
}

/** What is in the channel, the oldest first. */
export function eventsIn(channel: EventChannel): readonly PodLifecycleEvent[] {
  return items(channel.events);
}
