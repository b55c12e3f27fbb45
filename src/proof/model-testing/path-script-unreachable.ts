import { toStatechart } from '../../../machines/reducer.ts';
import { transitionsOf } from '../../charts/statechart/transition-id.ts';
import { isFeatureGateOn } from '../../rules/kubelet/configuration/feature-gates.ts';
import type { Profile } from '../../rules/kubelet/profile.ts';
import { isWildcard } from '../models/exploration/path-goals.ts';
import type { Unreachable } from '../models/machine-model.ts';
import { imageManagerModels } from '../models/models.ts';

interface Rule {
  /** The beginning of the transitions' ids. */
  readonly transitions: readonly string[];
  readonly reason: string;
  /** Whether it applies to this release; absent for all. */
  readonly holds?: (profile: Profile) => boolean;
}

/** While the feature gate is off, these events change nothing. */
const pullRecordsEvents = ['INTENT.RECORDED', 'IMAGE_PULLED.RECORDED', 'IMAGE_PULL_FAILED.RECORDED'];

const rules: readonly Rule[] = [
  {
    transitions: ['imagePull.pulling.askingSize IMAGE_STATUS.FAILED'],
    reason: 'the runtime of the protocol always answers GetImageSize',
  },
  {
    transitions: [
      'pullRecords KUBELET.',
      'pullRecords IMAGES.',
      ...pullRecordsEvents.map((type) => `pullRecords ${type}[1]`),
    ],
    reason: 'a script has one kubelet, which is not started anew',
  },
  {
    transitions: ['pullRecords PULLED_FILE.', 'pullRecords INTENT_FILE.', 'pullRecords RECORDS.PRUNED'],
    reason: 'scripts of this kind leave the files of the records alone, and collect no garbage',
  },
  {
    transitions: [
      'imagePull.applyingPolicy always[2]',
      'imagePull.inspecting IMAGE_STATUS.ANSWERED[0]',
      'imagePull.inspecting IMAGE_STATUS.ANSWERED[4]',
      'imagePull.verifying ACCESS.REFUSED[1]',
      'imagePull.verifying ACCESS.FAILED',
      'imagePull.pulling.takingToken THROTTLE.ADMITTED[0]',
      'imagePull.pulling.calling IMAGE_PULL.FAILED[0]',
    ],
    reason: 'scripts of this kind have no pull secrets',
  },
  {
    transitions: [
      'imagePull.applyingPolicy always[3]',
      'imagePull.inspecting IMAGE_STATUS.ANSWERED[5]',
      'imagePull.verifying ACCESS.REFUSED[2]',
      'imagePull.askingCredentials ',
      'imagePull.pulling.takingToken THROTTLE.ADMITTED[1]',
      'imagePull.pulling.askingProvider ',
    ],
    reason: 'scripts of this kind have no credential provider',
  },
  {
    transitions: ['imagePull.applyingPolicy always[4]'],
    reason: 'this release asks the runtime first whatever the policy',
    holds: (profile) => profile.inspects('Always'),
  },
  {
    transitions: [
      'imagePull.inspecting IMAGE_STATUS.ANSWERED[1]',
      'imagePull.verifying ',
      'pullRecords ACCESS.ASKED',
    ],
    reason: 'this release has no gate KubeletEnsureSecretPulledImages',
    holds: ({ release }) =>
      !isFeatureGateOn('KubeletEnsureSecretPulledImages', release, { KubeletEnsureSecretPulledImages: true }),
  },
  {
    transitions: [
      'imagePull.pulling.calling IMAGE_PULL.SUCCEEDED[0]',
      'imagePull.pulling.askingSize IMAGE_STATUS.ANSWERED',
    ],
    reason: 'this release does not ask for the size',
    holds: ({ asksImageSize }) => !asksImageSize,
  },
  {
    transitions: ['pullSlots.free SLOT.REQUESTED[0]', 'pullSlots.full '],
    reason: 'this release has no limit of parallel pulls',
    holds: ({ limitsParallelPulls }) => !limitsParallelPulls,
  },
];

/**
 * Returns the transitions of the image manager's machines that no script can cause in that release, each with
 * its reason.
 */
export function unreachableByScript(profile: Profile): readonly Unreachable[] {
  return imageManagerModels.flatMap(({ machine }) =>
    transitionsOf(toStatechart(machine)).flatMap(({ id }): Unreachable[] => {
      if (isWildcard(id)) return [{ item: id, reason: 'nobody is sent what it does not expect' }];
      const rule = rules.find(
        ({ transitions, holds }) =>
          transitions.some((start) => id.startsWith(start)) && holds?.(profile) !== false,
      );
      return rule === undefined ? [] : [{ item: id, reason: rule.reason }];
    }),
  );
}
