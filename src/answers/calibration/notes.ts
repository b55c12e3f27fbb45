import type { Calibration, CalibrationSources } from './calibration.ts';
import { rateText } from './calibration-text.ts';

/** What is known when notes and advice are written. */
export interface CalibrationFacts extends Omit<Calibration, 'notes' | 'advice'> {
  /** The number of pulls of images that were present. */
  readonly presentCount: number;
  /** Whether sizes differ enough to separate a pull's fixed part from its rate. */
  readonly fixedIsFound: boolean;
  /** The largest size of the pulls that were used. */
  readonly largestBytes: number;
  /** The number of pulls, where overlapping ones count once; and how many of them the fit has used. */
  readonly groups: number;
  readonly sampled: number;
  readonly sources: CalibrationSources;
  /** A link that was found and cannot be one. */
  readonly rejected: { readonly value: number | null; readonly low: number } | undefined;
  /** Pulls whose bytes do not explain their time. */
  readonly heldUp: number;
}

const largeBytes = 200e6;
const enoughPulls = 12;

/** Returns what the owner could collect for more reliable figures, the most useful first. */
export function adviceFor(facts: CalibrationFacts): string[] {
  const { pullsUsed, presentCount, unpackAssumed, largestBytes, registries, sources, link } = facts;
  const advice: string[] = [];
  const logged = sources.logs.length > 0;
  if (!logged)
    advice.push(
      'add the log of containerd (journalctl -u containerd): it is exact where events are cut to the second',
    );
  if (unpackAssumed !== undefined || link === undefined) {
    advice.push(
      'set [debug] level = "debug" in containerd\'s config.toml for an hour: layers and requests are then in the log, and the link, unpacking and round trips come apart',
    );
  }
  if (largestBytes < largeBytes)
    advice.push('pull one image of 1 GB while nothing else is pulled: small ones say little about the link');
  const single = sources.logs.length + sources.events.length > 0;
  if (single && pullsUsed - presentCount < enoughPulls)
    advice.push(
      `collect more pulls: ${enoughPulls} or more of different sizes; so far ${pullsUsed - presentCount}`,
    );
  if (registries.length === 0) {
    advice.push(
      'pull an image twice (crictl pull nginx; crictl pull nginx): the second is a single request, and shows the round trip',
    );
  }
  return advice;
}

/** Returns sentences about how reliable the figures are, the most important first. */
export function notesFor(facts: CalibrationFacts): string[] {
  const { link, unpackAssumed, registries, anyRegistry, fixedIsFound, pullsUsed, sources, combined } = facts;
  const notes: string[] = [];
  if (facts.rejected !== undefined)
    notes.push(
      `no link is given: these pulls would make it ${rateText(facts.rejected.value ?? facts.rejected.low)}, which no node has; their time is that of unpacking, since they load few bytes, and not of the link`,
    );
  else if (facts.heldUp > 0)
    notes.push(
      `${facts.heldUp} pulls say nothing about the link: they load few bytes for their time, which is that of unpacking or of something that held them up`,
    );
  if (unpackAssumed !== undefined && link !== undefined) {
    notes.push(
      `download and unpacking cannot be separated by sizes and durations: the link is what remains if unpacking runs at ${rateText(unpackAssumed)}, which lies between what was measured of text and of what does not compress`,
    );
  }
  if (link !== undefined && link.value === null) {
    notes.push('the link is so fast that unpacking takes all the time: only its least is known');
  }
  if (pullsUsed === 0 && combined !== undefined) {
    notes.push(
      'the metrics know classes of sizes only, and pulls of images that were there are among them: take the figures as an order of magnitude',
    );
  } else if (sources.histograms.length > 0) {
    notes.push('the metrics were read but not used: they count the same pulls in coarser classes');
  }
  if (link !== undefined && !fixedIsFound && pullsUsed > 0) {
    notes.push(
      'the pulls are too few, or too much of one size, to tell what a pull costs beside its bytes: that was taken from the round trip',
    );
  }
  if (registries.some(({ withConnect }) => withConnect)) {
    notes.push(
      'a round trip from pulls of images that were there includes opening a connection (TCP, TLS, a token)',
    );
  }
  if (anyRegistry !== undefined) {
    notes.push(
      'the round trip is what small pulls leave over, divided by four: with a token service it is half of that',
    );
  }
  if (facts.sampled < facts.groups)
    notes.push(
      `of ${facts.groups} pulls ${facts.sampled} were drawn for the fit: more would not make it surer`,
    );
  const nodes = new Set(sources.events.flatMap(({ pulls }) => pulls.map(({ node }) => node)));
  if (nodes.size > 1 && sources.node === undefined)
    notes.push(`events of ${nodes.size} nodes are taken as of one kind: --node picks one`);
  return notes;
}
