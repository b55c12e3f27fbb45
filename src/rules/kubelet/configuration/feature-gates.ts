import { isReleaseAtLeast } from '../kubelet-release.ts';

interface FeatureGate {
  /** The release in which the gate became alpha. */
  readonly since: string;
  /** The release in which it became beta; absent: the one in which it became on by default. */
  readonly betaSince?: string;
  /** The release since which it is on by default; absent: it is off unless it is switched on. */
  readonly onByDefaultSince?: string;
  /** The release since which it is stable and cannot be switched off. */
  readonly lockedSince?: string;
  /** The first release that does not know the gate any more: what it stood for stays on. */
  readonly goneSince?: string;
  /**
   * What the gate does, in a line for someone who does not know it; absent: it only decides what the kubelet
   * refuses.
   */
  readonly hint?: string;
}

/**
 * The kubelet's gates that decide something here, as pkg/features/kube_features.go of 1.37.2 and 1.38.0-beta.0
 * dates them.
 */
const featureGates: Readonly<Record<string, FeatureGate>> = {
  ContainerRestartRules: {
    since: '1.34',
    onByDefaultSince: '1.35',
    hint: 'a container may have a restartPolicy of its own, and rules for its exit codes',
  },
  DefaultPodSysctls: { since: '1.37' },
  EphemeralContainers: {
    since: '1.16',
    onByDefaultSince: '1.23',
    lockedSince: '1.25',
    goneSince: '1.27',
    hint: 'kubectl debug adds containers to running pods',
  },
  EventedPLEG: {
    since: '1.26',
    onByDefaultSince: '9.99',
    hint: 'the runtime reports changes by events, instead of being asked each second',
  },
  ImageMaximumGCAge: {
    since: '1.29',
    onByDefaultSince: '1.30',
    lockedSince: '1.35',
    hint: 'imageMaximumGCAge has effect',
  },
  ImageVolume: {
    since: '1.31',
    betaSince: '1.33',
    onByDefaultSince: '1.35',
    lockedSince: '1.36',
    hint: 'an image can be mounted as a volume',
  },
  KubeletCrashLoopBackOffMax: {
    since: '1.32',
    onByDefaultSince: '1.35',
    hint: 'crashLoopBackOff.maxContainerRestartPeriod has effect',
  },
  KubeletCredentialProviders: {
    since: '1.20',
    onByDefaultSince: '1.24',
    lockedSince: '1.26',
    goneSince: '1.28',
  },
  KubeletEnsureSecretPulledImages: {
    since: '1.33',
    onByDefaultSince: '1.35',
    hint: 'pods need credentials for images that others have pulled',
  },
  KubeletServiceAccountTokenForCredentialProviders: { since: '1.33', onByDefaultSince: '1.34' },
  MemoryQoS: { since: '1.22', onByDefaultSince: '1.37' },
  ReduceDefaultCrashLoopBackOffDecay: {
    since: '1.33',
    hint: 'restarts of a container that crashes begin at 1s and end at 1m',
  },
  PLEGOnDemandRelist: {
    since: '1.36',
    onByDefaultSince: '1.36',
    lockedSince: '1.37',
    hint: 'a sync that did something has its pod looked at without delay',
  },
  RestartAllContainersOnContainerExits: {
    since: '1.35',
    onByDefaultSince: '1.36',
    hint: 'a rule may restart all containers of a pod when one of them ends',
  },
  SidecarContainers: {
    since: '1.28',
    onByDefaultSince: '1.29',
    lockedSince: '1.33',
    goneSince: '1.37',
    hint: 'init containers that keep running beside the others',
  },
};

/**
 * Whether a gate is on in a release, given what the configuration says: of the gate, or else of all that are
 * alpha or beta. A gate that the release does not have yet is off, and one that it does not have any more is
 * on, whatever it says.
 */
export function isFeatureGateOn(
  gate: string,
  release: string,
  given: Readonly<Record<string, boolean>>,
): boolean {
  const gateStages = featureGates[gate];
  if (gateStages === undefined || !isReleaseAtLeast(release, gateStages.since)) {
    return false;
  }
  const { onByDefaultSince, betaSince = onByDefaultSince, lockedSince } = gateStages;
  const isReached = (since: string | undefined) => since !== undefined && isReleaseAtLeast(release, since);
  // A kubelet refuses to switch it off (settings-at-start.ts), and some day does not know it any more.
  if (isReached(lockedSince)) return true;
  const ofStage = isReached(betaSince) ? given.AllBeta : given.AllAlpha;
  return given[gate] ?? ofStage ?? isReached(onByDefaultSince);
}

/** Whether the release refuses to switch the gate off. */
export function isFeatureGateLockedOn(gate: string, release: string): boolean {
  const { lockedSince, goneSince } = featureGates[gate] ?? {};
  return lockedSince !== undefined && isReleaseAtLeast(release, lockedSince) && !isGone(goneSince, release);
}

function isGone(goneSince: string | undefined, release: string): boolean {
  return goneSince !== undefined && isReleaseAtLeast(release, goneSince);
}

/** The gates of any release that the simulator obeys, in order of names. */
export const obeyedFeatureGates: readonly string[] = Object.keys(featureGates)
  .filter((gate) => featureGates[gate]?.hint !== undefined)
  .sort();

/** The gates of a release that the simulator obeys, in order of names, with their defaults. */
export function releaseFeatureGates(release: string): readonly {
  readonly gate: string;
  readonly onByDefault: boolean;
  readonly isLocked: boolean;
  readonly hint: string;
}[] {
  return obeyedFeatureGates.flatMap((gate) => {
    const { since = release, goneSince, hint = '' } = featureGates[gate] ?? {};
    if (!isReleaseAtLeast(release, since) || isGone(goneSince, release)) return [];
    return {
      gate,
      onByDefault: isFeatureGateOn(gate, release, {}),
      isLocked: isFeatureGateLockedOn(gate, release),
      hint,
    };
  });
}
