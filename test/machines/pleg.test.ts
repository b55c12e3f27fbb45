import { describe, expect, it } from 'vitest';
import { type ContainerRuntimeEvent, containerRuntimeMachine } from '../../machines/container-runtime.ts';
import { type PlegAnswer, plegMachine } from '../../machines/pleg.ts';
import { stage } from './stage.ts';

// GenericPLEG (pkg/kubelet/pleg/generic.go) and the pod cache (pkg/kubelet/container/cache.go), v1.36.3; semantics §1.2, §10, §17.

const ref = (uid: string) => ({ namespace: 'default', name: uid, uid });
const msOf = (micros: number) => micros / 1000;

/** A PLEG before a real container runtime; relists begin at 0, 1005, 2010, … ms and take 5 ms. */
function pleg(lastRelistMicros: number | undefined = undefined) {
  const world = stage();
  const { recorder, clock } = world;
  const lists: number[] = [];
  const real = world.start(containerRuntimeMachine, { name: 'runtime', recorder, clock });
  const runtime = world.listen<ContainerRuntimeEvent>('runtime', (event) => {
    if (event.type === 'PODS.LIST_REQUESTED') lists.push(msOf(world.kernel.nowMicros));
    real.send(event);
  });
  const actor = world.start(plegMachine, {
    name: 'pleg',
    recorder,
    clock,
    runtime,
    lastRelistMicros,
    relistPeriodMicros: 1_000_000,
    relistMicros: 5_000,
  });
  const workers = new Map(
    ['a', 'b'].map((uid) => {
      const worker = world.listen<PlegAnswer>(uid);
      actor.send({ type: 'POD.WATCHED', uid, worker });
      return [uid, worker] as const;
    }),
  );
  const workerOf = (uid: string) => workers.get(uid) ?? world.listen<PlegAnswer>(uid);
  return {
    ...world,
    actor,
    lists,
    sandbox: (uid: string) => real.send({ type: 'SANDBOX.CREATED', pod: ref(uid), purged: [] }),
    start: (uid: string) => real.send({ type: 'CONTAINER.STARTED', pod: ref(uid), container: 'app', runsForMicros: null, exitCode: 0 }),
    /** A PLEG anew, as after a restart of the kubelet: what it tells the worker of `a`, and its status there. */
    start2() {
      const worker = world.listen<PlegAnswer>('a2');
      const own = {
        name: 'pleg',
        recorder,
        clock,
        runtime,
        lastRelistMicros: undefined,
        relistPeriodMicros: 1_000_000,
        relistMicros: 5_000,
      };
      const again = world.start(plegMachine, own);
      again.send({ type: 'POD.WATCHED', uid: 'a', worker });
      return () => {
        const status = again.getSnapshot().context.cache.get('a');
        const states = [status?.sandbox, ...(status?.containers ?? []).map((one) => one.state)].join(' ');
        return ['a', ...world.messagesTo('a2').map((message) => message.type), states];
      };
    },
    ask: (uid: string, minMs: number) => actor.send({ type: 'STATUS.REQUESTED', uid, minMicros: minMs * 1000, requester: workerOf(uid) }),
    relist: (uid: string) => actor.send({ type: 'RELIST.REQUESTED', uid }),
    atMs: (ms: number, act: () => void) => world.at(ms * 1000, act),
    runTo: (ms: number) => world.run(ms * 1000),
    /** What a worker heard, `1005 POD.CHANGED`. */
    heardBy: (uid: string) =>
      world.heard
        .filter((one) => one.by === uid)
        .map(({ atMicros, message }) => {
          const { status } = message as { status?: { sandbox: string; containers: readonly { state: string }[] } };
          const seen = status === undefined ? '' : ` ${[status.sandbox, ...status.containers.map((one) => one.state)].join(' ')}`;
          return `${msOf(atMicros)} ${message.type}${seen}`;
        }),
  };
}

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

  it('sees the moment of its beginning: what happens while it runs waits for the next', () => {
    const world = pleg();
    world.atMs(1_007, () => world.sandbox('a'));
    world.runTo(3_000);
    expect(world.heardBy('a')).toEqual(['2015 POD.CHANGED']);
  });

  it('sends events to the pods that changed only', () => {
    const world = pleg();
    world.atMs(500, () => world.sandbox('a'));
    world.atMs(1_500, () => world.start('a'));
    world.runTo(5_000);
    expect(world.heardBy('a')).toEqual(['1010 POD.CHANGED', '2015 POD.CHANGED']);
    expect(world.heardBy('b')).toEqual([]);
  });

  it('a pod that nobody watches is no trouble', () => {
    const world = pleg();
    world.atMs(500, () => world.sandbox('stranger'));
    world.runTo(2_000);
    expect(world.unhandled).toEqual([]);
  });
});

