import { changedSettings } from '../../src/kubelet/configuration/changed-settings.ts';
import type { KubeletSettings } from '../../src/kubelet/configuration/settings.ts';
import type { RecordCacheSizes } from '../../src/kubelet/pull-records/pull-records.ts';
import type { VerificationPolicy } from '../../src/kubelet/pull-records/verification-policy.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import type { KubeletRef } from '../kubelet/kubelet-protocol.ts';
import type { NodeContext, NodeMachineInput } from './node-protocol.ts';

/** The kubelet that runs; throws while it is down. */
export function kubeletOf(context: NodeContext): KubeletRef {
  if (context.kubelet === undefined) throw new Error(`${context.name}: the kubelet is down`);
  return context.kubelet;
}

/** What the trace is told of the node, with the settings that the next kubelet reads where they changed. */
export function observationOf(context: NodeContext, state: ObservationOf<'node'>['state']): ObservationOf<'node'> {
  const kubelet = changedSettings(context.startedWith, context.settings);
  return kubelet === undefined ? { type: 'node', state } : { type: 'node', state, kubelet };
}

/** Where the ticks and the relists of a kubelet stand: by chance for one that has run for long, from now on for one that starts. */
export function whenUp(node: NodeMachineInput, values: readonly number[], hasRunBefore: boolean) {
  const now = node.clock.nowMicros();
  if (hasRunBefore) return { tickOriginMicros: now, lastRelistMicros: undefined };
  // A kubelet that has run for long: where its ticks and its relists stand is chance.
  const cycleMicros = node.timings.relistPeriodMicros + node.timings.relistMicros;
  const [tick = 0, relist = 0, imageGc = 0, eviction = 0] = values;
  return {
    tickOriginMicros: now + Math.floor(tick * 1_000_000),
    lastRelistMicros: now - 1 - Math.floor(relist * cycleMicros),
    phases: { imageGc, eviction },
  };
}

/** What the pull records go by. */
export function verificationSettings(settings: KubeletSettings): VerificationPolicy & RecordCacheSizes {
  const { imagePullCredentialsVerificationPolicy, preloadedImagesVerificationAllowlist = [], maxPods, maxParallelImagePulls } = settings;
  return {
    policy: imagePullCredentialsVerificationPolicy,
    allowlist: preloadedImagesVerificationAllowlist,
    maxPods,
    maxParallelImagePulls,
  };
}
