import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ImageManagerStage } from '../machines/pull/image-manager-stage.ts';
import { tries } from '../tries.ts';
import { answerPull, pullSteps } from './pull-steps.ts';

// The image manager's flowcontrol.Backoff (client-go/util/flowcontrol/backoff.go), asked by EnsureImageExists
// (v1.36.3).

/**
 * The plain model: for each pod and image, the time of the last failure and the window that began with it.
 */
class BackOffs {
  readonly #failures = new Map<string, { readonly atMicros: number; readonly windowSeconds: number }>();

  fail(key: string, nowMicros: number): void {
    const last = this.#failures.get(key);
    const isForgotten = last === undefined || nowMicros - last.atMicros > 600_000_000;
    const windowSeconds = isForgotten ? 10 : Math.min(2 * last.windowSeconds, 300);
    this.#failures.set(key, { atMicros: nowMicros, windowSeconds });
  }

  /** What a pull does now: it begins, or it is refused within an open window. */
  expectedRecord(key: string, nowMicros: number): { readonly state: string; readonly windowMs?: number } {
    const last = this.#failures.get(key);
    const isOpen = last !== undefined && nowMicros - last.atMicros < last.windowSeconds * 1_000_000;
    return isOpen ? { state: 'backingOff', windowMs: last.windowSeconds * 1_000 } : { state: 'pulling' };
  }
}

it('after a failed pull, pod and image back off for 10 s, doubled by each failure up to 300 s', () => {
  fc.assert(
    fc.property(pullSteps(1, 9.999999, 10, 20, 300, 600, 600.000001), (steps) => {
      const manager = new ImageManagerStage({});
      const backOffs = new BackOffs();
      const imageByPod = new Map<string, string>();
      for (const step of steps) {
        if (step.type === 'advance') manager.advance(step.micros);
        if (step.type === 'answer') {
          const pod = answerPull(manager, step);
          if (pod !== undefined && step.error !== undefined)
            backOffs.fail(`${pod} ${imageByPod.get(pod)}`, manager.nowMicros);
        }
        if (step.type === 'need' && !manager.pulling.includes(step.pod)) {
          imageByPod.set(step.pod, step.image);
          manager.need(step.pod, step.image, 'Always');
          const expected = backOffs.expectedRecord(`${step.pod} ${step.image}`, manager.nowMicros);
          expect(manager.lastRecord(step.pod)).toMatchObject(expected);
        }
      }
    }),
    { numRuns: tries.machine },
  );
});
