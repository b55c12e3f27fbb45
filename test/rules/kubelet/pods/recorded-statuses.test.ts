import { expect, it } from 'vitest';
import { podConditions } from '../../../../src/reports/describe/describe-pod.ts';
import { podsAt } from '../../../../src/reports/describe/pods-at.ts';
import { podRows } from '../../../../src/reports/pods.ts';
import {
  type ApiStatus,
  apiStatus,
  type ShownStatus,
  selectStatusRules,
} from '../../../../src/rules/kubelet/pods/api-status.ts';
import { type PodSpec, podForRelease } from '../../../../src/rules/kubelet/pods/pod.ts';
import type {
  ContainerRuntimeStatus,
  PodRuntimeStatus,
} from '../../../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { podObservation, statusPublished, toPodRef } from '../../../../src/rules/kubelet/pods/sync-log.ts';
import { finalStatus } from '../../../../src/rules/kubelet/pods/terminal-status.ts';
import type { PullFailure } from '../../../../src/rules/kubelet/profile.ts';
import { v1_36, v1_37 } from '../../../../src/rules/kubelet/profiles/profiles.ts';
import type { Observation } from '../../../../src/trace/observation.ts';
import type { TraceRecord } from '../../../../src/trace/record.ts';
import { podOf, statusOf } from '../pod-fixtures.ts';
import { type RecordedPod, recordedIn, specOf } from '../recorded.ts';

interface Step {
  /** `stopped`: the containers have been, for good; `final`: the pod has left nothing on the node. */
  readonly kind: 'sync' | 'deleted' | 'stopped' | 'final';
  readonly sandbox: PodRuntimeStatus['sandbox'];
  /** All containers that the runtime has, the oldest first. */
  readonly containers: readonly Container[];
  readonly reasons: Readonly<Record<string, PullFailure>>;
}

interface Container
  extends Pick<
    ContainerRuntimeStatus,
    'name' | 'state' | 'exitCode' | 'exitReason' | 'restarts' | 'isActive'
  > {
  /** Also the minute of its end; kubectl is asked in minute 170. */
  readonly id: number;
}

interface Published extends Pick<ShownStatus, 'phase' | 'containers'> {
  /** The types of those that are True. */
  readonly conditions: readonly string[];
  /** READY, STATUS and RESTARTS of `kubectl get pods`. */
  readonly cells: readonly string[];
}

/**
 * What the kubelets of 1.36 and of 1.37 publish of a random pod (scripts/oracle/record-statuses.mjs): of each
 * step, what has changed.
 */
interface Recorded extends RecordedPod {
  readonly steps: readonly Step[];
  readonly published: readonly Published[];
}

function whole<One>(changes: readonly One[]): readonly One[] {
  return changes.map((_, index) => Object.assign({}, ...changes.slice(0, index + 1)));
}

const recorded = recordedIn<Recorded>(new URL('recorded-statuses.ndjson.gz', import.meta.url)).map((one) => {
  return { ...one, steps: whole(one.steps), published: whole(one.published) };
});

function ourPublished(given: Recorded, profile: typeof v1_36): readonly Published[] {
  let pod = podForRelease(podOf(specOf(given)), profile.release, {});
  let before: ApiStatus | undefined;
  const records: TraceRecord[] = [];
  const tell = (told: Observation, at: number) =>
    records.push({ id: 0, at, node: 'node-1', actor: 'worker', ...told } as TraceRecord);
  tell(podObservation(pod, 'added'), 0);
  const ended = new Set<number>();
  return given.steps.map((step) => {
    for (const { id, name, state } of step.containers) {
      if (state !== 'exited' || ended.has(id)) continue;
      ended.add(id);
      tell({ type: 'container', state, container: name, pod: toPodRef(pod) }, id * 60_000);
    }
    if (step.kind === 'deleted') {
      pod = { ...pod, deletionGraceMicros: 30_000_000 };
      tell(podObservation(pod, 'deleting'), 0);
    }
    const status = statusIn(step, pod, before, profile);
    for (const told of statusPublished(toPodRef(pod), before, status)) tell(told, 0);
    before = status;
    const [{ phase, containers, seen }, at] = [status, 170 * 60_000];
    const cells = podRows(records, at).flatMap((row) => [row.ready, row.status, row.restarts]);
    const [described] = podsAt(records, at).map((one) =>
      podConditions({ ...one, hasSandbox: seen.sandbox === 'ready' }, profile.release),
    );
    return {
      phase,
      conditions: (described ?? []).flatMap(([type, isTrue]) => (isTrue ? [type] : [])),
      containers,
      cells,
    };
  });
}

function statusIn(
  { kind, sandbox, containers, reasons }: Step,
  pod: PodSpec,
  before: ApiStatus | undefined,
  profile: typeof v1_36,
): ApiStatus {
  if (kind === 'final' && before !== undefined) return finalStatus(before);
  // Only the latest of a name is known here.
  const known = new Map(
    containers.map((one) => [
      one.name,
      { ...statusOf(one.name, one.exitCode), ...one, finishedAtMicros: one.id * 60_000_000 },
    ]),
  );
  const status = { sandbox, containers: [...known.values()] };
  return apiStatus(
    pod,
    status,
    new Map(Object.entries(reasons)),
    selectStatusRules(profile, {}),
    before,
    kind === 'stopped',
  );
}

/** Without what only one side tells, and what is empty. */
function comparable(published: Published): Published {
  const containers = published.containers.map(
    ({ name, state, exitCode, reason = '', message = '', restarts, last }) => {
      return { name, state, exitCode, reason, message, restarts, exit: last && [last.exitCode, last.reason] };
    },
  );
  const { phase, conditions, cells } = published;
  return JSON.parse(JSON.stringify({ phase, conditions, cells, containers }));
}

it.each([v1_36, v1_37])(
  'what the kubelet of $release publishes of each recorded pod, and what kubectl shows',
  (profile) => {
    const differing = recorded.flatMap((given) =>
      ourPublished(given, profile).flatMap((one, index) => {
        const [ours, real] = [one, given.published[index]].map(
          (published) => published && comparable(published),
        );
        return JSON.stringify(ours) === JSON.stringify(real) ? [] : [{ ours, real, index, given }];
      }),
    );
    expect(differing.slice(0, 1)).toEqual([]);
  },
);

it('the recorded pods are of many kinds', () => {
  const all = recorded.flatMap(({ published }) => published);
  const views = all.flatMap(({ containers }) => containers);
  const counts = [
    ...['Pending', 'Running', 'Succeeded', 'Failed'].map(
      (phase) => all.filter((one) => one.phase === phase).length,
    ),
    ...[
      'ErrImagePull',
      'ImagePullBackOff',
      'CrashLoopBackOff',
      'ContainerCreating',
      'PodInitializing',
      'RestartingAllContainers',
    ].map((reason) => views.filter((view) => view.state === 'waiting' && view.reason === reason).length),
    ...['Completed', 'Error', 'Unknown'].map(
      (reason) => views.filter((view) => view.last?.reason === reason).length,
    ),
  ];
  expect(Math.min(...counts)).toBeGreaterThan(10);
});
