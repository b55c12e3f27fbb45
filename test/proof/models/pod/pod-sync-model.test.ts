import { describe, expect, test } from 'vitest';
import type { Replay } from '../../../../src/proof/models/exploration/replay-path.ts';
import { podWorkerModel } from '../../../../src/proof/models/pod/pod-worker-model.ts';
import { onEvery, saidOf, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

// SyncPod, computePodActions and startContainer of pkg/kubelet/kuberuntime (v1.36.3).
const ways = waysOf(podWorkerModel).filter(({ start }) => start.startsWith('rounds'));

/** Pulls that have been asked for and not been answered. */
function openPulls(replay: Pick<Replay, 'steps'>): number {
  return saidOf(replay, 'PULL.REQUESTED').length - sentOf(replay, 'PULL.SUCCEEDED', 'PULL.FAILED').length;
}

describe('the rounds of a pod', () => {
  test('end with one draw each, which says when the next one comes', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const begun = beginning.steps.filter(({ entered }) => entered.includes('podWorker.syncing')).length;
        expect(saidTo(beginning, 'random')).toHaveLength(begun - (state.startsWith('syncing') ? 1 : 0));
      });
    });
  });

  test('pull one image at a time', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        expect(openPulls(upTo(replay, index))).toBe(
          /^syncing\.(pullingVolume|pullingImage)$/.test(state) ? 1 : 0,
        );
      });
    });
  });

  test('create a container only when its image is there, and start what they have just created', () => {
    onEvery(ways, ({ steps }) => {
      const calls = steps.flatMap(({ said, sent }) => [
        { type: sent.type, container: '' },
        ...said.map(({ to, message }) => ({
          type: message.type,
          container: message.type === 'PULL.REQUESTED' ? to.replace('pulls/', '') : String(message.container),
        })),
      ]);
      calls.forEach(({ type, container }, index) => {
        const earlier = calls.slice(0, index);
        if (type === 'CONTAINER.STARTED') {
          expect(earlier.findLast((call) => call.type === 'CONTAINER.CREATED')?.container).toBe(container);
        }
        if (type !== 'CONTAINER.CREATED') return;
        expect(earlier.findLast((call) => call.type === 'PULL.REQUESTED')?.container).toBe(container);
        expect(
          earlier.findLast((call) => call.type.startsWith('PULL.') && call.type !== 'PULL.REQUESTED')?.type,
        ).toBe('PULL.SUCCEEDED');
      });
    });
  });

  test('make a sandbox once a round at most, before any pull', () => {
    onEvery(ways, ({ steps }) => {
      let round: string[] = [];
      for (const { sent, said } of steps) {
        if (sent.type === 'STATUS.ANSWERED') round = [];
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
    const isOver = (event: string) => event.includes('all but the sidecar is over');
    const over = ways.filter(({ steps }) =>
      steps.some(({ event }, index) => isOver(event) && index < steps.length - 1),
    );
    expect(over.length).toBeGreaterThan(0);
    onEvery(over, ({ steps }) => {
      steps.forEach(({ event }, index) => {
        // SyncPod prepares first.
        const next = steps[index + 1];
        if (!isOver(event) || next?.event !== 'after preparation') return;
        expect(next.state).toBe('syncing.killing');
        const [kill] = saidOf({ steps: [next] }, 'KILL.REQUESTED');
        expect(kill?.stops).toMatchObject([{ container: 'proxy' }]);
        expect(kill?.stopsSandbox).toBe(true);
        expect(steps[index + 2]?.state ?? 'finishing').toBe('finishing');
      });
    });
  });
});
