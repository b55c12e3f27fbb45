import type { Verb } from './verb.ts';

/** The registry answers a pod's pull with an error. */
export const fail: Verb = {
  words: 'POD ERROR …',
  run: (manager, [pod = '', ...error]) => manager.answer(pod, error.join(' ')),
};
