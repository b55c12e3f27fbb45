import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ImageManagerStage } from '../machines/pull/image-manager-stage.ts';
import { tries } from '../tries.ts';
import { answerPull, pullStepsOfNewPods } from './pull-steps.ts';

// parallelImagePuller of pkg/kubelet/images/puller.go (v1.36.3): a channel with `maxParallelImagePulls`
// tokens.

/**
 * The plain model: of the pulls that have not ended, in order of arrival, the first ones run and the others
 * wait.
 */
function expectedStates(unfinished: readonly string[], slots: number): readonly string[] {
  return unfinished.map((_, place) => (place < slots ? 'pulling' : 'waiting'));
}

it('runs as many pulls as there are slots, and the next one as soon as a pull has ended, in order of arrival', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), pullStepsOfNewPods(1, 10), (slots, steps) => {
      const manager = new ImageManagerStage({ maxParallelImagePulls: slots });
      let unfinished: string[] = [];
      for (const step of steps) {
        if (step.type === 'advance') manager.advance(step.micros);
        if (step.type === 'need') {
          manager.need(step.pod, step.image, step.policy);
          unfinished.push(step.pod);
        }
        if (step.type === 'answer') {
          const answered = answerPull(manager, step);
          unfinished = unfinished.filter((pod) => pod !== answered);
        }
        const states = unfinished.map((pod) => manager.lastRecord(pod)?.state);
        expect(states).toEqual(expectedStates(unfinished, slots));
        expect(manager.pulling).toHaveLength(Math.min(slots, unfinished.length));
      }
    }),
    { numRuns: tries.machine },
  );
});
