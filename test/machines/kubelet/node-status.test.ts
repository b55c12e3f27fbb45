import { expect, it } from 'vitest';
import { nodeStatusMachine } from '../../../machines/kubelet/node-status.ts';
import type { PlegEvent } from '../../../machines/kubelet/pleg-protocol.ts';
import { stage } from '../stage.ts';

/** What a kubelet posts of a node whose PLEG is as healthy as `state` says. */
function nodeStatus(originMicros = 0) {
  const world = stage();
  const state = { isHealthy: true };
  const pleg = world.listen<PlegEvent>('pleg', (event) => {
    if (event.type !== 'HEALTH.REQUESTED') return;
    const health = state.isHealthy
      ? { isHealthy: true }
      : { isHealthy: false, message: 'pleg was last seen active 4m0s ago' };
    event.requester.send({ type: 'HEALTH.ANSWERED', health, sinceMicros: 0, by: 'pleg' });
  });
  const { recorder, clock } = world;
  const machine = world.start(nodeStatusMachine, {
    name: 'node-status',
    node: 'node-1',
    recorder,
    clock,
    pleg,
    originMicros,
  });
  /** PLEG's health changes, and the sync loop notices. */
  const change = (seconds: number, isHealthy: boolean) =>
    world.at(seconds * 1_000_000, () => {
      state.isHealthy = isHealthy;
      machine.send({ type: 'RUNTIME_STATE.CHANGED', isHealthy });
    });
  const looks = () => world.timesOf('pleg').map((ms) => ms / 1000);
  const told = () =>
    world.observed.map(({ atMicros, observation: one }) => {
      const what =
        one.type === 'condition'
          ? `${one.condition}=${one.status} ${one.reason}: ${one.message}`
          : one.type === 'event'
            ? one.message
            : '';
      return `${atMicros / 1e6} ${what}`;
    });
  return { ...world, change, looks, told };
}

// syncNodeStatus, ReadyCondition and recordNodeStatusEvent of pkg/kubelet, v1.36.3; every
// nodeStatusUpdateFrequency (10 s).
it('is posted as not ready at the next post after PLEG fell ill, with PLEG’s words, and once', () => {
  const world = nodeStatus();
  world.change(13, false);
  world.run(55_000_000);
  expect(world.looks()).toEqual([20, 30, 40, 50]);
  expect(world.told()).toEqual([
    '20 Ready=False KubeletNotReady: PLEG is not healthy: pleg was last seen active 4m0s ago',
    '20 Node node-1 status is now: NodeNotReady',
  ]);
});

it('is posted as ready at the first post after PLEG has recovered, and is not checked until the next failure', () => {
  const world = nodeStatus();
  world.change(13, false);
  world.change(34, true);
  world.run(90_000_000);
  expect(world.looks()).toEqual([20, 30, 40]);
  expect(world.told().slice(2)).toEqual([
    '40 Ready=True KubeletReady: kubelet is posting ready status',
    '40 Node node-1 status is now: NodeReady',
  ]);
  expect(world.unhandled).toEqual([]);
});

it('shows nothing of an illness between two posts', () => {
  const world = nodeStatus();
  world.change(13, false);
  world.change(15, true);
  world.run(60_000_000);
  expect(world.looks()).toEqual([20]);
  expect(world.told()).toEqual([]);
});

it('does not look while PLEG is healthy', () => {
  const world = nodeStatus();
  world.change(13, true);
  world.run(60_000_000);
  expect(world.looks()).toEqual([]);
});

it('posts every 10 s from its own beginning on, and falls ill again after a recovery', () => {
  const world = nodeStatus(-7_000_000);
  world.change(2, false);
  world.change(4, true);
  world.change(20, false);
  world.run(25_000_000);
  expect(world.looks()).toEqual([3, 13, 23]);
  expect(
    world
      .told()
      .filter((line) => line.includes('Ready='))
      .map((line) => line.split(' ', 2).join(' ')),
  ).toEqual(['3 Ready=False', '13 Ready=True', '23 Ready=False']);
});
