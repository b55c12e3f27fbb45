import fc from 'fast-check';
import { expect, it } from 'vitest';
import { profiles } from '../../src/rules/kubelet/profiles/profiles.ts';
import { ImageManagerStage } from '../machines/pull/image-manager-stage.ts';
import { tries } from '../tries.ts';
import { answerPull, pullStepsOfNewPods } from './pull-steps.ts';

// serialImagePuller of pkg/kubelet/images/puller.go (v1.14 to v1.36.3): one goroutine behind a channel of ten
// requests.

/**
 * The plain model: one list of pulls, of which the first is under way. It does not know that the channel can
 * be full.
 */
class PullQueue {
  #pods: readonly string[] = [];

  join(pod: string): void {
    this.#pods = [...this.#pods, pod];
  }

  leave(pod: string | undefined): void {
    this.#pods = this.#pods.filter((other) => other !== pod);
  }

  get first(): readonly string[] {
    return this.#pods.slice(0, 1);
  }
}

const release = fc.constantFrom(...profiles.map((profile) => profile.release));

it('serial pulls run one at a time, in order of arrival, in every release', () => {
  fc.assert(
    fc.property(release, pullStepsOfNewPods(1, 10), (release, steps) => {
      const manager = new ImageManagerStage({ release, serializeImagePulls: true });
      const queue = new PullQueue();
      for (const step of steps) {
        if (step.type === 'advance') manager.advance(step.micros);
        if (step.type === 'answer') queue.leave(answerPull(manager, step));
        if (step.type === 'need') {
          manager.need(step.pod, step.image, step.policy);
          queue.join(step.pod);
        }
        expect(manager.pulling).toEqual(queue.first);
      }
    }),
    { numRuns: tries.machine },
  );
});
