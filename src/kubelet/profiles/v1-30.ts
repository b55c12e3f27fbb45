import { imageGcRules1_30 } from '../image-gc/image-gc-rules.ts';
import { defaultImageTag } from '../images/default-image-tag.ts';
import { pullFailureByPrefix } from '../images/pull-failure.ts';
import { distributionReference05 } from '../images/reference-grammar.ts';
import { pulledWithSize } from '../messages/pulled-messages.ts';
import { plegRules1_30 } from '../pleg/pleg-rules.ts';
import type { Profile } from '../profile.ts';
import { v1_27 } from './v1-27.ts';

/**
 * Kubernetes 1.30, read from the source of 1.30.14: image sizes, runtime handlers, two more sentinels. In
 * pkg/kubelet/{images,pleg,container,util} nothing that counts here changed from 1.30.14 to 1.31.14.
 * The `Created` text with a colon (kuberuntime/kuberuntime_container.go) came in patch releases of 1.30 and 1.31.
 */
export const v1_30: Profile = {
  ...v1_27,
  release: '1.30',
  version: '1.30.14',
  evidence: 'source',
  applyDefaultImageTag: defaultImageTag(distributionReference05, 'image name'),
  pullFailure: pullFailureByPrefix,
  messages: {
    ...v1_27.messages,
    pulled: pulledWithSize,
    created: (container) => `Created container: ${container}`,
  },
  asksImageSize: true,
  passesRuntimeHandler: true,
  tellsMissingSecrets: true,
  imageGc: imageGcRules1_30,
  pleg: plegRules1_30,
};
