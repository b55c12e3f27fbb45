import type { Verb } from './verb.ts';

/** An image disappears from the node, as when image GC removes it. */
export const remove: Verb = {
  words: 'IMAGE',
  run: (manager, [image = '']) => manager.remove(image),
};
