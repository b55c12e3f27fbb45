import { describe, expect, it } from 'vitest';
import type { StatusWritten } from '../../../machines/kubelet/pleg-protocol.ts';
import { emptyPodStatus } from '../../../src/rules/kubelet/pleg/pod-status.ts';
import { pleg } from './pleg-world.ts';

// GenericPLEG of pkg/kubelet/pleg/generic.go and the pod cache of pkg/kubelet/container/cache.go, v1.36.3, as
// `windlass run` has them: over the container runtime, which says what has changed. Names in parentheses are
// scripts of pleg.ndjson.gz.

const msOf = (micros: number) => micros / 1000;

describe('the global relist', () => {
  it('begins at once and then a second after the last one ended: the phase drifts by its length', () => {
    const world = pleg();
    world.runTo(3_500);
    expect(world.lists).toEqual([0, 1_005, 2_010, 3_015]);
  });

  it('goes on in the phase of a kubelet that has run for long', () => {
    const world = pleg(-400_000);
    world.runTo(2_000);
    expect(world.lists).toEqual([605, 1_610]);
  });

  it('sees the state at its beginning: a change during a relist waits for the next one', () => {
    const world = pleg();
    world.atMs(1_007, () => world.sandbox('a'));
    world.runTo(3_000);
    expect(world.events()).toEqual(['2015 a ContainerStarted sandbox/1']);
  });

  it('inspects only pods that changed, and sends each change once', () => {
    const world = pleg();
    world.atMs(500, () => world.sandbox('a'));
    world.atMs(600, () => world.sandbox('b'));
    world.atMs(1_500, () => world.start('a'));
    world.runTo(9_000);
    expect(world.events()).toEqual([
      '1010 a ContainerStarted sandbox/1',
      '1010 b ContainerStarted sandbox/1',
      '2015 a ContainerStarted app/0',
    ]);
    const inspected = world.messagesTo('runtime').filter(({ type }) => type === 'POD_STATUS.REQUESTED');
    expect(inspected.map(({ pod }) => (pod as { uid: string }).uid)).toEqual(['a', 'b', 'a']);
  });

  it('records a relist that found a change, and none of a quiet second', () => {
    const world = pleg();
    world.atMs(2_500, () => world.sandbox('a'));
    world.runTo(60_000);
    const events = [{ uid: 'a', eventType: 'ContainerStarted', data: 'a/sandbox/1' }];
    expect(world.pleg()).toEqual([
      { atMicros: 3_020_000, type: 'pleg', state: 'relisted', relists: 4, periodMs: 1000, tookMs: 5, events },
    ]);
  });

  it('a new PLEG before a runtime that has run for long finds every pod, also those that the one before it had listed', () => {
    const world = pleg();
    world.sandbox('a');
    world.start('a');
    world.runTo(3_000);
    const before = world.events().length;
    world.actor.stop();
    world.open();
    world.runTo(4_000);
    expect(world.events().slice(before)).toEqual([
      '3005 a ContainerStarted app/0',
      '3005 a ContainerStarted sandbox/1',
    ]);
  });
});

describe('GetNewerThan', () => {
  it('is answered at once by strictly newer data', () => {
    const world = pleg();
    world.atMs(1_500, () => world.ask('a', 1_004));
    world.runTo(1_500);
    expect(world.heardBy('a')).toEqual(['1500 STATUS.ANSWERED none']);
  });

  it('blocks at an equal time, and an equal time frees it (newer-equal-time-blocks-then-equal-time-frees)', () => {
    const world = pleg();
    world.atMs(1_500, () => world.ask('a', 1_005));
    world.atMs(1_600, () => world.ask('b', 2_010));
    world.runTo(3_000);
    expect(world.heardBy('a')).toEqual(['2015 STATUS.ANSWERED none']);
    expect(world.heardBy('b')).toEqual(['2015 STATUS.ANSWERED none']);
  });

  it('waits for a relist that began after its time, not for one under way', () => {
    const world = pleg();
    world.atMs(1_007, () => world.ask('a', 1_007));
    world.runTo(3_000);
    expect(world.heardBy('a')).toEqual(['2015 STATUS.ANSWERED none']);
  });

  it('waits for the first relist after a restart, and is answered at once by a cache from before', () => {
    const fresh = pleg();
    fresh.ask('a', Number.NEGATIVE_INFINITY);
    fresh.runTo(100);
    expect(fresh.heardBy('a')).toEqual(['5 STATUS.ANSWERED none']);
    const old = pleg(-400_000);
    old.ask('a', Number.NEGATIVE_INFINITY);
    expect(old.heardBy('a')).toEqual(['0 STATUS.ANSWERED none']);
  });

  it('is freed with the new status before the events are read: the cache is written first', () => {
    const world = pleg();
    world.atMs(500, () => world.sandbox('a'));
    world.atMs(600, () => world.ask('a', 600));
    world.runTo(2_000);
    expect(world.heardBy('a')).toEqual(['1010 STATUS.ANSWERED ready']);
    const order = world.heard
      .filter(({ by, message }) => by === 'a' || message.type === 'EVENTS.READ')
      .map(({ by }) => by);
    expect(order).toEqual(['a', 'reader']);
  });
});

