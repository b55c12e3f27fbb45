import { isFeatureGateOn } from '../../src/rules/kubelet/configuration/feature-gates.ts';
import { plegChannelCapacity } from '../../src/rules/kubelet/pleg/lifecycle-events.ts';
import { relistPeriods } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import { writesEvents } from '../../src/rules/kubelet/pleg/pleg-rules.ts';
import { selectStatusRules } from '../../src/rules/kubelet/pods/api-status.ts';
import { crashLoopRules } from '../../src/rules/kubelet/pods/crash-loop.ts';
import { type PodSpec, podForRelease } from '../../src/rules/kubelet/pods/pod.ts';
import type { PodWorkerInput } from '../pod/pod-worker-protocol.ts';
import type { KubeletContext, KubeletInput } from './kubelet-protocol.ts';

/** Image pulls have no setting for this (KEP-4603 leaves them out): 10 s, doubled to 300 s. */
export const backOffRules = { initialMicros: 10_000_000, maxMicros: 300_000_000 };

/** The slots of the parallel puller. */
export function pullSlotsMax({ profile, settings }: KubeletInput): number {
  if (!profile.limitsParallelPulls) return Number.POSITIVE_INFINITY;
  return settings.maxParallelImagePulls ?? Number.POSITIVE_INFINITY;
}

/** Whether pods must show their credentials for images that are there (KEP-2535). */
export function verifiesCredentials({ profile, settings }: KubeletInput): boolean {
  return isFeatureGateOn('KubeletEnsureSecretPulledImages', profile.release, settings.featureGates);
}

/** The pod as this kubelet sees it. */
export function podAsSeen({ profile, settings }: KubeletInput, spec: PodSpec): PodSpec {
  return podForRelease(spec, profile.release, settings.featureGates);
}

/** The input of a pod's worker. */
export function workerInput(
  context: KubeletContext,
  kubelet: PodWorkerInput['kubelet'],
  spec: PodSpec,
): PodWorkerInput {
  const {
    input: { recorder, runtime, random, timings, settings, profile, tickOriginMicros },
    images,
    pleg,
    syncLoop,
  } = context;
  return {
    name: `${context.input.name}/${spec.namespace}/${spec.name}`,
    recorder,
    spec: podAsSeen(context.input, spec),
    images,
    runtime,
    sandboxImages: context.input.imageService,
    followsEarlierKubelet: context.input.lastRelistMicros === undefined,
    pleg,
    syncLoop,
    random,
    timings,
    crashLoopRules: crashLoopRules(settings, profile.release),
    statusRules: selectStatusRules(profile, settings.featureGates),
    syncFrequencyMicros: settings.syncFrequencyMicros,
    tickOriginMicros,
    kubelet,
  };
}

/** Whether the kubelet follows the runtime's container events. */
export function followsEvents({ profile, settings }: KubeletInput): boolean {
  return isFeatureGateOn('EventedPLEG', profile.release, settings.featureGates);
}

/** Whether these events are written into the cache of pods, so that PLEG relists seldom. */
function isEvented({ profile, settings }: KubeletInput): boolean {
  return writesEvents(profile, settings.featureGates);
}

/** The input of PLEG. */
export function plegInput(input: KubeletInput) {
  const { profile, settings, timings, runtime, lastRelistMicros } = input;
  const periods = relistPeriods(timings.relistPeriodMicros, isEvented(input));
  return {
    ...periods,
    runtime,
    lastRelistMicros,
    firstRelistMicros:
      lastRelistMicros === undefined
        ? undefined
        : lastRelistMicros + timings.relistMicros + periods.relistPeriodMicros,
    rules: profile.pleg,
    relistsOnDemand: isFeatureGateOn('PLEGOnDemandRelist', profile.release, settings.featureGates),
    isEvented: isEvented(input),
    hasCache: true,
    channelCapacity: plegChannelCapacity,
  };
}

/** The input of the evented PLEG. */
export function eventedPlegInput({ timings, runtime, profile }: KubeletInput) {
  return { runtime, events: profile.pleg.events, fallback: relistPeriods(timings.relistPeriodMicros, false) };
}

/** The input of the sync loop. */
export function syncLoopInput(input: KubeletInput) {
  const { relistThresholdMicros } = relistPeriods(input.timings.relistPeriodMicros, isEvented(input));
  return { tickOriginMicros: input.tickOriginMicros, relistThresholdMicros };
}

/** The input of the node status, which is posted at every tenth tick of the sync loop. */
export function nodeStatusInput({ nodeName, tickOriginMicros }: KubeletInput) {
  return { node: nodeName, originMicros: tickOriginMicros };
}
