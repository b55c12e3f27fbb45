import { assumedCompressedBytes } from '../../inputs/images/assumed-image.ts';
import type { UnpackRates } from '../../rules/runtime/profiles/runtime-profile.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { CalibratedImage, Calibration, CalibrationSources } from './calibration.ts';
import { type Estimate, Resampling } from './estimates/estimate.ts';
import { crowdedLayers, estimateCpus, isAlone } from './estimates/estimate-cpus.ts';
import { estimateFromMetrics } from './estimates/estimate-from-metrics.ts';
import { estimateLink, type LinkEstimates, type Range } from './estimates/estimate-link.ts';
import { estimateRoundTrips, type RegistryEstimate } from './estimates/estimate-round-trip.ts';
import { assumedTextRate, estimateUnpack } from './estimates/estimate-unpack.ts';
import { heldUpPulls, isImpossibleLink } from './estimates/held-up-pulls.ts';
import { mergePulls } from './estimates/merge-pulls.ts';
import type { ObservedLayer, ObservedPull } from './estimates/observed-pull.ts';
import { pullGroups } from './estimates/pull-group.ts';
import { beforeLayersMicros, pullKinds } from './estimates/pull-kind.ts';
import { type PullSample, pullSample } from './estimates/pull-samples.ts';
import { SkipCount } from './estimates/skip-count.ts';
import { adviceFor, notesFor } from './notes.ts';

/**
 * How far the sum of the layers may differ from the bytes on the wire. It does for layers of other tools'
 * pulls, and for pulls that found some layers present.
 */
const sumTolerance = 0.03;

/**
 * Returns the pulls, each with the layers that were unpacked while it was the only one on its node: a log
 * names layers, but not their image. Pulls and layers are in order of their ends.
 */
function withLayers(pulls: readonly ObservedPull[], layers: readonly ObservedLayer[]): ObservedPull[] {
  if (layers.length === 0) return [...pulls];
  const ordered = layers.toSorted((a, b) => a.endMicros - b.endMicros);
  let first = 0;
  return pulls.map((pull, index) => {
    const begin = pull.endMicros - pull.durationMicros;
    while ((ordered[first]?.endMicros ?? Infinity) < begin && first < ordered.length) first += 1;
    if (pull.bytes === undefined || overlaps(pulls, index, begin)) return pull;
    const own: ObservedLayer[] = [];
    let sum = 0;
    for (let at = first; at < ordered.length; at++) {
      const layer = ordered[at];
      if (layer === undefined || layer.endMicros > pull.endMicros) break;
      own.push(layer);
      sum += layer.bytes;
    }
    return own.length > 0 && Math.abs(sum - pull.bytes) <= sumTolerance * pull.bytes + 20_000
      ? { ...pull, layers: own }
      : pull;
  });
}

function overlaps(pulls: readonly ObservedPull[], index: number, begin: number): boolean {
  const before = pulls[index - 1];
  const after = pulls[index + 1];
  const end = pulls[index]?.endMicros ?? 0;
  return (
    (before !== undefined && before.endMicros > begin) ||
    (after !== undefined && after.endMicros - after.durationMicros < end)
  );
}

/** More samples add nothing, but the fit's time grows with them. */
const samplesMax = 300;
const imagesMax = 2_000;
/** Used if nothing tells how far a registry is. */
const roundTripAssumed: Range = { low: 1_000, likely: 20_000, high: 120_000 };
/** How much slower than measured unpacking may be if nothing tells. */
const slowShare = 0.4;
/** Unpacked to compressed size of the measured text (R5). */
const textRatio = 1.53;
/** Fewer pulls say nothing reliable about a round trip. */
const roundTripSamplesMin = 6;
const seed = 7;

/**
 * Estimates link, unpacking and registries from the sources. Deterministic: the same sources give the same
 * figures.
 */
export function calibrate(sources: CalibrationSources): Calibration {
  const resampling = new Resampling(seed);
  const thrown = new SkipCount();
  for (const { skips } of [...sources.logs, ...sources.events]) thrown.addAll(skips);
  const runtime =
    sources.runtime ?? sources.logs.map(({ version }) => version).find((version) => version !== undefined);
  const named =
    runtime === undefined || runtime.includes('://') ? runtime : `containerd://${runtime.replace(/^v/, '')}`;
  const { profile } = selectRuntimeProfile(named ?? 'containerd://2.4');

  const pulls = observedPulls(sources, thrown);
  const alone = pullKinds(pulls, profile);
  const heldUp = heldUpPulls(pulls.filter((_, index) => alone[index] === 'full'));
  const kinds = pulls.map((pull, index) => (heldUp.has(pull) ? 'heldUp' : (alone[index] ?? 'failed')));
  const present = pulls.filter((_, index) => kinds[index] === 'present');
  const registries = estimateRoundTrips(
    sources.logs.flatMap((log) => log.requests),
    present,
    profile,
    resampling,
  );
  const layers = sources.logs.flatMap((log) => crowdedLayers(log.layers));
  const cpus = estimateCpus(layers, profile.unpackRates.processors, new Resampling(seed));
  const isCrowded = typeof cpus?.value === 'number';
  const unpackTold = estimateUnpack(
    isCrowded ? layers.filter(isAlone) : layers,
    profile.unpackRates,
    resampling,
  );
  const { samples, used, groups } = fullSamples(pulls, kinds, heldUp, thrown, resampling);
  const unpackRange = unpackTold === undefined ? unknownUnpack(profile.unpackRates) : rangeOf(unpackTold);
  const estimates =
    samples.length === 0
      ? undefined
      : estimateLink(samples, profile, unpackRange, roundTripOf(registries), resampling);
  const rejected = estimates !== undefined && isImpossibleLink(estimates.link) ? estimates.link : undefined;
  const byMetrics = estimates === undefined ? estimateFromMetrics(sources.histograms) : undefined;
  const found = {
    runtime: named,
    link:
      rejected === undefined ? (estimates?.link ?? (byMetrics && { ...byMetrics, high: null })) : undefined,
    unpack: unpackTold ?? (estimates && unpackBound(estimates)),
    unpackAssumed: unpackTold === undefined && estimates !== undefined ? unpackRange.likely : undefined,
    cpus,
    combined: estimates?.combined ?? byMetrics,
    registries,
    anyRegistry:
      registries.length === 0 && estimates?.fixedIsFound === true && samples.length >= roundTripSamplesMin
        ? fromFixed(estimates.fixed, beforeLayersMicros(profile.delays))
        : undefined,
    images: imagesOf(pulls),
    pullsSeen: pulls.length,
    pullsUsed: used + present.length,
    thrownAway: thrown.list(),
  };
  const largestBytes = samples.reduce((most, { bytes }) => Math.max(most, bytes), 0);
  const facts = {
    ...found,
    presentCount: present.length,
    fixedIsFound: estimates?.fixedIsFound === true,
    largestBytes,
    rejected,
    heldUp: heldUp.size,
    groups,
    sampled: samples.length,
    sources,
  };
  return { ...found, notes: notesFor(facts), advice: adviceFor(facts) };
}

