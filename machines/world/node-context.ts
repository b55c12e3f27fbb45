import { changedSettings, type KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';
import type { VerificationPolicy } from '../../src/rules/kubelet/pull-records/access-check.ts';
import type { RecordCacheSizes } from '../../src/rules/kubelet/pull-records/pull-records.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import type { KubeletRef } from '../kubelet/kubelet-protocol.ts';
import type { NodeContext, NodeMachineInput, NodeStart } from './node-protocol.ts';

/** Returns the running kubelet; throws while it is down. */
export function requireKubelet(context: NodeContext): KubeletRef {
  if (context.kubelet === undefined) throw new Error(`${context.input.name}: the kubelet is down`);
  return context.kubelet;
}

/** Returns how a new node starts; throws for one that has been there for some time. */
export function requireStart({ input: { name, start } }: NodeContext): NodeStart {
  if (start === undefined) throw new Error(`${name} is no new node`);
  return start;
}

/** Returns the record of the node's new state, with the settings of the next kubelet if they have changed. */
export function nodeObservation(
  context: NodeContext,
  state: ObservationOf<'node'>['state'],
): ObservationOf<'node'> {
  const kubelet = changedSettings(context.startedWith, context.settings);
  return kubelet === undefined ? { type: 'node', state } : { type: 'node', state, kubelet };
}

/** The part of a kubelet's input that is the same for all kubelets of the node. */
export function kubeletInput(context: NodeContext) {
  const { recorder, clock, random, profile, timings, diskBytes } = context.input;
  const { nodeCredentials, credentialProviders, policy } = context.input;
  const { settings, imageService, runtime, disk, records, apiServer } = context;
  return {
    recorder,
    clock,
    random,
    profile,
    settings,
    timings,
    imageService,
    runtime,
    disk,
    diskBytes,
    records,
    ...(nodeCredentials === undefined ? {} : { nodeCredentials }),
    ...(credentialProviders === undefined ? {} : { credentialProviders }),
    ...(policy === undefined ? {} : { policy }),
    apiServer,
  };
}

/**
 * Returns when a kubelet next ticks and relists. For one that has run for long the phases are random; for one
 * that starts they begin now.
 */
export function whenUp(node: NodeMachineInput, values: readonly number[], hasRunBefore: boolean) {
  const now = node.clock.nowMicros();
  if (hasRunBefore) return { tickOriginMicros: now, lastRelistMicros: undefined };
  // A kubelet that has run for long may be at any point of its cycles.
  const cycleMicros = node.timings.relistPeriodMicros + node.timings.relistMicros;
  const [tick = 0, relist = 0, imageGc = 0, eviction = 0] = values;
  return {
    tickOriginMicros: now + Math.floor(tick * 1_000_000),
    lastRelistMicros: now - 1 - Math.floor(relist * cycleMicros),
    phases: { imageGc, eviction },
  };
}

/** Returns the settings that the pull records obey. */
export function verificationSettings(settings: KubeletSettings): VerificationPolicy & RecordCacheSizes {
  const {
    imagePullCredentialsVerificationPolicy,
    preloadedImagesVerificationAllowlist = [],
    maxPods,
    maxParallelImagePulls,
  } = settings;
  return {
    policy: imagePullCredentialsVerificationPolicy,
    allowlist: preloadedImagesVerificationAllowlist,
    maxPods,
    maxParallelImagePulls,
  };
}
