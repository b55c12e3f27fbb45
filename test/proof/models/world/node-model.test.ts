import { describe, expect, test } from 'vitest';
import type { NodeContext } from '../../../../machines/world/node-protocol.ts';
import type { ReplayedStep } from '../../../../src/proof/models/exploration/replay-path.ts';
import { nodeModel } from '../../../../src/proof/models/world/node-model.ts';
import { onEvery, saidOf, waysOf } from '../ways.ts';

// A kubelet that starts syncs all pods of its node (syncLoop's ADD from the API server, v1.36.3).
const ways = waysOf(nodeModel);

/** States in which a kubelet runs, and of these those in which it watches its pods. */
const withKubelet = ['up', 'registering', 'awaitingNetwork'];
const watching = ['up', 'awaitingNetwork'];

/** Whether this event makes a kubelet watch: it starts, or its node is registered. */
function beginsWatch({ sent: { type }, state }: ReplayedStep): boolean {
  return (type === 'DRAW.ANSWERED' || type.startsWith('xstate.after.')) && watching.includes(state);
}

/** The Ready conditions that a message to the recorder has. */
function readyPosts(message: { readonly type: string }): readonly string[] {
  const { observations = [] } = message as {
    readonly observations?: readonly { readonly type: string; readonly status?: string }[];
  };
  return observations.flatMap(({ type, status }) => (type === 'condition' && status ? [status] : []));
}

describe('a node', () => {
  test('has a kubelet exactly while it is up, or about to be', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot } of steps) {
        expect('kubelet' in snapshot.children).toBe(withKubelet.includes(state));
        expect((snapshot.context as NodeContext).kubelet !== undefined).toBe(withKubelet.includes(state));
      }
    });
  });

  test('lets each kubelet of a registered node watch its pods, and none that is down', () => {
    onEvery(ways, ({ steps }) => {
      let watchers = 0;
      for (const step of steps) {
        const told = step.said.filter(({ to }) => to === 'apiServer').map(({ message }) => message.type);
        if (beginsWatch(step)) expect(told).toEqual(['WATCH.BEGAN']);
        watchers +=
          told.filter((type) => type === 'WATCH.BEGAN').length -
          told.filter((type) => type === 'WATCH.ENDED').length;
        expect(watchers).toBe(watching.includes(step.state) ? 1 : 0);
      }
    });
  });

  test('hands what happens to its pods to the API server, whether its kubelet is up or not', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said, state } of steps.filter((step) => step.sent.type.startsWith('POD.'))) {
        const handed = said.filter(({ to }) => to === 'apiServer').map(({ message }) => message);
        expect(handed).toEqual(state === 'gone' ? [] : [sent]);
      }
    });
  });

  test('lets its disk, its runtimes and its pull records know once when a kubelet goes', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ state, said }, index) => {
        const before = steps[index - 1]?.state ?? '';
        const goes = withKubelet.includes(before) && !withKubelet.includes(state);
        const told = said.filter(({ message }) => message.type === 'KUBELET.GONE').map(({ to }) => to);
        expect(told.sort()).toEqual(goes ? ['disk', 'images', 'pullRecords', 'runtime'] : []);
      });
    });
  });

  test('is posted as ready once, when its network is, if it is new', () => {
    onEvery(ways, ({ steps }) => {
      const posts = steps.flatMap(({ said }) => said.flatMap(({ message }) => readyPosts(message)));
      const isNew = steps.some(({ state }) => state === 'awaited');
      const wasUp = steps.some(({ state }) => state === 'up');
      const wasRegistered = steps.some(({ state }) => state === 'awaitingNetwork');
      const expected = [...(wasRegistered || wasUp ? ['False'] : []), ...(wasUp ? ['True'] : [])];
      expect(posts).toEqual(isNew ? expected : []);
    });
  });

  test('takes its runtime and images down with it', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ state, said }, index) => {
        const before = steps[index - 1]?.state ?? '';
        const isTaken = state === 'gone' && [...withKubelet, 'restartingKubelet'].includes(before);
        const goesDown = isTaken || (state === 'rebooting' && before !== 'rebooting');
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
