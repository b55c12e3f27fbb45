import { isFeatureGateOn } from '../../src/kubelet/configuration/feature-gates.ts';
import { monitoringPeriodMicros, pressureTransitionMicros } from '../../src/kubelet/eviction/disk-pressure.ts';
import { evictionBelowBytes, evictionThresholds } from '../../src/kubelet/eviction/eviction-thresholds.ts';
import { actsBelowBytes } from '../../src/kubelet/image-gc/disk-usage.ts';
import { imageGcPolicyOf, isImageGcOff } from '../../src/kubelet/image-gc/image-gc-policy.ts';
import { never } from '../../src/kubelet/image-gc/image-records.ts';
import type { WatchedLevels } from '../world/disk.ts';
import type { ImageGcLoopInput } from './image-gc-loop.ts';
import type { KubeletInput } from './kubelet-protocol.ts';

/** ImageGCPeriod in pkg/kubelet/kubelet.go, and the period of detection in image_gc_manager.go. */
const imageGcPeriodMicros = 300_000_000;

/** The stats of a kubelet that starts show no capacity until cAdvisor has looked; the first round of image GC fails. */
const statsReadyAfterMicros = 10_000_000;

/** The `--pod-infra-container-image` of releases that spare it. */
const sandboxImage = 'registry.k8s.io/pause:3.9';

/** What every part of the kubelet has, and what one loop has that the other has too. */
type GcLoopPart = 'name' | 'recorder' | 'clock' | 'manager';

/** Whether there is a loop that collects at all. */
export function collectsImages({ settings }: KubeletInput): boolean {
  return !isImageGcOff(imageGcPolicyOf(settings));
}

/** What the image GC manager is made with. */
export function imageGcOf(input: KubeletInput) {
  const { profile, settings, imageService, runtime, records, timings } = input;
  const now = input.clock.nowMicros();
  return {
    rules: profile.imageGc,
    uses: {
      countsImageVolumes: isFeatureGateOn('ImageVolume', profile.release, settings.featureGates),
      sandboxImage: profile.imageGc.sparesSandboxImage ? sandboxImage : undefined,
    },
    policy: imageGcPolicyOf(settings),
    inventory: imageService,
    runtime,
    records,
    beganMicros: startedMicros(input),
    statsReadyMicros: input.phases === undefined ? now + statsReadyAfterMicros : now,
    removeImageMicros: timings.removeImageMicros,
  };
}

/** What the manager's own loop is made with: what is there at the run's begin, a kubelet that is up knows since its start. */
export function imageDetectionOf(input: KubeletInput): Omit<ImageGcLoopInput, GcLoopPart> {
  const { phases, profile } = input;
  const started = phases === undefined ? undefined : startedMicros(input);
  const periodMicros = periodOf(input);
  return {
    periodMicros,
    firstWaitMicros: phases === undefined ? periodMicros : untilNextRound(input),
    work: { kind: 'detection', firstDetectMicros: profile.imageGc.firstDetectionIsTimeless ? never : started },
  };
}

/** What the kubelet's loop is made with. */
export function imageCollectionOf(input: KubeletInput): Omit<ImageGcLoopInput, GcLoopPart> {
  const firstWaitMicros = input.phases === undefined ? 0 : untilNextRound(input);
  return { work: { kind: 'collection' }, periodMicros: periodOf(input), firstWaitMicros };
}

/** What the eviction manager is made with. */
export function evictionOf(input: KubeletInput) {
  const { settings, disk, imageService, nodeName, phases, clock } = input;
  return {
    node: nodeName,
    disk,
    inventory: imageService,
    thresholds: evictionThresholds(settings),
    levels: levelsOf(input),
    pressureTransitionMicros: settings.evictionPressureTransitionPeriodMicros ?? pressureTransitionMicros,
    originMicros: clock.nowMicros() + Math.floor((phases?.eviction ?? 0) * monitoringPeriodMicros),
  };
}

/** Below what the disk is low: where image GC or the eviction manager of these settings would do something. */
function levelsOf(input: KubeletInput): WatchedLevels {
  const { diskBytes, settings } = input;
  if (diskBytes === null) return { gcBelowBytes: 0, evictionBelowBytes: 0 };
  return {
    gcBelowBytes: collectsImages(input) ? actsBelowBytes(diskBytes, settings.imageGCHighThresholdPercent) : 0,
    evictionBelowBytes: Math.max(0, ...evictionThresholds(settings).map((threshold) => evictionBelowBytes(threshold, diskBytes))),
  };
}

function startedMicros({ clock, phases, timings }: KubeletInput): number {
  return phases === undefined ? clock.nowMicros() : clock.nowMicros() - timings.kubeletUptimeMicros;
}

/** From one round to the next: wait.Until counts from a round's end, and what its own calls take passes in no other way here. */
function periodOf({ timings }: KubeletInput): number {
  return imageGcPeriodMicros + timings.imageGcRoundMicros;
}

/**
 * Of a kubelet that is up, for both loops alike: they begin together at its start, and each round takes them about as long.
 * Where they stand is chance, unless it is still in its first round.
 */
function untilNextRound(input: KubeletInput): number {
  const { timings, phases } = input;
  const periodMicros = periodOf(input);
  const isInFirst = timings.kubeletUptimeMicros < periodMicros;
  return isInFirst ? periodMicros - timings.kubeletUptimeMicros : Math.floor((phases?.imageGc ?? 0) * periodMicros);
}
