import { imageName } from '../input/images/image-name.ts';
import type { Sight } from './sight.ts';

/** Returns one text for sights that differ in nothing but time: what the n-th of a lane is in a log, the n-th is in a run. */
export function laneOf(sight: Sight): string {
  switch (sight.what) {
    case 'arrival':
      return `arrival ${sight.pod}`;
    case 'call': {
      const image = imageName(sight.image)?.canonical ?? sight.image;
      return `call ${image} ${sight.edge}${sight.edge === 'end' ? (sight.error === undefined ? ' well' : ' badly') : ''}`;
    }
    case 'event':
      return `event ${sight.pod} ${sight.fieldPath} ${sight.reason} ${withoutFigures(sight.message)}`;
  }
}

/** How long a pull took is compared by itself, and the size is the registry's affair. */
function withoutFigures(message: string): string {
  return message.replace(/^(Successfully pulled image "(?:[^"\\]|\\.)*").*$/s, '$1');
}