function observedPulls({ logs, events, node }: CalibrationSources, thrown: SkipCount): ObservedPull[] {
  const ofLogs = logs.flatMap((log) => withLayers(mergePulls(log.pulls, thrown), log.layers));
  const all = [...ofLogs, ...events.flatMap(({ pulls }) => pulls)];
  const ofNode =
    node === undefined ? all : all.filter((pull) => pull.node === undefined || pull.node === node);
  if (ofNode.length < all.length) thrown.add('a pull of another node', all.length - ofNode.length);
  return mergePulls(ofNode, thrown);
}

function fullSamples(
  pulls: readonly ObservedPull[],
  kinds: readonly string[],
  heldUp: ReadonlySet<ObservedPull>,
  thrown: SkipCount,
  resampling: Resampling,
): { readonly samples: readonly PullSample[]; readonly used: number; readonly groups: number } {
  const unsized = new Set<ObservedPull>();
  for (const [index, pull] of pulls.entries())
    if (kinds[index] === 'failed' || kinds[index] === 'unsized' || kinds[index] === 'heldUp')
      unsized.add(pull);
  // A pull of an image that is present moves no bytes, so it does not disturb others.
  const sharing = pulls.filter((_, index) => kinds[index] !== 'present');
  let used = 0;
  const groups = pullGroups(sharing).filter((group) => {
    const bad = group.pulls.filter((pull) => unsized.has(pull));
    const failed = bad.filter(({ outcome }) => outcome === 'failed').length;
    const held = bad.filter((pull) => heldUp.has(pull)).length;
    thrown.add(
      'a pull that took more than 20 times as long as another of as many bytes: it unpacks, or something held it up',
      held,
    );
    thrown.add('a failed pull', failed);
    thrown.add('a pull without a known size', bad.length - failed - held);
    const good = group.pulls.length - bad.length;
    if (bad.length > 0) thrown.add('a pull beside one that failed or has no size', good);
    else used += good;
    return bad.length === 0;
  });
  return { samples: resampling.some(groups, samplesMax).map(pullSample), used, groups: groups.length };
}

function unknownUnpack(rates: UnpackRates): Range {
  const { gzip, stored } = rates;
  // Half of the bytes on the wire count as text and half as incompressible, each at its measured rate.
  const wireRate = 2 / (textRatio / gzip + 1 / stored);
  return {
    low: assumedTextRate(rates, assumedCompressedBytes(slowShare * gzip)),
    likely: assumedTextRate(rates, wireRate),
    high: Infinity,
  };
}

function rangeOf({ low, value, high }: Estimate): Range {
  return { low, likely: value ?? low, high: high ?? Infinity };
}

function roundTripOf(registries: readonly RegistryEstimate[]): Range {
  const [most] = registries.toSorted((a, b) => b.roundTrip.samples - a.roundTrip.samples);
  return most === undefined ? roundTripAssumed : rangeOf(most.roundTrip);
}

function unpackBound({ unpackLow, link }: LinkEstimates): Estimate {
  return { value: null, low: unpackLow, high: null, samples: link.samples, from: link.from };
}

/**
 * Four round trips come before the first layer; eight if the registry first sends the runtime to fetch a
 * token.
 */
function fromFixed({ value, low, high, samples, from }: Estimate, beforeLayers: number): Estimate {
  const share = (fixed: number, costs: number, trips: number) => Math.max(0, (fixed - costs) / trips);
  return {
    value: share(value ?? low, beforeLayers, 4),
    low: share(low, 1.3 * beforeLayers, 8),
    high: share(high ?? low, 0.7 * beforeLayers, 4),
    samples,
    from,
  };
}

function imagesOf(pulls: readonly ObservedPull[]): CalibratedImage[] {
  const images = new Map<string, CalibratedImage>();
  for (const { reference, image, bytes, layers } of pulls) {
    if (bytes === undefined || bytes <= 0) continue;
    const sizes = layers?.map((layer) => layer.bytes) ?? images.get(reference)?.layers;
    images.set(reference, { name: image, bytes, ...(sizes === undefined ? {} : { layers: sizes }) });
  }
  return [...images.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, imagesMax);
}
