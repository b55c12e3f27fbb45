import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../../../../machines/world/node-protocol.ts';
import type { ReplayedStep } from '../../../../src/proof/models/exploration/replay-path.ts';
import { onEvery, saidOf, waysOf } from '../ways.ts';
import { nodeModel } from './node-model.ts';

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

  test('lets each kubelet that starts watch its pods, and none that is down', () => {
    onEvery(ways, ({ steps }) => {
      let watchers = 0;
      for (const step of steps) {
        const told = step.said.filter(({ to }) => to === 'apiServer').map(({ message }) => message.type);
        if (startsKubelet(step)) expect(told).toEqual(['WATCH.BEGAN']);
        watchers +=
          told.filter((type) => type === 'WATCH.BEGAN').length -
          told.filter((type) => type === 'WATCH.ENDED').length;
        expect(watchers).toBe(step.state === 'up' ? 1 : 0);
      }
    });
  });

  test('hands what happens to its pods to the API server, whether its kubelet is up or not', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps.filter((step) => step.sent.type.startsWith('POD.'))) {
        expect(said.filter(({ to }) => to === 'apiServer').map(({ message }) => message)).toEqual([sent]);
      }
    });
  });

  test('lets its disk, its runtimes and its pull records know once when a kubelet goes', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ state, said }, index) => {
        const goes = steps[index - 1]?.state === 'up' && state !== 'up';
        const told = said.filter(({ message }) => message.type === 'KUBELET.GONE').map(({ to }) => to);
        expect(told.sort()).toEqual(goes ? ['disk', 'images', 'pullRecords', 'runtime'] : []);
      });
    });
  });

  test('takes its runtime and images down with it', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ state, said }, index) => {
        const goesDown = state === 'rebooting' && steps[index - 1]?.state !== 'rebooting';
        const told = said.filter(({ message }) => message.type === 'NODE.REBOOTED').map(({ to }) => to);
        expect(told.sort()).toEqual(goesDown ? ['images', 'prePull', 'runtime'] : []);
      });
    });
  });

  test('hands every fault to the disk, to the image service and to the container runtime', () => {
    onEvery(ways, ({ steps }) => {
      for (const step of steps.filter(({ sent }) => sent.type.startsWith('FAULT.'))) {
        const told = saidOf({ steps: [step] }, step.sent.type);
        expect(told).toHaveLength(3);
      }
    });
  });
});
