import { describe, expect, test } from 'vitest';
import { podKillModel } from '../../../../src/proof/models/pod/pod-kill-model.ts';
import { onEvery, saidOf, sentOf, waysOf } from '../ways.ts';

// killPodWithSyncResult of pkg/kubelet/kuberuntime/kuberuntime_manager.go (v1.36.3).
const ways = waysOf(podKillModel);

describe('what stops a pod', () => {
  test('answers each request once, when all that it names has stopped', () => {
    onEvery(ways, (replay) => {
      const requests = sentOf(replay, 'KILL.REQUESTED');
      const isResting = replay.steps.at(-1)?.state === 'resting';
      expect(saidOf(replay, 'KILL.FINISHED')).toHaveLength(requests.length - (isResting ? 0 : 1));
      const done = isResting ? requests : requests.slice(0, -1);
      const named = done.flatMap(({ stops }) =>
        (stops as readonly { container: string }[]).map(({ container }) => container),
      );
      const killed = saidOf(replay, 'CONTAINER.KILLED').map(({ container }) => container);
      expect(killed.slice(0, named.length)).toEqual(named);
    });
  });

  test('stops the sandbox last, and only where that is asked for', () => {
    onEvery(ways, (replay) => {
      const wanted = sentOf(replay, 'KILL.REQUESTED').filter(
        ({ stopsSandbox }) => stopsSandbox === true,
      ).length;
      expect(saidOf(replay, 'SANDBOX.STOPPED').length).toBeLessThanOrEqual(wanted);
      for (const { said } of replay.steps) {
        const types = said.map(({ message }) => message.type);
        if (types.includes('SANDBOX.STOPPED')) expect(types.at(-1)).toBe('KILL.FINISHED');
      }
    });
  });
});
