import { smallest } from '../../collections/extremes.ts';
import { withChanges } from '../../values/with-changes.ts';
import { goQuote } from '../go/go-strings.ts';
import type { Profile, PullFailure } from '../profile.ts';
import type { ReasonCache } from './api-status.ts';
import { type ContainerStop, resetsInTurn, stopsOfChanged, stopsOfPod } from './container-stop.ts';
import type { PodSpec } from './pod.ts';
import { type PodRuntimeStatus, runningContainers } from './pod-runtime-status.ts';
import type { SyncOutcome } from './requeue.ts';
import type { ContainerStart, SyncPlan } from './sync-plan.ts';

/** What a round failed to do: start a container, or create the sandbox of the pod (`name_namespace(uid)`). */
interface SyncFailure {
  readonly action: 'StartContainer' | 'CreatePodSandbox';
  readonly target: string;
  readonly failure: PullFailure;
}

/** The progress of one round of `SyncPod`, and its failures so far. */
export interface SyncProgress {
  readonly createsSandbox: boolean;
  readonly replacesSandbox: boolean;
  /**
   * The containers that are stopped before anything else, all at once with the sandbox or one after the
   * other.
   */
  readonly kill: { readonly stops: readonly ContainerStop[]; readonly stopsSandbox: boolean } | undefined;
  /** Whether the round removes all containers, so that the next round follows at once. */
  readonly resets: boolean;
  /** Index of the next image volume to ensure. */
  readonly nextVolume: number;
  readonly volumeFailures: ReadonlyMap<string, PullFailure>;
  /** The images of the volumes that are ready, as the runtime names them. */
  readonly volumeRefs: ReadonlyMap<string, string>;
  /** The containers that are still to be started; the first is the current one. */
  readonly starts: readonly ContainerStart[];
  /** The image reference that `EnsureImageExists` has returned for the current one; empty before. */
  readonly imageRef: string;
  readonly failures: readonly SyncFailure[];
  /** The number of sync results so far. A round that did nothing has none. */
  readonly results: number;
  /** The reasons that the next round will publish. */
  readonly reasons: ReasonCache;
  readonly crashLoopExpiryMicros: number | undefined;
}

/** Returns a round at its beginning. The reasons of earlier rounds stay until a start changes them. */
export function openSync(
  plan: SyncPlan,
  pod: PodSpec,
  status: PodRuntimeStatus,
  reasons: ReasonCache,
  rules: Pick<Profile, 'ensuresImageVolumes' | 'stopsChangedContainers'>,
): SyncProgress {
  const needsVolumes = plan.starts.length > 0 || rules.ensuresImageVolumes === 'eachSync';
  return {
    createsSandbox: plan.createSandbox,
    replacesSandbox: plan.replacesSandbox,
    kill: plannedKill(plan, pod, status, rules),
    resets: plan.resets.length > 0,
    nextVolume: needsVolumes ? 0 : pod.imageVolumes.length,
    volumeFailures: new Map(),
    volumeRefs: new Map(),
    starts: plan.starts,
    imageRef: '',
    failures: [],
    results: plan.createSandbox ? 1 : 0,
    reasons,
    crashLoopExpiryMicros: undefined,
  };
}

function plannedKill(
  { killsPod, changed, resets }: SyncPlan,
  pod: PodSpec,
  status: PodRuntimeStatus,
  rules: Pick<Profile, 'stopsChangedContainers'>,
): SyncProgress['kill'] {
  if (killsPod)
    return {
      stops: stopsOfPod(pod, runningContainers(status), pod.terminationGracePeriodMicros),
      stopsSandbox: true,
    };
  if (resets.length > 0)
    return { stops: resetsInTurn(pod, resets, runningContainers(status)), stopsSandbox: false };
  return changed.length === 0
    ? undefined
    : { stops: stopsOfChanged(pod, changed, rules), stopsSandbox: false };
}

/** Returns the round after the sandbox has been created. */
export function withSandbox(sync: SyncProgress): SyncProgress {
  return withChanges(sync, { createsSandbox: false });
}

