import { formatGoDuration } from '../go/go-duration.ts';
import { goQuote } from '../go/go-quote.ts';
import { truncateToMillisecond } from '../go/truncate-to-millisecond.ts';
import type { Messages, PulledFacts } from '../profile.ts';

type PulledMessage = Messages['pulled'];

/** The message with the name only. */
export const pulledWithoutDurations: PulledMessage = (facts) => `Successfully pulled image ${goQuote(facts.image)}`;

/** The message with both durations, to the nanosecond. */
export const pulledWithDurations: PulledMessage = (facts) =>
  `${pulledWithoutDurations(facts)} in ${formatGoDuration(facts.pullMicros)} (${formatGoDuration(facts.pullMicrosWithWaiting)} including waiting)`;

/** The message with both durations, to the millisecond, and the size. */
export const pulledWithSize: PulledMessage = (facts) =>
  `${pulledWithDurations(toMilliseconds(facts))}. Image size: ${facts.sizeBytes} bytes.`;

function toMilliseconds(facts: PulledFacts): PulledFacts {
  return {
    ...facts,
    pullMicros: truncateToMillisecond(facts.pullMicros),
    pullMicrosWithWaiting: truncateToMillisecond(facts.pullMicrosWithWaiting),
  };
}