describe('a relist on demand (v1.36)', () => {
  it('looks at once, and frees its own pod only', () => {
    const world = pleg();
    world.atMs(500, () => {
      world.sandbox('a');
      world.sandbox('b');
      world.ask('a', 500);
      world.ask('b', 500);
      world.relist('a');
    });
    world.runTo(900);
    expect(world.lists).toEqual([0, 500]);
    expect(world.heardBy('a')).toEqual(['505 STATUS.ANSWERED ready']);
    expect(world.heardBy('b')).toEqual([]);
    world.runTo(2_000);
    expect(world.heardBy('b')).toEqual(['1010 STATUS.ANSWERED ready']);
    expect(world.events()).toEqual(['505 a ContainerStarted sandbox/1', '1010 b ContainerStarted sandbox/1']);
  });

  it('counts as newer than the sync that asked for it, for its pod alone', () => {
    const world = pleg();
    world.atMs(500, () => {
      world.sandbox('a');
      world.relist('a');
    });
    world.atMs(600, () => {
      world.ask('a', 500);
      world.ask('b', 500);
    });
    world.runTo(700);
    expect(world.heardBy('a')).toEqual(['600 STATUS.ANSWERED ready']);
    expect(world.heardBy('b')).toEqual([]);
  });

  it('of a pod that no longer exists does nothing: the worker waits for the global relist (on-demand-pod-gone)', () => {
    const world = pleg();
    world.atMs(500, () => {
      world.ask('a', 500);
      world.relist('a');
    });
    world.runTo(2_000);
    expect(world.heardBy('a')).toEqual(['1010 STATUS.ANSWERED none']);
  });

  it('several are served one after the other, and the global relist comes first (on-demand-delays-global)', () => {
    const world = pleg();
    world.atMs(500, () => ['a', 'b', 'a'].forEach(world.relist));
    world.atMs(1_003, () => ['a', 'b'].forEach(world.relist));
    world.runTo(1_100);
    // The global one fell due at 1005, while `a` was looked at; `b` was asked for before it began, and needs
    // no look of its own.
    expect(world.lists).toEqual([0, 500, 505, 510, 1_003, 1_008]);
  });

  it('asked for during the global relist waits for its end', () => {
    const world = pleg();
    world.atMs(1_007, () => world.relist('a'));
    world.runTo(1_100);
    expect(world.lists).toEqual([0, 1_005, 1_010]);
  });

  it('is dropped where 200 wait already, and where the gate is off (on-demand-queue-of-200, on-demand-gate-off)', () => {
    const world = pleg();
    for (let index = 0; index < 250; index++) world.relist(`pod-${index}`);
    expect(world.actor.getSnapshot().context.requests.size).toBe(200);
    const off = pleg(undefined, { relistsOnDemand: false });
    off.relist('a');
    expect(off.actor.getSnapshot().context.requests.size).toBe(0);
  });
});

