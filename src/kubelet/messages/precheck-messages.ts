import { goQuote } from '../go/go-quote.ts';
import type { Messages } from '../profile.ts';
import { imageMessages } from './image-messages.ts';

type PrecheckMessages = Pick<Messages, 'present' | 'presentResult' | 'inspectFailed' | 'backOffResult'>;

const presentShort = (image: string): string => `Container image ${goQuote(image)} already present on machine`;

const presentLong = (image: string, verified: boolean): string =>
  verified ? `${presentShort(image)} and can be accessed by the pod` : presentShort(image);

/** A present image has no result message, and back-off does not name the failure before it. */
export const silentPrecheckMessages: PrecheckMessages = {
  present: presentShort,
  presentResult: () => '',
  inspectFailed: (image, error) => `Failed to inspect image ${goQuote(image)}: ${error}`,
  backOffResult: (image) => imageMessages.backOff(image),
};

/**
 * The result repeats the event, and back-off names the failure before it. A failed inspection prints the image reference, which
 * is empty by then, in place of the name: a bug of `imagePullPrecheck` (v1.36.3).
 */
export const tellingPrecheckMessages: PrecheckMessages = {
  present: presentLong,
  presentResult: presentLong,
  inspectFailed: (_image, error) => `Failed to inspect image "": ${error}`,
  backOffResult: (image, previous) => {
    const backOff = imageMessages.backOff(image);
    return previous === undefined ? backOff : `${backOff}: ${previous.reason}: ${previous.message}`;
  },
};
