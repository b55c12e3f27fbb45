import { describe, expect, it } from 'vitest';
import { nodeStatusMachine } from '../../../machines/kubelet/node-status.ts';
import type { ChannelReader, PlegEvent } from '../../../machines/kubelet/pleg-protocol.ts';
import { syncLoopMachine } from '../../../machines/kubelet/sync-loop.ts';
import { modelPod } from '../../../src/proof/models/model-pods.ts';
import { stage } from '../stage.ts';

// syncLoop and syncLoopIteration of pkg/kubelet/kubelet.go, and the Ready condition of
// pkg/kubelet/nodestatus, v1.36.3.

function loop() {
  const world = stage();
  const { recorder, clock } = world;
  const health = {
    sinceMicros: 0 as number | undefined,
    events: [] as { uid: string; eventType: 'ContainerStarted' | 'ContainerRemoved' }[],
  };
  let reader: ChannelReader | undefined;
  const give = () => {
    if (health.events.length > 0) reader?.send({ type: 'EVENTS.READ', events: health.events.splice(0) });
  };
  const pleg = world.listen<PlegEvent>('pleg', (event) => {
    if (event.type === 'HEALTH.REQUESTED') {
      const { sinceMicros } = health;
      const isHealthy = sinceMicros !== undefined && clock.nowMicros() - sinceMicros <= 180_000_000;
      const said = isHealthy ? { isHealthy } : { isHealthy, message: 'too old' };
      event.requester.send({ type: 'HEALTH.ANSWERED', health: said, sinceMicros, by: 'pleg' });
    } else if (event.type === 'CHANNEL.WATCHED') {
      reader = event.reader;
      give();
    } else if (event.type === 'CHANNEL.LEFT') {
      reader = undefined;
    }
  });
  const nodeStatus = world.start(nodeStatusMachine, {
    name: 'node-status',
    node: 'node-1',
    recorder,
    clock,
    pleg,
    originMicros: 0,
  });
  const kubelet = world.listen('kubelet');
  const input = {
    name: 'sync-loop',
    recorder,
    clock,
    pleg,
    nodeStatus,
    tickOriginMicros: 627_776,
    relistThresholdMicros: 180_000_000,
  };
  return {
    ...world,
    health,
    open: () => {
      const actor = world.start(syncLoopMachine, input);
      actor.send({ type: 'POD.WATCHED', uid: 'web', worker: world.listen('web') as never });
      return {
        due: (uid = 'web') => actor.send({ type: 'WORK.DUE', uid }),
        add: () =>
          actor.send({
            type: 'UPDATE.RECEIVED',
            handler: kubelet as never,
            event: { type: 'ADDITION.DISPATCHED', spec: modelPod('web') },
          }),
        tell: (...events: typeof health.events) => {
          health.events.push(...events);
          give();
        },
        forget: () => actor.send({ type: 'POD.FORGOTTEN', uid: 'web' }),
      };
    },
    told: () =>
      world.observed.map(
        ({ atMicros, observation }) =>
          `${atMicros / 1000} ${observation.type} ${'state' in observation ? observation.state : 'reason' in observation ? observation.reason : ''}`,
      ),
  };
}

describe('a loop whose runtime is healthy', () => {
  it('hands out at once: due pods and events to their workers, new pods to the kubelet', () => {
    const world = loop();
    const actor = world.open();
    actor.due();
    actor.add();
    actor.tell({ uid: 'web', eventType: 'ContainerStarted' }, { uid: 'web', eventType: 'ContainerStarted' });
    expect(world.messagesTo('web').map(({ type }) => type)).toEqual(['SYNC.DUE', 'POD.CHANGED']);
    expect(world.messagesTo('kubelet')).toMatchObject([{ type: 'ADDITION.DISPATCHED' }]);
  });

  it('does not sync a pod for a removed container, nor an unknown pod', () => {
    const world = loop();
    const actor = world.open();
    actor.tell(
      { uid: 'web', eventType: 'ContainerRemoved' },
      { uid: 'stranger', eventType: 'ContainerStarted' },
    );
    actor.due('stranger');
    actor.forget();
    actor.due();
    expect(world.messagesTo('web')).toEqual([]);
  });

  it('looks at its health no sooner than it can have become ill, at a tick', () => {
    const world = loop();
    world.open();
    world.at(100_000_000, () => {
      world.health.sinceMicros = 100_000_000;
    });
    world.run(250_000_000);
    const asked = world.heard
      .filter(({ message }) => message.type === 'HEALTH.REQUESTED')
      .map(({ atMicros }) => atMicros);
    expect(asked).toEqual([0, 180_627_776]);
  });
});

describe('a loop whose runtime is ill', () => {
  it('sleeps 100 ms, twice as long each time, 5 s at most, and hands out nothing; then everything, in its order', () => {
    const world = loop();
    world.health.sinceMicros = undefined;
    const actor = world.open();
    actor.add();
    actor.due();
    actor.tell({ uid: 'web', eventType: 'ContainerStarted' });
    world.run(22_000_000);
    expect(world.messagesTo('web')).toEqual([]);
    const asked = world.heard
      .filter(({ message }) => message.type === 'HEALTH.REQUESTED')
      .map(({ atMicros }) => atMicros / 1000);
    // 10 s and 20 s: the node's status asks too.
    expect(asked).toEqual([0, 100, 300, 700, 1_500, 3_100, 6_300, 10_000, 11_300, 16_300, 20_000, 21_300]);
    world.health.sinceMicros = 21_000_000;
    world.run(27_000_000);
    const handed = world.heard
      .filter(({ by }) => by === 'web' || by === 'kubelet')
      .map(({ atMicros, message }) => [atMicros, message.type]);
    expect(handed).toEqual([
      [26_300_000, 'ADDITION.DISPATCHED'],
      [26_300_000, 'SYNC.DUE'],
      [26_300_000, 'POD.CHANGED'],
    ]);
  });

  it('makes the node not ready at its next post, every ten seconds, and ready again at one', () => {
    const world = loop();
    world.open();
    world.at(200_000_000, () => {
      world.health.sinceMicros = 199_000_000;
    });
    world.run(230_000_000);
    expect(world.told()).toEqual([
      '180627.776 syncLoop skipping',
      '190000 condition KubeletNotReady',
      '190000 event NodeNotReady',
      '200000 condition KubeletReady',
      '200000 event NodeReady',
      '201927.776 syncLoop syncing',
    ]);
    expect(
      world.observed.find(({ observation }) => observation.type === 'condition')?.observation,
    ).toMatchObject({
      status: 'False',
      message: 'PLEG is not healthy: too old',
    });
  });

  it('does not show in the node status where it ends before the next post', () => {
    const world = loop();
    world.health.sinceMicros = undefined;
    world.open();
    world.at(5_000_000, () => {
      world.health.sinceMicros = 5_000_000;
    });
    world.run(60_000_000);
    expect(world.told()).toEqual(['0 syncLoop skipping', '6300 syncLoop syncing']);
  });
});