describe('faults', () => {
  const down = {
    type: 'FAULT.BEGAN',
    id: 'faults/1',
    fault: { kind: 'runtimeDown', error: 'no runtime' },
  } as const;

  it('a listing that fails is recorded once, with its cause, and then its end', () => {
    const world = pleg();
    world.atMs(1_500, () => world.real.send(down));
    world.atMs(5_500, () => world.real.send({ type: 'FAULT.ENDED', id: 'faults/1' }));
    world.runTo(20_000);
    expect(world.pleg().map(({ atMicros, state, error }) => [msOf(atMicros), state, error])).toEqual([
      [2_015, 'listFailed', 'no runtime'],
      [6_035, 'relisted', undefined],
    ]);
  });

  it('health decays from the start of the last listing that succeeded, to the microsecond', () => {
    const world = pleg();
    const asker = world.listen('asker');
    const ask = () => world.actor.send({ type: 'HEALTH.REQUESTED', requester: asker as never });
    ask();
    world.atMs(1_500, () => world.real.send(down));
    world.at(181_005_000, ask);
    world.at(181_005_001, ask);
    world.runTo(182_000);
    expect(world.messagesTo('asker').map(({ health }) => health)).toEqual([
      { isHealthy: false, message: 'pleg has yet to be successful' },
      { isHealthy: true },
      { isHealthy: false, message: 'pleg was last seen active 3m0.000001s ago; threshold is 3m0s' },
    ]);
  });

  it('an inspection that fails is cached, and its events are held back until one succeeds', () => {
    const world = pleg();
    world.atMs(900, () => world.ask('a', 900));
    world.atMs(950, () => world.sandbox('a'));
    // It fails between the listing and the inspection.
    world.atMs(1_007, () => world.real.send(down));
    world.atMs(1_500, () => world.real.send({ type: 'FAULT.ENDED', id: 'faults/1' }));
    world.runTo(4_000);
    expect(world.heardBy('a')).toEqual(['1010 STATUS.FAILED no runtime']);
    expect(world.events()).toEqual(['2015 a ContainerStarted sandbox/1']);
    expect(world.pleg().map(({ state, uid, error }) => [state, uid, error])).toEqual([
      ['inspectionFailed', 'a', 'no runtime'],
      ['relisted', undefined, undefined],
    ]);
  });

  it('a relist that takes longer or shorter than the one before it is recorded', () => {
    const world = pleg();
    world.sandbox('a');
    const slow = { kind: 'runtimeSlow', listMicros: 200_000, podStatusMicros: null } as const;
    world.atMs(1_500, () => world.real.send({ type: 'FAULT.BEGAN', id: 'faults/1', fault: slow }));
    world.runTo(9_000);
    expect(world.pleg().map(({ relists, tookMs }) => [relists, tookMs])).toEqual([
      [2, 5],
      [3, 200],
    ]);
  });

  it('unread events fill the channel; further events are lost (channel-of-one)', () => {
    const world = pleg(undefined, { channelCapacity: 1 });
    world.atMs(500, () => {
      world.sandbox('a');
      world.start('a');
    });
    world.runTo(9_000);
    expect(world.events()).toEqual(['1010 a ContainerStarted app/0']);
    expect(world.pleg().map(({ discarded }) => discarded)).toEqual([1]);
  });
});

// The gate EventedPLEG: GenericPLEG relists seldom, and the cache has two writers (evented.go, v1.36.3).
describe('what the evented PLEG writes', () => {
  const status = { ...emptyPodStatus('a'), forSync: { sandbox: 'ready', containers: [] } } as const;
  const started = [{ uid: 'a', eventType: 'ContainerStarted', data: 'a/sandbox/1' }] as const;
  const evented = () =>
    pleg(undefined, { isEvented: true, relistPeriodMicros: 300_000_000, relistThresholdMicros: 600_000_000 });
  const write = (world: ReturnType<typeof evented>, write: StatusWritten['write'], createdAtMicros: number) =>
    world.actor.send({ type: 'STATUS.WRITTEN', write, status, createdAtMicros, events: started });

  it('frees who waits for newer data, and its events are read', () => {
    const world = evented();
    world.atMs(500, () => world.ask('a', 500));
    world.atMs(600, () => write(world, 'status', 550_000));
    world.runTo(1_000);
    expect(world.heardBy('a')).toEqual(['600 STATUS.ANSWERED ready']);
    expect(world.events()).toEqual(['600 a ContainerStarted sandbox/1']);
  });

  it('is dropped with its events where the cache has newer data', () => {
    const world = evented();
    world.atMs(600, () => write(world, 'status', 550_000));
    world.atMs(700, () => write(world, 'status', 540_000));
    world.runTo(1_000);
    expect(world.events()).toEqual(['600 a ContainerStarted sandbox/1']);
  });

  it('may be the removal of a pod, or events alone', () => {
    const world = evented();
    world.atMs(500, () => write(world, 'status', 450_000));
    world.atMs(600, () => write(world, 'nothing', 550_000));
    world.atMs(700, () => world.ask('a', 400));
    world.atMs(800, () => write(world, 'removal', 750_000));
    world.atMs(900, () => world.ask('a', 850));
    world.atMs(950, () => world.relist('a'));
    world.runTo(1_000);
    expect(world.heardBy('a').slice(0, 1)).toEqual(['700 STATUS.ANSWERED ready']);
    expect(world.events()).toEqual(['500', '600', '800'].map((ms) => `${ms} a ContainerStarted sandbox/1`));
  });
});
