import { imageGcRules1_14 } from '../image-gc/image-gc-rules.ts';
import { defaultImageTag } from '../images/default-image-tag.ts';
import { pullFailureOfExactSentinel } from '../images/pull-failure.ts';
import { decideByShouldPull } from '../images/pull-policy.ts';
import { dockerDistribution28 } from '../images/reference-grammar.ts';
import { imageMessages } from '../messages/image-messages.ts';
import { silentPrecheckMessages } from '../messages/precheck-messages.ts';
import { pulledWithoutDurations } from '../messages/pulled-messages.ts';
import { plegRules1_14 } from '../pleg/pleg-rules.ts';
import type { Profile } from '../profile.ts';

/** Kubernetes 1.14, read from its source (test/seeds, 004): it could not be run for comparison. */
export const v1_14: Profile = {
  release: '1.14',
  version: '1.14.10',
  evidence: 'source',
  applyDefaultImageTag: defaultImageTag(dockerDistribution28, 'image reference'),
  inspects: () => true,
  decide: decideByShouldPull,
  pullFailure: pullFailureOfExactSentinel,
  messages: {
    ...imageMessages,
    ...silentPrecheckMessages,
    pulled: pulledWithoutDurations,
    created: (container) => `Created container ${container}`,
    started: (container) => `Started container ${container}`,
  },
  recordsPulling: false,
  finishesPullingWhenPresent: false,
  asksImageSize: false,
  passesRuntimeHandler: false,
  passesAnnotations: false,
  limitsParallelPulls: false,
  readsSecrets: 'inPull',
  tellsMissingSecrets: false,
  recordedNames: 'full',
  retry: { capsAtSyncFrequency: false, relistsOnDemand: false },
  events: { spamKeyHasType: false, recordQps: 5, recordBurst: 10 },
  startup: { pulls: 'firstToLast', leavesOutInit: false, leavesOutStateful: false },
  imageGc: imageGcRules1_14,
  pleg: plegRules1_14,
};
