import { formatGoDuration, truncateToMillisecond } from '../go/go-duration.ts';
import { goQuote } from '../go/go-strings.ts';
import type { Messages, PulledFacts } from '../profile.ts';

type SharedMessages = Pick<Messages, 'pulling' | 'failedToPull' | 'backOff' | 'neverPresent' | 'invalidName'>;

/** The texts of pkg/kubelet/images/image_manager.go that no release from 1.14 to 1.36 changed. */
export const imageMessages: SharedMessages = {
  pulling: (image) => `Pulling image ${goQuote(image)}`,
  failedToPull: (image, error) => `Failed to pull image ${goQuote(image)}: ${error}`,
  backOff: (image) => `Back-off pulling image ${goQuote(image)}`,
  neverPresent: (image) => `Container image ${goQuote(image)} is not present with pull policy of Never`,
  invalidName: (image, error) => `Failed to apply default image tag ${goQuote(image)}: ${error}`,
};

type PrecheckMessages = Pick<Messages, 'present' | 'presentResult' | 'inspectFailed' | 'backOffResult'>;

const presentShort = (image: string): string =>
  `Container image ${goQuote(image)} already present on machine`;

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
 * The result repeats the event, and back-off names the failure before it. A failed inspection prints the
 * image reference, which is empty by then, in place of the name: a bug of `imagePullPrecheck` (v1.36.3).
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

type PulledMessage = Messages['pulled'];

/** The message with the name only. */
export const pulledWithoutDurations: PulledMessage = (facts) =>
  `Successfully pulled image ${goQuote(facts.image)}`;

/** The message with the time since the request of the pull, to the nanosecond. */
export const pulledWithOneDuration: PulledMessage = (facts) =>
  `${pulledWithoutDurations(facts)} in ${formatGoDuration(facts.pullMicrosWithWaiting)}`;

/** The message with both durations, to the nanosecond. */
export const pulledWithDurations: PulledMessage = (facts) =>
  `${pulledWithoutDurations(facts)} in ${formatGoDuration(facts.pullMicros)} (${formatGoDuration(facts.pullMicrosWithWaiting)} including waiting)`;

/** The message with both durations, to the millisecond. */
export const pulledWithMilliseconds: PulledMessage = (facts) => pulledWithDurations(toMilliseconds(facts));

/** The message with both durations, to the millisecond, and the size. */
export const pulledWithSize: PulledMessage = (facts) =>
  `${pulledWithMilliseconds(facts)}. Image size: ${facts.sizeBytes} bytes.`;

function toMilliseconds(facts: PulledFacts): PulledFacts {
  return {
    ...facts,
    pullMicros: truncateToMillisecond(facts.pullMicros),
    pullMicrosWithWaiting: truncateToMillisecond(facts.pullMicrosWithWaiting),
  };
}
