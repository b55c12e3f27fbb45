import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { Deviation } from './deviation.ts';
import type { EventObservation, Observation } from './observation.ts';

/**
 * Whether a container failed for what has no part in images, such as its environment: the kubelet's own errors about
 * images are one word.
 */
export function isOfContainerSettings({ reason, message }: EventObservation): boolean {
  return reason === 'Failed' && /^Error: \S+ /.test(message);
}

/** After a sync with an error: 10 s to 15 s, a tick and a relist. */
const untilNextSyncMicros = 17_500_000;

/**
 * Leaves out what follows from containers that failed for their settings. That they fail is given, as ends of pulls
 * are: each sync then asks for the image again, which is there, until the container can be created.
 */
export function withoutFailedStarts(
  deviations: readonly Deviation[],
  seen: readonly Observation[],
  offMicros: number,
): Deviation[] {
  const events = seen.flatMap((observation) => (observation.what === 'event' ? [observation] : []));
  const failing = [...groupedBy(events, containerKey)].filter(([, own]) => own.some(isOfContainerSettings));
  const explained = new Set(failing.flatMap(([, own]) => eventsOfAttempts(own, offMicros)));
  return deviations.filter(({ observation }) => observation === undefined || !explained.has(observation));
}

function containerKey({ pod, fieldPath }: EventObservation): string {
  return `${pod} ${fieldPath}`;
}

/** Returns the events of a container whose times fit the attempts to start it. */
function eventsOfAttempts(own: readonly EventObservation[], offMicros: number): Observation[] {
  const failures = own.filter(isOfContainerSettings);
  const attempts = own.filter(({ reason }) => reason === 'Pulled');
  const count = (events: readonly EventObservation[]) => events.reduce((sum, event) => sum + event.count, 0);
  const starts = own.filter(({ reason }) => reason === 'Created');
  // Each attempt that failed has asked for the image, and so has the one that did not.
  if (count(attempts) > count(failures) + Math.max(1, count(starts))) return [];
  const times = attempts.flatMap(({ first, lowMicros }) => [first.lowMicros, lowMicros]);
  const isOfAttempt = (micros: number) => times.some((at) => Math.abs(micros - at) <= offMicros);
  const ends = failures.map(({ highMicros }) => highMicros);
  const follows = (micros: number) =>
    ends.some((end) => micros >= end - offMicros && micros <= end + untilNextSyncMicros);
  return own.filter((event) => {
    const { reason, first, lowMicros } = event;
    if (isOfContainerSettings(event)) return isOfAttempt(first.lowMicros) && isOfAttempt(lowMicros);
    if (reason === 'Created' || reason === 'Started')
      return isOfAttempt(first.lowMicros) && follows(lowMicros);
    return (
      reason === 'Pulled' &&
      (event.count > 1 ||
        follows(lowMicros) ||
        failures.some((failure) => failure.first.lowMicros >= first.lowMicros))
    );
  });
}
