import type { ContainerKind, ContainerStatusView } from '../../../trace/observation.ts';
import { memoizeLast } from '../../values/memoize.ts';
import { isFeatureGateOn } from '../configuration/feature-gates.ts';
import type { Profile, PullFailure } from '../profile.ts';
import { isToBeReset, restartingAllContainers, restartsAfter } from './container-restart.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';
import { deriveInitialized, hasInitialized, initializedBeside } from './pod-initialized.ts';
import { isOver, type PodPhase, podPhase } from './pod-phase.ts';
import { type ContainerRuntimeStatus, findContainer, type PodRuntimeStatus } from './pod-runtime-status.ts';
import { shouldBeStarted } from './sync-plan.ts';

export interface ApiStatus {
  readonly phase: PodPhase;
  readonly containers: readonly ContainerStatusView[];
  /** The condition AllContainersRestarting: the next sync removes all containers of the pod. */
  readonly restartsAllContainers?: true;
  /** The condition Initialized, where it does not follow from the containers. */
  readonly initialized?: boolean;
  /** What the runtime said then. It is not published. */
  readonly seen: PodRuntimeStatus;
}

/** What is published of it. */
export type ShownStatus = Omit<ApiStatus, 'seen'>;

/**
 * Why a container could not be started in the sync before, by container; mirrors `reasonCache` of
 * pkg/kubelet.
 */
export type ReasonCache = ReadonlyMap<string, PullFailure>;

/** In what kubelets differ here. */
export interface StatusRules extends Pick<Profile, 'takesLostInitForDone'> {
  /**
   * Whether restarts are counted on, last ends kept and a pod stays initialized when its containers are gone
   * from the runtime: with the gate RestartAllContainersOnContainerExits, for all pods.
   */
  readonly remembers: boolean;
}

/** The rules of a kubelet of this release with these gates. */
export function selectStatusRules(
  { release, takesLostInitForDone }: Pick<Profile, 'release' | 'takesLostInitForDone'>,
  featureGates: Readonly<Record<string, boolean>>,
): StatusRules {
  return {
    takesLostInitForDone,
    remembers: isFeatureGateOn('RestartAllContainersOnContainerExits', release, featureGates),
  };
}

/**
 * The status that the kubelet publishes at the start of a sync: it has the reasons of the sync before, so
 * it lags by one. `isTerminal`: the pod's containers are stopped for good. Mirrors `generateAPIPodStatus`
 * (pkg/kubelet/kubelet_pods.go, v1.37.2; v1.36.3: the same), `GenerateAllContainersRestartingCondition`, and
 * `SetPodStatus` (pkg/kubelet/status), which drops a status that would revive a container: the one before
 * stays then.
 */
export const apiStatus = memoizeLast(
  (
    pod: PodSpec,
    status: PodRuntimeStatus,
    reasons: ReasonCache,
    rules: StatusRules,
    before?: ApiStatus,
    isTerminal?: boolean,
  ): ApiStatus => {
    const isReset = before?.restartsAllContainers === true || isToBeReset(pod, status);
    const sync: Sync = { pod, status, reasons, rules, before, isReset };
    const containers = [
      ...pod.initContainers.map((spec) => containerView(sync, spec, spec.sidecar ? 'sidecar' : 'init')),
      ...byName(pod.containers).map((spec) => containerView(sync, spec, 'container')),
      ...byName(pod.ephemeralContainers).map((spec) => containerView(sync, spec, 'ephemeral')),
    ];
    if (before !== undefined && revives(pod, before.containers, containers)) return before;
    const phase = isOver(before?.phase)
      ? before.phase
      : podPhase(pod, containers, circumstances(sync, isTerminal === true));
    const isCleanedUp = ![...pod.initContainers, ...pod.containers].some(
      (spec) => findContainer(status, spec.name) !== undefined,
    );
    const isInitialized =
      deriveInitialized(containers) ||
      phase === 'Succeeded' ||
      (rules.remembers && before !== undefined && hasInitialized(before));
    return {
      phase,
      containers,
      seen: status,
      ...(isReset && !isCleanedUp && !isOver(phase) ? { restartsAllContainers: true } : {}),
      ...initializedBeside(containers, isInitialized),
    };
  },
);

/** What a status is made of. */
interface Sync {
  readonly pod: PodSpec;
  readonly status: PodRuntimeStatus;
  readonly reasons: ReasonCache;
  readonly rules: StatusRules;
  readonly before: ApiStatus | undefined;
  /** Whether all containers are being taken away. */
  readonly isReset: boolean;
}