/** Returns the round after the sandbox could not be created, which ends it (`createPodSandbox`). */
export function withoutSandbox(sync: SyncProgress, pod: PodSpec, error: string): SyncProgress {
  const target = `${pod.name}_${pod.namespace}(${pod.uid})`;
  const failure = {
    reason: 'CreatePodSandboxError',
    message: `Failed to create sandbox for pod ${goQuote(target)}: ${error}`,
  };
  return {
    ...withSandbox(sync),
    nextVolume: pod.imageVolumes.length,
    starts: [],
    failures: [{ action: 'CreatePodSandbox', target, failure }],
  };
}

/** Returns the round after its containers have been stopped. */
export function withKilled(sync: SyncProgress): SyncProgress {
  return withChanges(sync, { kill: undefined, results: sync.results + 1 });
}

/** The result of ensuring an image: its reference, or the failure. */
export type ImageEnsured = { readonly imageRef: string } | { readonly failure: PullFailure };

/**
 * Returns the round after its next image volume is ready or has failed. A failure later fails the containers
 * that mount the volume.
 */
export function withVolume(sync: SyncProgress, pod: PodSpec, ensured: ImageEnsured): SyncProgress {
  const volume = pod.imageVolumes[sync.nextVolume];
  if (volume === undefined) throw new Error(`${pod.name} has no image volume ${sync.nextVolume}`);
  const after = withChanges(sync, { nextVolume: sync.nextVolume + 1 });
  return 'failure' in ensured
    ? withChanges(after, { volumeFailures: new Map(sync.volumeFailures).set(volume.name, ensured.failure) })
    : withChanges(after, { volumeRefs: new Map(sync.volumeRefs).set(volume.name, ensured.imageRef) });
}

/** Returns the failure of an image volume that the current container mounts: the last one, as upstream. */
export function volumeFailure(sync: SyncProgress): PullFailure | undefined {
  const mounts = sync.starts[0]?.spec.mounts ?? [];
  return mounts.map((name) => sync.volumeFailures.get(name)).findLast((failure) => failure !== undefined);
}

/** Returns the round after the current container has started. */
export function withStarted(sync: SyncProgress): SyncProgress {
  const [start, ...laterStarts] = sync.starts;
  const reasons = new Map(sync.reasons);
  if (start !== undefined) reasons.delete(start.spec.name);
  return withChanges(sync, { starts: laterStarts, results: sync.results + 1, reasons });
}

/**
 * Returns the round after the current container has failed. A regular init container ends the round; after
 * any other it continues.
 */
export function withFailed(
  sync: SyncProgress,
  failure: PullFailure,
  crashLoopUntilMicros?: number,
): SyncProgress {
  const [start, ...laterStarts] = sync.starts;
  if (start === undefined) return sync;
  const container = start.spec.name;
  const expiries = [sync.crashLoopExpiryMicros, crashLoopUntilMicros].filter((at) => at !== undefined);
  return withChanges(sync, {
    starts: start.kind === 'init' ? [] : laterStarts,
    results: sync.results + 1,
    failures: [...sync.failures, { action: 'StartContainer', target: container, failure }],
    reasons: new Map(sync.reasons).set(container, failure),
    crashLoopExpiryMicros: expiries.length === 0 ? undefined : smallest(expiries),
  });
}

/** Returns the outcome for `completeWork`. The error's text is that of upstream's aggregate. */
export function syncOutcome(sync: SyncProgress): SyncOutcome {
  const texts = sync.failures.map(
    ({ action, target, failure }) =>
      `failed to "${action}" for ${goQuote(target)} with ${failure.reason}: ${goQuote(failure.message)}`,
  );
  const error = texts.length > 1 ? `[${texts.join(', ')}]` : texts[0];
  const expiry = sync.crashLoopExpiryMicros;
  return { error, ...(expiry === undefined ? {} : { crashLoopExpiryMicros: expiry }) };
}

/** Whether the round did something and had no error. Some releases then relist its pod on demand. */
export function hasOnlySuccesses(sync: SyncProgress): boolean {
  return sync.results > 0 && sync.failures.length === 0;
}

/** Whether a pull of the round has failed, and was not merely put off. */
export function hasFailedToPull({ failures }: SyncProgress): boolean {
  return failures.some(({ failure }) => failure.reason === 'ErrImagePull');
}
