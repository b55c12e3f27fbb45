import type { Verb } from './verb.ts';

/** A pod needs an image, as at a sync of its worker. The policy is IfNotPresent unless it is named. */
export const need: Verb = {
  words: 'POD IMAGE [POLICY]',
  run: (manager, [pod = '', image = '', policy]) => manager.need(pod, image, policy),
};
