import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ImageManagerStage } from '../machines/pull/image-manager-stage.ts';
import { tries } from '../tries.ts';
import { answerPull, pullStepsOfNewPods } from './pull-steps.ts';

// throttledImageService of pkg/kubelet/images/helpers.go (v1.36.3) over the token bucket of
// golang.org/x/time/rate.

/** The plain model: a bucket of whole millionths of a token. It gains `qps` of them each microsecond. */
class TokenBucket {
  readonly #qps: number;
  readonly #fullMillionths: number;
  #millionths: number;
  #atMicros = 0;

  constructor(qps: number, burst: number) {
    this.#qps = qps;
    this.#fullMillionths = burst * 1_000_000;
    this.#millionths = this.#fullMillionths;
  }

  takesToken(nowMicros: number): boolean {
    const gained = (nowMicros - this.#atMicros) * this.#qps;
    this.#millionths = Math.min(this.#millionths + gained, this.#fullMillionths);
    this.#atMicros = nowMicros;
    if (this.#millionths < 1_000_000) return false;
    this.#millionths -= 1_000_000;
    return true;
  }
}

const settings = fc.record({
  registryPullQPS: fc.integer({ min: 1, max: 5 }),
  registryBurst: fc.nat(5),
  maxParallelImagePulls: fc.integer({ min: 1, max: 5 }),
});

it('a pull takes a token when it gets its slot; without a token it fails at once, and its slot is free again', () => {
  fc.assert(
    fc.property(settings, pullStepsOfNewPods(0.1, 0.2, 0.5, 1, 3), (settings, steps) => {
      const manager = new ImageManagerStage(settings);
      const bucket = new TokenBucket(settings.registryPullQPS, settings.registryBurst);
      const waiting: string[] = [];
      const running = new Set<string>();
      for (const step of steps) {
        if (step.type === 'advance') manager.advance(step.micros);
        if (step.type === 'answer') running.delete(answerPull(manager, step) ?? '');
        if (step.type === 'need') {
          manager.need(step.pod, step.image, step.policy);
          waiting.push(step.pod);
        }
        while (running.size < settings.maxParallelImagePulls && waiting.length > 0) {
          const pod = waiting.shift() ?? '';
          if (bucket.takesToken(manager.nowMicros)) running.add(pod);
          else expect(manager.lastRecord(pod)).toMatchObject({ state: 'failed', error: 'pull QPS exceeded' });
        }
        expect(manager.pulling).toEqual([...running]);
      }
    }),
    { numRuns: tries.machine },
  );
});
