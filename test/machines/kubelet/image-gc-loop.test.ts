import { expect, it } from 'vitest';
import { imageGcLoopMachine } from '../../../machines/kubelet/image-gc-loop.ts';
import type { ImageGcRequest } from '../../../machines/kubelet/image-gc-protocol.ts';
import { stage } from '../stage.ts';

/** A loop of 5 minutes before a manager that takes 2 s a round, and fails with the next of `errors`. */
function gcLoop(errors: string[] = [], firstWaitMicros = 0) {
  const world = stage();
  const manager = world.listen<ImageGcRequest>('manager', (event) => {
    const error = errors.shift() ?? '';
    world.at(world.kernel.nowMicros + 2_000_000, () =>
      event.requester.send({ type: 'IMAGE_GC.FINISHED', error }),
    );
  });
  const loop = world.start(imageGcLoopMachine, {
    name: 'gc-loop',
    recorder: world.recorder,
    clock: world.clock,
    manager,
    work: { kind: 'collection' },
    periodMicros: 300_000_000,
    firstWaitMicros,
  });
  const runTo = (seconds: number) => world.run(seconds * 1_000_000);
  const rounds = () => world.timesOf('manager', 'IMAGES.COLLECT_REQUESTED').map((ms) => ms / 1000);
  const told = () =>
    world.observed.map(({ atMicros, observation }) =>
      observation.type === 'event'
        ? `${atMicros / 1e6} ${observation.eventType} ${observation.reason}: ${observation.message}`
        : observation.type,
    );
  return { ...world, loop, runTo, rounds, told };
}

// StartGarbageCollection of pkg/kubelet/kubelet.go, v1.36.3: wait.Until(…, ImageGCPeriod), 5 minutes after
// the end of a round.
it('collects at once, then 5 minutes after the end of each round', () => {
  const { runTo, rounds, told, messagesTo } = gcLoop();
  runTo(700);
  expect(rounds()).toEqual([0, 302, 604]);
  expect(messagesTo('manager')).toHaveLength(3);
  expect(told()).toEqual([]);
});

it('of a kubelet that was running before continues in its phase', () => {
  const { runTo, rounds } = gcLoop([], 40_000_000);
  runTo(700);
  expect(rounds()).toEqual([40, 342, 644]);
});

// `prevImageGCFailed`: the first failure may only mean that the stats are not there yet.
it('reports each repeated failure but the first, with the error of the round', () => {
  const { runTo, rounds, told } = gcLoop(['one', 'two', 'three']);
  runTo(1_000);
  expect(rounds()).toEqual([0, 302, 604, 906]);
  expect(told()).toEqual(['304 Warning ImageGCFailed: two', '606 Warning ImageGCFailed: three']);
});

it('does not report a failure that follows a success', () => {
  const { runTo, rounds, told } = gcLoop(['one', '', 'three', '', '', 'six', 'seven']);
  runTo(2_000);
  expect(rounds()).toEqual([0, 302, 604, 906, 1_208, 1_510, 1_812]);
  expect(told()).toEqual(['1814 Warning ImageGCFailed: seven']);
});

it('reports an answer to a question that it did not ask', () => {
  const { loop, runTo, unhandled } = gcLoop();
  runTo(10);
  loop.send({ type: 'IMAGE_GC.FINISHED', error: '' });
  expect(unhandled).toEqual(['gc-loop: IMAGE_GC.FINISHED']);
});
