import { describe, expect, test } from 'vitest';
import { podTerminationModel } from '../../../../src/proof/models/pod/pod-termination-model.ts';
import { onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// SyncTerminatingPod and SyncTerminatedPod of pkg/kubelet/kubelet.go (v1.36.3).
const ways = waysOf(podTerminationModel);

describe('the end of a pod', () => {
  test('stops its containers, says so, clears up, and says that too, in this order and once each', () => {
    onEvery(ways, (replay) => {
      const told = saidTo(replay, 'worker').map(({ type }) => type);
      const ends = sentOf(replay, 'TERMINATION.REQUESTED').length;
      const order = Array.from({ length: ends }, () => ['POD.STOPPED', 'TERMINATION.FINISHED']).flat();
      expect(told).toEqual(order.slice(0, told.length));
      expect(told.length).toBeGreaterThanOrEqual(2 * (ends - 1));
    });
  });

  test('waits for PLEG before each half, and after each error for the work queue', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const asked = saidOf(beginning, 'STATUS.REQUESTED').length;
        const answered =
          sentOf(beginning, 'STATUS.ANSWERED').length + sentOf(beginning, 'STATUS.FAILED').length;
        expect(asked - answered).toBe(state === 'awaitingStatus' || state === 'awaitingLastStatus' ? 1 : 0);
        const errors =
          sentOf(beginning, 'STATUS.FAILED').length + sentOf(beginning, 'POD_STATUS.FAILED').length;
        expect(saidTo(beginning, 'random')).toHaveLength(errors);
      });
    });
  });

  test('has its containers stopped once for each status that it got, and asks the runtime how they ended', () => {
    onEvery(ways, (replay) => {
      const kills = saidTo(replay, 'kill').length;
      expect(saidOf(replay, 'POD_STATUS.REQUESTED')).toHaveLength(sentOf(replay, 'KILL.FINISHED').length);
      expect(kills - sentOf(replay, 'KILL.FINISHED').length).toBe(
        replay.steps.at(-1)?.state === 'killing' ? 1 : 0,
      );
    });
  });
});
