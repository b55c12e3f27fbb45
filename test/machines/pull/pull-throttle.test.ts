import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pullThrottleMachine, type ThrottleAnswer } from '../../../machines/pull/pull-throttle.ts';
import { fullTokenBucket, takeToken } from '../../../src/rules/kubelet/images/token-bucket.ts';
import { stage } from '../stage.ts';

// throttledImageService of pkg/kubelet/images/helpers.go, v1.36.3, over golang.org/x/time/rate

function throttle(qps: number, burst: number) {
  const world = stage();
  const actor = world.start(pullThrottleMachine, {
    name: 'throttle',
    recorder: world.recorder,
    clock: world.clock,
    rules: { qps, burst },
  });
  const requester = world.listen<ThrottleAnswer>('pull');
  const take = () => {
    actor.send({ type: 'THROTTLE.ASKED', requester });
    return world.messagesTo('pull').at(-1)?.type === 'THROTTLE.ADMITTED';
  };
  return { ...world, actor, take };
}

it('qps 0 is no limit: the image service is not wrapped', () => {
  const world = throttle(0, 0);
  expect(Array.from({ length: 1_000 }, world.take)).not.toContain(false);
  expect(world.actor.getSnapshot().value).toBe('unlimited');
});

it('starts with the burst, then refuses until a token has come back', () => {
  const world = throttle(5, 10);
  expect(Array.from({ length: 12 }, world.take).filter(Boolean)).toHaveLength(10);
  world.run(199_999);
  expect(world.take()).toBe(false);
  world.run(200_000);
  expect(world.take()).toBe(true);
  expect(world.take()).toBe(false);
});

it('a refusal costs nothing: asking in between does not delay the next token', () => {
  const world = throttle(1, 1);
  world.take();
  for (let step = 1; step < 10; step++) {
    world.run(step * 100_000);
    expect(world.take()).toBe(false);
  }
  world.run(1_000_000);
  expect(world.take()).toBe(true);
});

it('never keeps more than the burst', () => {
  const world = throttle(100, 3);
  world.run(60_000_000);
  expect(Array.from({ length: 5 }, world.take).filter(Boolean)).toHaveLength(3);
});

it('burst 0 with a qps refuses all (seed 000, excessive qps rate)', () => {
  const world = throttle(2000, 0);
  expect(world.take()).toBe(false);
  world.run(10_000_000);
  expect(world.take()).toBe(false);
});

it('answers as the bare token bucket does, request by request', () => {
  const requests = fc.array(fc.integer({ min: 0, max: 2_000_000 }), { maxLength: 40 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 5 }),
      requests,
      (qps, burst, gaps) => {
        const world = throttle(qps, burst);
        let bucket = fullTokenBucket({ qps, burst }, 0);
        for (const gap of gaps) {
          world.run(world.kernel.nowMicros + gap);
          const plain = takeToken({ qps, burst }, bucket, world.kernel.nowMicros);
          bucket = plain.bucket;
          expect(world.take()).toBe(plain.accepted);
        }
      },
    ),
  );
});
