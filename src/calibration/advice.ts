import type { CalibrationFacts } from './calibration-facts.ts';

const largeBytes = 200e6;
const enoughPulls = 12;

/** What its owner could collect to make the figures surer, the most useful first. */
export function adviceFor(facts: CalibrationFacts): string[] {
  const { pullsUsed, presentCount, unpackAssumed, largestBytes, registries, sources, link } = facts;
  const advice: string[] = [];
  const logged = sources.logs.length > 0;
  if (!logged) advice.push('add the log of containerd (journalctl -u containerd): it is exact where events are cut to the second');
  if (unpackAssumed !== undefined || link === undefined) {
    advice.push(
      'set [debug] level = "debug" in containerd\'s config.toml for an hour: layers and requests are then in the log, and the link, unpacking and round trips come apart',
    );
  }
  if (largestBytes < largeBytes) advice.push('pull one image of 1 GB while nothing else is pulled: small ones say little about the link');
  const single = sources.logs.length + sources.events.length > 0;
  if (single && pullsUsed - presentCount < enoughPulls)
    advice.push(`collect more pulls: ${enoughPulls} or more of different sizes; so far ${pullsUsed - presentCount}`);
  if (registries.length === 0) {
    advice.push('pull an image twice (crictl pull nginx; crictl pull nginx): the second is a single request, and tells the round trip');
  }
  return advice;
}
