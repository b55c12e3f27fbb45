import { largest } from '../../src/rules/collections/extremes.ts';
import { isFeatureGateOn } from '../../src/rules/kubelet/configuration/feature-gates.ts';
import {
  monitoringPeriodMicros,
  pressureTransitionMicros,
} from '../../src/rules/kubelet/eviction/disk-pressure.ts';
import {
  evictionBelowBytes,
  evictionThresholds,
} from '../../src/rules/kubelet/eviction/eviction-thresholds.ts';
import {
  actsBelowBytes,
  imageGcPolicy,
  isImageGcOff,
} from '../../src/rules/kubelet/image-gc/image-gc-policy.ts';
import { never } from '../../src/rules/kubelet/image-gc/image-records.ts';
import type { WatchedLevels } from '../world/disk.ts';
import type { ImageGcLoopInput } from './image-gc-loop.ts';
import type { KubeletInput } from './kubelet-protocol.ts';

/** ImageGCPeriod in pkg/kubelet/kubelet.go, and the period of detection in image_gc_manager.go. */
const imageGcPeriodMicros = 300_000_000;

/**
 * The stats of a kubelet that starts show no capacity until cAdvisor has looked; the first round of image GC
 * fails.
 */
const statsReadyAfterMicros = 10_000_000;

/** The `--pod-infra-container-image` of releases that spare it. */
const sandboxImage = 'registry.k8s.io/pause:3.9';

/** The settings that every part of the kubelet gets, and those that both loops share. */
type GcLoopPart = 'name' | 'recorder' | 'clock' | 'manager';

/** Whether there is a collecting loop at all. */
export function collectsImages({ settings }: KubeletInput): boolean {
  return !isImageGcOff(imageGcPolicy(settings));
}

/** The input of the image GC manager. */
export function imageGcInput(input: KubeletInput) {
  const { profile, settings, imageService, runtime, records, timings } = input;
  const now = input.clock.nowMicros();
  return {
    rules: profile.imageGc,
    uses: {
      countsImageVolumes: isFeatureGateOn('ImageVolume', profile.release, settings.featureGates),
      sandboxImage: profile.imageGc.sparesSandboxImage ? sandboxImage : undefined,
    },
    policy: imageGcPolicy(settings),
    inventory: imageService,
    runtime,
    records,
    beganMicros: startedMicros(input),
    statsReadyMicros: input.phases === undefined ? now + statsReadyAfterMicros : now,
    removeImageMicros: timings.removeImageMicros,
  };
}

/**
 * The input of the manager's own loop. A kubelet that was running before the simulation has known the images
 * present since its start.
 */
export function imageDetectionInput(input: KubeletInput): Omit<ImageGcLoopInput, GcLoopPart> {
  const { phases, profile } = input;
  const started = phases === undefined ? undefined : startedMicros(input);
  const periodMicros = gcPeriodMicros(input);
  return {
    periodMicros,
    firstWaitMicros: phases === undefined ? periodMicros : untilNextRound(input),
    work: {
      kind: 'detection',
      firstDetectMicros: profile.imageGc.firstDetectionIsTimeless ? never : started,
    },
  };
}

/** The input of the collecting loop. */
export function imageCollectionInput(input: KubeletInput): Omit<ImageGcLoopInput, GcLoopPart> {
  const firstWaitMicros = input.phases === undefined ? 0 : untilNextRound(input);
  return { work: { kind: 'collection' }, periodMicros: gcPeriodMicros(input), firstWaitMicros };
}

/** The input of the eviction manager. */
export function evictionInput(input: KubeletInput) {
  const { settings, disk, imageService, nodeName, phases, clock } = input;
  return {
    node: nodeName,
    disk,
    inventory: imageService,
    thresholds: evictionThresholds(settings),
    levels: watchedLevels(input),
    pressureTransitionMicros: settings.evictionPressureTransitionPeriodMicros ?? pressureTransitionMicros,
    originMicros: clock.nowMicros() + Math.floor((phases?.eviction ?? 0) * monitoringPeriodMicros),
  };
}

/**
 * The available bytes below which the disk counts as low, because image GC or the eviction manager would act.
 */
function watchedLevels(input: KubeletInput): WatchedLevels {
  const { diskBytes, settings } = input;
  if (diskBytes === null) return { gcBelowBytes: 0, evictionBelowBytes: 0 };
  return {
    gcBelowBytes: collectsImages(input) ? actsBelowBytes(diskBytes, settings.imageGCHighThresholdPercent) : 0,
    evictionBelowBytes: Math.max(
      0,
      largest(evictionThresholds(settings).map((threshold) => evictionBelowBytes(threshold, diskBytes))),
    ),
  };
}

function startedMicros({ clock, phases, timings }: KubeletInput): number {
  return phases === undefined ? clock.nowMicros() : clock.nowMicros() - timings.kubeletUptimeMicros;
}

/**
 * The time from one round to the next: wait.Until counts from the end of a round, so the time that the
 * round's calls take is added.
 */
function gcPeriodMicros({ timings }: KubeletInput): number {
  return imageGcPeriodMicros + timings.imageGcRoundMicros;
}

/**
 * For a kubelet that was running before the simulation. Both loops begin together at its start and each round
 * takes them about equally long, so both share one phase. That phase is random, unless the loops are still in
 * their first round.
 */
function untilNextRound(input: KubeletInput): number {
  const { timings, phases } = input;
  const periodMicros = gcPeriodMicros(input);
  const isInFirst = timings.kubeletUptimeMicros < periodMicros;
  return isInFirst
    ? periodMicros - timings.kubeletUptimeMicros
    : Math.floor((phases?.imageGc ?? 0) * periodMicros);
}
