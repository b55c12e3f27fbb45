import type { Verb } from './verb.ts';

/** The registry gives the image that a pod's pull has asked for. */
export const succeed: Verb = {
  words: 'POD',
  run: (manager, [pod = '']) => manager.answer(pod),
};
