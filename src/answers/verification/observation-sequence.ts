import { imageName } from '../../inputs/images/image-name.ts';
import type { Observation } from './observation.ts';

/**
 * Returns one text for observations that differ in nothing but time: what the n-th of a sequence is in a log,
 * the n-th is in a run.
 */
export function sequenceOf(observation: Observation): string {
  switch (observation.what) {
    case 'arrival':
      return `arrival ${observation.pod}`;
    case 'call': {
      const image = imageName(observation.image)?.canonical ?? observation.image;
      return `call ${image} ${observation.edge}${observation.edge === 'end' ? (observation.error === undefined ? ' well' : ' badly') : ''}`;
    }
    case 'event':
      return `event ${observation.pod} ${observation.fieldPath} ${observation.reason} ${withoutFigures(observation.message)}`;
  }
}

/** How long a pull took is compared by itself, and the size is the registry's affair. */
function withoutFigures(message: string): string {
  return message.replace(/^(Successfully pulled image "(?:[^"\\]|\\.)*").*$/s, '$1');
}
