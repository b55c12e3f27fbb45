import { defaultImageTag } from '../default-image-tag.ts';
import { tellingPrecheckMessages } from '../messages/precheck-messages.ts';
import type { Profile } from '../profile.ts';
import { decideByPrecheck, inspectsUnlessAlways } from '../pull-policy.ts';
import { distributionReference06 } from '../reference-grammar.ts';
import { v1_31 } from './v1-31.ts';

/** Kubernetes 1.36, measured on 1.36.3: presence before policy, pull records, retries at a crash loop's end. */
export const v1_36: Profile = {
  ...v1_31,
  release: '1.36',
  version: '1.36.3',
  applyDefaultImageTag: defaultImageTag(distributionReference06, 'image name'),
  inspects: inspectsUnlessAlways,
  decide: decideByPrecheck,
  messages: {
    ...v1_31.messages,
    ...tellingPrecheckMessages,
    created: () => 'Container created',
    started: () => 'Container started',
  },
  finishesPullingWhenPresent: true,
  retry: { capsAtSyncFrequency: true, relistsOnDemand: true },
};
