import { defaultImageTag } from '../images/default-image-tag.ts';
import { decideByPrecheck, inspectsUnlessAlways } from '../images/pull-policy.ts';
import { distributionReference06 } from '../images/reference-grammar.ts';
import { tellingPrecheckMessages } from '../messages/precheck-messages.ts';
import { plegRules1_32 } from '../pleg/pleg-rules.ts';
import type { Profile } from '../profile.ts';
import { v1_31 } from './v1-31.ts';

/**
 * Kubernetes 1.32, read from the source of 1.32.13: the policy before presence (`imagePullPrecheck` of
 * images/image_manager.go), back-off that names the failure, one turn for each pod in a relist (pleg/generic.go), a spam
 * filter for each type of event (client-go 0.32.13, tools/record/events_cache.go).
 */
export const v1_32: Profile = {
  ...v1_31,
  release: '1.32',
  version: '1.32.13',
  evidence: 'source',
  applyDefaultImageTag: defaultImageTag(distributionReference06, 'image name'),
  inspects: inspectsUnlessAlways,
  decide: decideByPrecheck,
  messages: { ...v1_31.messages, ...tellingPrecheckMessages },
  events: { ...v1_31.events, spamKeyHasType: true },
  pleg: plegRules1_32,
};
