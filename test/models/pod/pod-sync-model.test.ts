import { describe, expect, test } from 'vitest';
import type { Replay } from '../../../src/models/exploration/replay-path.ts';
import { podSyncModel } from '../../../src/models/pod/pod-sync-model.ts';
import { lastOf, onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// SyncPod, computePodActions and startContainer of pkg/kubelet/kuberuntime (v1.36.3).
const ways = waysOf(podSyncModel);

/** Pulls that have been asked for and not been answered. */
function openPulls(replay: Pick<Replay, 'steps'>): number {
  return saidOf(replay, 'PULL.REQUESTED').length - sentOf(replay, 'PULL.SUCCEEDED', 'PULL.FAILED').length;
}

describe('the rounds of a pod', () => {
  test('answer their worker exactly once', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const asked = sentOf(beginning, 'SYNC.REQUESTED').length;
        expect(saidTo(beginning, 'worker')).toHaveLength(state === 'resting' ? asked : asked - 1);
      });
    });
  });

  test('pull one image at a time', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        expect(openPulls(upTo(replay, index))).toBe(state === 'pullingVolume' || state === 'pullingImage' ? 1 : 0);
      });
    });
  });

  test('create a container only when its image is there, and start what they have just created', () => {
    onEvery(ways, ({ steps }) => {
      const calls = steps.flatMap(({ said, sent }) => [
        { type: sent.type, container: '' },
        ...said.map(({ to, message }) => ({
          type: message.type,
          container: message.type === 'PULL.REQUESTED' ? to : String(message.container),
        })),
      ]);
      calls.forEach(({ type, container }, index) => {
        const earlier = calls.slice(0, index);
        if (type === 'CONTAINER.STARTED') {
          expect(earlier.findLast((call) => call.type === 'CONTAINER.CREATED')?.container).toBe(container);
        }
        if (type !== 'CONTAINER.CREATED') return;
        expect(earlier.findLast((call) => call.type === 'PULL.REQUESTED')?.container).toBe(container);
        expect(earlier.findLast((call) => call.type.startsWith('PULL.') && call.type !== 'PULL.REQUESTED')?.type).toBe('PULL.SUCCEEDED');
      });
    });
  });

  test('make a sandbox once a round at most, before any pull', () => {
    onEvery(ways, ({ steps }) => {
      let round: string[] = [];
      for (const { sent, said } of steps) {
        if (sent.type === 'SYNC.REQUESTED') round = [];
        round.push(...said.map(({ message }) => message.type));
        const made = round.filter((type) => type === 'SANDBOX.CREATED');
        expect(made.length).toBeLessThanOrEqual(1);
        if (made.length > 0 && round.includes('PULL.REQUESTED')) {
          expect(round.indexOf('SANDBOX.CREATED')).toBeLessThan(round.indexOf('PULL.REQUESTED'));
        }
      }
    });
  });

  test('stop what still runs, and pull nothing, where the pod cannot go on', () => {
    const failed = ways.filter(({ steps }) => steps.some(({ event }) => event.includes('init container has failed')));
    expect(failed.length).toBeGreaterThan(0);
    onEvery(failed, ({ steps }) => {
      const killed = steps.filter(({ said }) => said.some(({ message }) => message.type === 'CONTAINER.KILLED'));
      for (const { said, state } of killed) {
        expect(said.filter(({ to }) => to === 'runtime').map(({ message }) => message.container)).toEqual(['proxy']);
        expect(state).toBe('resting');
      }
      expect(lastOf({ steps }).state).not.toBe('');
    });
  });
});