describe('a new PLEG before a runtime that has run for long', () => {
  it('finds every pod, also those that the one before it had listed', () => {
    const world = pleg();
    world.sandbox('a');
    world.start('a');
    world.runTo(3_000);
    const second = world.start2();
    world.runTo(4_000);
    expect(second()).toEqual(['a', 'POD.CHANGED', 'ready running']);
  });
});

it('a pod that is forgotten hears no more', () => {
  const world = pleg();
  world.atMs(500, () => world.actor.send({ type: 'POD.FORGOTTEN', uid: 'a' }));
  world.atMs(600, () => world.sandbox('a'));
  world.runTo(2_000);
  expect(world.heardBy('a')).toEqual([]);
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

  it('is freed with the new status before the event is sent: the cache is written first', () => {
    const world = pleg();
    world.atMs(500, () => world.sandbox('a'));
    world.atMs(600, () => world.ask('a', 600));
    world.runTo(2_000);
    expect(world.heardBy('a')).toEqual(['1010 STATUS.ANSWERED ready', '1010 POD.CHANGED']);
  });

  it('frees those whose pods did not change last, with the cache’s time', () => {
    const world = pleg();
    world.atMs(500, () => world.sandbox('b'));
    world.atMs(600, () => world.ask('a', 600));
    world.atMs(601, () => world.ask('b', 601));
    world.runTo(2_000);
    const order = world.heard.filter((one) => one.by === 'a' || one.by === 'b').map((one) => `${one.by} ${one.message.type}`);
    expect(order).toEqual(['b STATUS.ANSWERED', 'b POD.CHANGED', 'a STATUS.ANSWERED']);
  });
});

describe('a relist on demand (v1.36)', () => {
  it('looks at once, and frees and tells its own pod only', () => {
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
    expect(world.heardBy('a')).toEqual(['505 STATUS.ANSWERED ready', '505 POD.CHANGED']);
    expect(world.heardBy('b')).toEqual([]);
    world.runTo(2_000);
    expect(world.heardBy('b')).toEqual(['1010 STATUS.ANSWERED ready', '1010 POD.CHANGED']);
  });

  it('counts as newer data for its pod alone', () => {
    const world = pleg();
    world.atMs(500, () => world.relist('a'));
    world.atMs(600, () => {
      world.ask('a', 499);
      world.ask('b', 499);
    });
    world.runTo(700);
    expect(world.heardBy('a')).toEqual(['600 STATUS.ANSWERED none']);
    expect(world.heardBy('b')).toEqual([]);
  });

  it('several are served one after the other', () => {
    const world = pleg();
    world.atMs(500, () => {
      world.relist('a');
      world.relist('b');
      world.relist('a');
    });
    world.runTo(600);
    expect(world.lists).toEqual([0, 500, 505, 510]);
  });

  it('asked for during the global relist waits for its end', () => {
    const world = pleg();
    world.atMs(1_007, () => world.relist('a'));
    world.runTo(1_100);
    expect(world.lists).toEqual([0, 1_005, 1_010]);
  });

  it('delays a global relist that falls due meanwhile, which still comes', () => {
    const world = pleg();
    world.atMs(1_003, () => world.relist('a'));
    world.runTo(2_500);
    const [, onDemand, global, next] = world.lists;
    expect(onDemand).toBe(1_003);
    expect(global).toBeGreaterThanOrEqual(1_008);
    expect(global).toBeLessThanOrEqual(1_013);
    expect(next).toBe((global ?? 0) + 1_005);
  });

  it('does not repeat the event of its pod at the next global relist', () => {
    const world = pleg();
    world.atMs(500, () => {
      world.sandbox('a');
      world.relist('a');
    });
    world.runTo(3_000);
    expect(world.heardBy('a')).toEqual(['505 POD.CHANGED']);
  });
});