/** Only init containers keep the order of the spec. Mirrors `SortedContainerStatuses`. */
function byName(specs: readonly ContainerSpec[]): readonly ContainerSpec[] {
  return specs.length < 2 ? specs : specs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function circumstances({ pod, status, before }: Sync, isTerminal: boolean): Parameters<typeof podPhase>[2] {
  const isActive = ({ name }: ContainerSpec) => findContainer(status, name)?.isActive === true;
  const running = (before?.containers ?? []).filter(({ state }) => state === 'running');
  return {
    isTerminal,
    isInitialized: status.sandbox === 'ready' && pod.containers.some(isActive),
    startedSidecars: new Set(running.map(({ name }) => name)),
  };
}

/** Mirrors `checkContainerStateTransition` (pkg/kubelet/status/status_manager.go). */
function revives(
  pod: PodSpec,
  before: readonly ContainerStatusView[],
  after: readonly ContainerStatusView[],
): boolean {
  if (pod.restartPolicy === 'Always') return false;
  const specs = [...pod.initContainers, ...pod.containers];
  if (specs.some(({ restart }) => restart?.rules.some(({ action }) => action === 'RestartAllContainers')))
    return false;
  return before.some(({ name, state, exitCode = 0 }) => {
    const spec = specs.find((one) => one.name === name);
    if (state !== 'terminated' || spec === undefined || spec.sidecar) return false;
    if ((exitCode !== 0 && pod.restartPolicy === 'OnFailure') || restartsAfter(pod, spec, exitCode))
      return false;
    return after.some((one) => one.name === name && one.state !== 'terminated');
  });
}

/** Mirrors `convertToAPIContainerStatuses`. */
function containerView(sync: Sync, spec: ContainerSpec, kind: ContainerKind): ContainerStatusView {
  const { pod, status, reasons, rules, before } = sync;
  const container = findContainer(status, spec.name);
  const old = before?.containers.find(({ name }) => name === spec.name);
  const shownViews =
    container === undefined ? lostView(sync, spec, kind, old) : seenView(sync, kind, container, old);
  if (kind === 'init' || kind === 'sidecar') {
    if (container?.state === 'exited' && container.exitCode === 0) return shownViews;
    const isPast =
      container === undefined && pod.containers.some(({ name }) => findContainer(status, name) !== undefined);
    if (rules.takesLostInitForDone && isPast && kind === 'init' && shownViews.state === 'waiting')
      return takenForDone(shownViews);
  }
  const reason = shouldBeStarted(pod, spec, container) ? reasons.get(spec.name) : undefined;
  if (reason === undefined) return shownViews;
  const last = shownViews.state === 'terminated' ? exitView(shownViews) : shownViews.last;
  return statusView(
    spec.name,
    kind,
    shownViews.restarts,
    { state: 'waiting', reason: reason.reason, message: reason.message },
    last,
  );
}

/** The status of a container that the runtime has. */
function seenView(
  { rules, before }: Sync,
  kind: ContainerKind,
  container: ContainerRuntimeStatus,
  old: ContainerStatusView | undefined,
): ContainerStatusView {
  const { name, exitCode, exitReason, state } = container;
  const wasAnother =
    old?.state === 'terminated' && !isSame(container, before && findContainer(before.seen, name));
  const knownRestarts = Math.max(container.restarts, rules.remembers ? (old?.restarts ?? 0) : 0);
  const isOneMore =
    rules.remembers &&
    state === 'running' &&
    old?.state === 'terminated' &&
    old.restarts >= container.restarts;
  const restarts = isOneMore ? knownRestarts + 1 : knownRestarts;
  const last = wasAnother ? exitView(old) : old?.last;
  const keptExit = rules.remembers || restarts > 0 ? last : undefined;
  if (state === 'exited')
    return statusView(name, kind, restarts, { state: 'terminated', exitCode, reason: exitReason }, keptExit);
  return statusView(name, kind, restarts, { state: state === 'running' ? 'running' : 'waiting' }, keptExit);
}

/** Whether a container is the one that had ended before. */
function isSame(container: ContainerRuntimeStatus, before: ContainerRuntimeStatus | undefined): boolean {
  return (
    before !== undefined &&
    before.restarts === container.restarts &&
    before.finishedAtMicros === container.finishedAtMicros
  );
}

/** The status of a container that the runtime has lost, or has not got yet. */
function lostView(
  { pod, isReset }: Sync,
  { name }: ContainerSpec,
  kind: ContainerKind,
  old: ContainerStatusView | undefined,
): ContainerStatusView {
  if (old !== undefined && old.state !== 'waiting' && isReset) {
    const message = 'The container is removed because RestartAllContainers in place';
    const last = { exitCode: 137, reason: restartingAllContainers };
    return statusView(
      name,
      kind,
      old.restarts + 1,
      { state: 'waiting', reason: restartingAllContainers, message },
      last,
    );
  }
  if (old?.state === 'terminated') return old;
  const reason = pod.initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  return statusView(name, kind, old?.restarts ?? 0, { state: 'waiting', reason }, old?.last);
}

function takenForDone({ name, kind, restarts, last }: ContainerStatusView): ContainerStatusView {
  const message =
    'Unable to get init container status from container runtime and pod has been initialized, treat it as exited normally';
  return statusView(
    name,
    kind,
    restarts,
    { state: 'terminated', exitCode: 0, reason: 'Completed', message },
    last,
  );
}

function statusView(
  name: string,
  kind: ContainerKind,
  restarts: number,
  state: Pick<ContainerStatusView, 'state' | 'reason' | 'message' | 'exitCode'>,
  last: ContainerStatusView['last'],
): ContainerStatusView {
  return Object.assign({ name, kind, restarts }, state, last === undefined ? undefined : { last });
}

function exitView({
  exitCode = 0,
  reason = '',
}: ContainerStatusView): NonNullable<ContainerStatusView['last']> {
  return { exitCode, reason };
}

/** Whether two published statuses are equal. */
export function sameApiStatus(a: ShownStatus, b: ShownStatus): boolean {
  return (
    a.phase === b.phase &&
    a.restartsAllContainers === b.restartsAllContainers &&
    a.initialized === b.initialized &&
    a.containers.length === b.containers.length &&
    a.containers.every((left, index) => {
      const right = b.containers[index];
      return (
        right !== undefined &&
        left.state === right.state &&
        left.reason === right.reason &&
        left.message === right.message &&
        left.exitCode === right.exitCode &&
        left.restarts === right.restarts &&
        left.last?.exitCode === right.last?.exitCode &&
        left.last?.reason === right.last?.reason
      );
    })
  );
}
