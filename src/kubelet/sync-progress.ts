import type { ReasonCache } from './api-status.ts';
import { goQuote } from './go-quote.ts';
import type { PodSpec } from './pod.ts';
import type { PodRuntimeStatus } from './pod-runtime-status.ts';
import type { PullFailure } from './profile.ts';
import type { SyncOutcome } from './requeue.ts';
import type { ContainerStart, SyncPlan } from './sync-plan.ts';

/** How far one round of `SyncPod` has come, and what failed on the way. */
export interface SyncProgress {
  readonly createsSandbox: boolean;
  readonly replacesSandbox: boolean;
  /** Containers that are stopped before anything else. */
  readonly kills: readonly string[];
  /** Index of the next image volume to ensure. */
  readonly nextVolume: number;
  readonly volumeFailures: ReadonlyMap<string, PullFailure>;
  /** What is still to be started; the first is the one under way. */
  readonly starts: readonly ContainerStart[];
  readonly failures: readonly { readonly container: string; readonly failure: PullFailure }[];
  /** Sync results so far: a round that did nothing has none. */
  readonly results: number;
  /** The reasons that the next round will publish. */
  readonly reasons: ReasonCache;
  readonly crashLoopExpiryMicros: number | undefined;
}

/** A round that has not done anything yet; reasons of the rounds before stay until a start changes them. */
export function openSync(plan: SyncPlan, status: PodRuntimeStatus, reasons: ReasonCache): SyncProgress {
  return {
    createsSandbox: plan.createSandbox,
    replacesSandbox: plan.replacesSandbox,
    kills: plan.killsPod ? status.containers.filter(({ state }) => state === 'running').map(({ name }) => name) : [],
    nextVolume: 0,
    volumeFailures: new Map(),
    starts: plan.starts,
    failures: [],
    results: plan.createSandbox ? 1 : 0,
    reasons,
    crashLoopExpiryMicros: undefined,
  };
}

/** The first container of those to stop is stopped. */
export function withKilled(sync: SyncProgress): SyncProgress {
  return { ...sync, kills: sync.kills.slice(1), results: sync.results + 1 };
}

/** The next image volume is there, or failed: that fails only the containers which mount it, and later. */
export function withVolume(sync: SyncProgress, pod: PodSpec, failure: PullFailure | undefined): SyncProgress {
  const volume = pod.imageVolumes[sync.nextVolume];
  const failed = volume !== undefined && failure !== undefined;
  const volumeFailures = failed ? new Map(sync.volumeFailures).set(volume.name, failure) : sync.volumeFailures;
  return { ...sync, nextVolume: sync.nextVolume + 1, volumeFailures };
}

/** The failure of an image volume that the container under way mounts: the last one, as upstream has it. */
export function volumeFailure(sync: SyncProgress): PullFailure | undefined {
  const mounts = sync.starts[0]?.spec.mounts ?? [];
  return mounts.map((name) => sync.volumeFailures.get(name)).findLast((failure) => failure !== undefined);
}

/** The container under way runs. */
export function withStarted(sync: SyncProgress): SyncProgress {
  const [start, ...rest] = sync.starts;
  const reasons = new Map(sync.reasons);
  if (start !== undefined) reasons.delete(start.spec.name);
  return { ...sync, starts: rest, results: sync.results + 1, reasons };
}

/** The container under way failed: a regular init container ends the round, any other lets it go on. */
export function withFailed(sync: SyncProgress, failure: PullFailure, crashLoopUntilMicros?: number): SyncProgress {
  const [start, ...rest] = sync.starts;
  if (start === undefined) return sync;
  const container = start.spec.name;
  const expiries = [sync.crashLoopExpiryMicros, crashLoopUntilMicros].filter((at) => at !== undefined);
  return {
    ...sync,
    starts: start.kind === 'init' ? [] : rest,
    results: sync.results + 1,
    failures: [...sync.failures, { container, failure }],
    reasons: new Map(sync.reasons).set(container, failure),
    crashLoopExpiryMicros: expiries.length === 0 ? undefined : Math.min(...expiries),
  };
}

/** What `completeWork` makes of the round; the error's text is that of upstream's aggregate. */
export function outcomeOf(sync: SyncProgress): SyncOutcome {
  const texts = sync.failures.map(
    ({ container, failure }) => `failed to "StartContainer" for ${goQuote(container)} with ${failure.reason}: ${goQuote(failure.message)}`,
  );
  const error = texts.length > 1 ? `[${texts.join(', ')}]` : texts[0];
  const expiry = sync.crashLoopExpiryMicros;
  return { error, ...(expiry === undefined ? {} : { crashLoopExpiryMicros: expiry }) };
}

/** A round that did something and had no error: from 1.36 its pod is looked at on demand. */
export function hasOnlySuccesses(sync: SyncProgress): boolean {
  return sync.results > 0 && sync.failures.length === 0;
}
