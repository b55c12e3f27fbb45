import fc from 'fast-check';
import { expect, it } from 'vitest';
import { profiles } from '../../src/rules/kubelet/profiles/profiles.ts';
import { ImageManagerStage } from '../machines/pull/image-manager-stage.ts';
import { tries } from '../tries.ts';
import { answerPull, pullSteps } from './pull-steps.ts';

// shouldPullImage, and later imagePullPrecheck, of pkg/kubelet/images/image_manager.go.

/**
 * The plain model: what a kubelet does about an image, by the pull policy and whether the image is on the
 * node.
 */
function expectedState(policy: string, isPresent: boolean): string {
  if (policy === 'Always') return 'pulling';
  if (isPresent) return 'present';
  return policy === 'Never' ? 'neverPresent' : 'pulling';
}

const release = fc.constantFrom(...profiles.map((profile) => profile.release));

it('pull policy and presence of the image decide between a pull, the present image and an error, in every release', () => {
  fc.assert(
    fc.property(release, pullSteps(1, 10), (release, steps) => {
      const manager = new ImageManagerStage({ release });
      const presentImages = new Set<string>();
      const imageByPod = new Map<string, string>();
      for (const [index, step] of steps.entries()) {
        if (step.type === 'advance') manager.advance(step.micros);
        if (step.type === 'answer') {
          const pod = answerPull(manager, step);
          if (pod !== undefined && step.error === undefined) presentImages.add(imageByPod.get(pod) ?? '');
        }
        if (step.type === 'need') {
          const pod = `pod-${index}`;
          imageByPod.set(pod, step.image);
          manager.need(pod, step.image, step.policy);
          const state = expectedState(step.policy, presentImages.has(step.image));
          expect(manager.lastRecord(pod)?.state).toBe(state);
          expect(manager.pulling.includes(pod)).toBe(state === 'pulling');
        }
      }
    }),
    { numRuns: tries.machine },
  );
});
