import { imageLocation } from './image-location.ts';

/** Whether two names after the default tag mean the same image: `redis:7` is `docker.io/library/redis:7`. */
export function isSameImage(one: string, other: string): boolean {
  return one === other || imageLocation(one).reference === imageLocation(other).reference;
}
