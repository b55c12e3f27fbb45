import { describe, expect, it } from 'vitest';
import { type EventedPlegInput, eventedPlegMachine } from '../../../machines/kubelet/evented-pleg.ts';
import type { PlegEvent } from '../../../machines/kubelet/pleg-protocol.ts';
import type {
  ContainerEvent,
  ContainerRuntimeEvent,
} from '../../../machines/runtime/container-runtime-protocol.ts';
import { emptyPodStatus } from '../../../src/rules/kubelet/pleg/pod-status.ts';
import { stage } from '../stage.ts';

// EventedPLEG of pkg/kubelet/pleg/evented.go, v1.36.3 and v1.37.2 (gate EventedPLEG, alpha and off in every
// release).

function evented({ failures = 0, events = 'writeStatus' as EventedPlegInput['events'] } = {}) {
  const world = stage();
  let left = failures;
  const runtime = world.listen<ContainerRuntimeEvent>('runtime', (event) => {
    if (event.type === 'STREAM.REQUESTED' && left-- > 0) event.requester.send({ type: 'STREAM.FAILED' });
  });
  const actor = world.start(eventedPlegMachine, {
    name: 'evented-pleg',
    recorder: world.recorder,
    pleg: world.listen<PlegEvent>('pleg'),
    runtime,
    events,
    fallback: { relistPeriodMicros: 1_000_000, relistThresholdMicros: 180_000_000 },
  });
  const status = { ...emptyPodStatus('web'), sandboxes: [{ id: 's', isReady: true, ip: '' }] };
  return {
    ...world,
    actor,
    happens: (kind: ContainerEvent['kind'], containerId: string) =>
      actor.send({ type: 'CONTAINER_EVENT.RECEIVED', kind, containerId, createdAtMicros: 7, status }),
    written: () =>
      world.messagesTo('pleg').flatMap((message) => {
        if (message.type !== 'STATUS.WRITTEN') return [];
        const events = message.events as readonly { eventType: string; data: string }[];
        return [[message.write, ...events.map(({ eventType, data }) => `${eventType} ${data}`)]];
      }),
  };
}

describe('container events', () => {
  it('write the cache and become lifecycle events; a container that is only created has none', () => {
    const world = evented();
    world.happens('created', 'c');
    world.happens('started', 'c');
    world.happens('stopped', 'c');
    world.happens('deleted', 'c');
    world.happens('deleted', 's');
    expect(world.written()).toEqual([
      ['status'],
      ['status', 'ContainerStarted c'],
      ['status', 'ContainerDied c'],
      ['nothing', 'ContainerDied c', 'ContainerRemoved c'],
      ['removal', 'ContainerDied s', 'ContainerRemoved s'],
    ]);
  });

  it('let those who wait for newer statuses go every five seconds (updateGlobalCache)', () => {
    const world = evented();
    world.run(11_000_000);
    expect(world.timesOf('pleg', 'CACHE_TIME.UPDATED')).toEqual([0, 5_000, 10_000]);
  });
});

describe('a stream that fails', () => {
  it('is asked for again after a relist', () => {
    const world = evented({ failures: 4 });
    expect(world.messagesTo('runtime')).toHaveLength(5);
    expect(world.timesOf('pleg', 'GLOBAL_RELIST.REQUESTED')).toHaveLength(4);
    expect(world.actor.getSnapshot().hasTag('running')).toBe(true);
  });

  it('five times is given up for relists every second', () => {
    const world = evented({ failures: 5 });
    world.run(60_000_000);
    expect(world.messagesTo('runtime')).toHaveLength(5);
    const last = world.messagesTo('pleg').slice(-3);
    expect(last).toEqual([
      { type: 'STOP.REQUESTED' },
      { type: 'UPDATE.REQUESTED', relistPeriodMicros: 1_000_000, relistThresholdMicros: 180_000_000 },
      { type: 'START.REQUESTED' },
    ]);
  });
});

describe('from 1.37 on', () => {
  it('a container that stops has its pod relisted; no status is written and no other event starts a relist', () => {
    const world = evented({ events: 'askForRelist' });
    for (const kind of ['created', 'started', 'stopped', 'deleted'] as const) world.happens(kind, 'c');
    world.run(60_000_000);
    expect(world.messagesTo('pleg')).toEqual([{ type: 'RELIST.REQUESTED', uid: 'web' }]);
  });

  it('a stream that fails is asked for again four times, without a relist, and then given up', () => {
    const world = evented({ events: 'askForRelist', failures: 5 });
    world.run(60_000_000);
    expect(world.messagesTo('runtime')).toHaveLength(5);
    expect(world.messagesTo('pleg')).toEqual([]);
    expect(world.actor.getSnapshot().value).toBe('givenUp');
  });
});
