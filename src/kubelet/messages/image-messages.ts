import { goQuote } from '../go/go-quote.ts';
import type { Messages } from '../profile.ts';

type SharedMessages = Pick<Messages, 'pulling' | 'failedToPull' | 'backOff' | 'neverPresent' | 'invalidName'>;

/** The texts of pkg/kubelet/images/image_manager.go that no release from 1.14 to 1.36 changed. */
export const imageMessages: SharedMessages = {
  pulling: (image) => `Pulling image ${goQuote(image)}`,
  failedToPull: (image, error) => `Failed to pull image ${goQuote(image)}: ${error}`,
  backOff: (image) => `Back-off pulling image ${goQuote(image)}`,
  neverPresent: (image) => `Container image ${goQuote(image)} is not present with pull policy of Never`,
  invalidName: (image, error) => `Failed to apply default image tag ${goQuote(image)}: ${error}`,
};
