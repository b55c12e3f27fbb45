import type { Actor, AnyStateMachine, InputFrom } from 'xstate';
import type { ImageManager } from '../../../../machines/pull/image-manager.ts';
import { pullBackOffReducer } from '../../../../machines/pull/pull-back-off.ts';
import { pullRecordsReducer } from '../../../../machines/pull/pull-records.ts';
import { pullSlotsMachine } from '../../../../machines/pull/pull-slots.ts';
import { pullThrottleMachine } from '../../../../machines/pull/pull-throttle.ts';
import { serialPullerMachine } from '../../../../machines/pull/serial-puller.ts';
import type { AnyReducer } from '../../../../machines/reducer.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import type { Script, ScriptKubelet } from './script.ts';

/** The surroundings of an image manager, and how its actors are started. */
interface ImageManagerSurroundings
  extends Pick<ImageManager, 'profile' | 'clock' | 'recorder' | 'imageService'> {
  readonly start: <T extends AnyStateMachine | AnyReducer>(
    machine: T,
    input: InputFrom<T> & { readonly name: string },
  ) => Actor<T>;
}

/**
 * Starts the actors that all pulls of a kubelet share, wired as in machines/kubelet/kubelet.ts, with the
 * settings as a script has them.
 */
export function startImageManager(
  { start, ...around }: ImageManagerSurroundings,
  { serializeImagePulls, maxParallelImagePulls, registryPullQPS, registryBurst, ...rest }: ScriptKubelet,
  featureGates: NonNullable<Script['featureGates']>,
): ImageManager {
  const { profile, clock, recorder } = around;
  const own = (name: string) => ({ name, recorder, clock });
  // A limit below one means no limit: the kubelet's configuration refuses it, but the image manager itself
  // does not.
  const isLimited =
    profile.limitsParallelPulls && maxParallelImagePulls !== null && maxParallelImagePulls > 0;
  return {
    ...around,
    verifiesCredentials: isFeatureGateOn('KubeletEnsureSecretPulledImages', profile.release, featureGates),
    slots: serializeImagePulls
      ? start(serialPullerMachine, own('serial-puller'))
      : start(pullSlotsMachine, {
          ...own('pull-slots'),
          slotsMax: isLimited ? maxParallelImagePulls : Number.POSITIVE_INFINITY,
        }),
    throttle: start(pullThrottleMachine, {
      ...own('pull-throttle'),
      rules: { qps: registryPullQPS, burst: registryBurst },
    }),
    backOff: start(pullBackOffReducer, {
      ...own('pull-back-off'),
      rules: backOffRules(rest.imagePullBackOff),
    }),
    records: start(pullRecordsReducer, {
      ...own('pull-records'),
      policy: rest.imagePullCredentialsVerificationPolicy ?? '',
      names: profile.recordedNames,
    }),
  };
}

// time.Duration(ms * 1e6) drops what is below a nanosecond.
function backOffRules({ initialMs, maxMs }: ScriptKubelet['imagePullBackOff']): {
  initialMicros: number;
  maxMicros: number;
} {
  return { initialMicros: Math.trunc(initialMs * 1e6) / 1000, maxMicros: Math.trunc(maxMs * 1e6) / 1000 };
}
