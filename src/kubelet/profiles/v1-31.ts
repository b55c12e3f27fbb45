import { defaultImageTag } from '../default-image-tag.ts';
import { pulledWithSize } from '../messages/pulled-messages.ts';
import type { Profile } from '../profile.ts';
import { pullFailureByPrefix } from '../pull-failure.ts';
import { distributionReference05 } from '../reference-grammar.ts';
import { v1_27 } from './v1-27.ts';

/**
 * Kubernetes 1.31, measured on 1.31.14: image sizes, runtime handlers, two more sentinels.
 * The `Created` text with a colon came in a patch release; 1.31.0 still had the text of 1.27.
 */
export const v1_31: Profile = {
  ...v1_27,
  release: '1.31',
  version: '1.31.14',
  applyDefaultImageTag: defaultImageTag(distributionReference05, 'image name'),
  pullFailure: pullFailureByPrefix,
  messages: {
    ...v1_27.messages,
    pulled: pulledWithSize,
    created: (container) => `Created container: ${container}`,
  },
  asksImageSize: true,
  passesRuntimeHandler: true,
};
