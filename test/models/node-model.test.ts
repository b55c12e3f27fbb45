import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../../machines/node-protocol.ts';
import { nodeModel } from '../../src/models/node-model.ts';
import type { ReplayedStep } from '../../src/models/replay-path.ts';
import { onEvery, saidOf, waysOf } from './ways.ts';

// A kubelet that starts syncs all pods of its node (syncLoop's ADD from the API server, v1.36.3).
const ways = waysOf(nodeModel);

/** Whether this event makes a kubelet start. */
function startsKubelet({ sent: { type } }: ReplayedStep): boolean {
  return type === 'DRAW.ANSWERED' || type.startsWith('xstate.after.');
}

describe('a node', () => {
  test('has a kubelet exactly while it is up', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot } of steps) {
        expect('kubelet' in snapshot.children).toBe(state === 'up');
        expect((snapshot.context as NodeContext).kubelet !== undefined).toBe(state === 'up');
      }
    });
  });

  test('tells a kubelet that starts of each pod that is bound to it, once and in order of arrival', () => {
    onEvery(ways, ({ steps }) => {
      for (const step of steps.filter(startsKubelet)) {
        const heard = step.said
          .filter(({ to, message }) => to === 'kubelet' && message.type === 'POD.ADDED')
          .map(({ message }) => message.spec);
        expect(heard).toEqual([...(step.snapshot.context as NodeContext).pods.values()]);
      }
    });
  });

  test('tells a running kubelet of each pod that arrives, and none that is down', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said, state } of steps.filter((step) => step.sent.type === 'POD.ARRIVED')) {
        const heard = said.filter(({ to, message }) => to === 'kubelet' && message.type === 'POD.ADDED').map(({ message }) => message.spec);
        expect(heard).toEqual(state === 'up' ? [Reflect.get(sent, 'spec')] : []);
      }
    });
  });

  test('lets its runtime and its pull records know once when a kubelet goes', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ state, said }, index) => {
        const goes = steps[index - 1]?.state === 'up' && state !== 'up';
        const told = said.filter(({ message }) => message.type === 'KUBELET.GONE').map(({ to }) => to);
        expect(told.sort()).toEqual(goes ? ['images', 'pullRecords'] : []);
      });
    });
  });

  test('takes its runtime and images down with it', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ state, said }, index) => {
        const goesDown = state === 'rebooting' && steps[index - 1]?.state !== 'rebooting';
        const told = said.filter(({ message }) => message.type === 'NODE.REBOOTED').map(({ to }) => to);
        expect(told.sort()).toEqual(goesDown ? ['images', 'runtime'] : []);
      });
    });
  });

  test('hands every fault to the disk and to the image service', () => {
    onEvery(ways, ({ steps }) => {
      for (const step of steps.filter(({ sent }) => sent.type.startsWith('FAULT.'))) {
        const told = saidOf({ steps: [step] }, step.sent.type);
        expect(told).toHaveLength(2);
      }
    });
  });
});
