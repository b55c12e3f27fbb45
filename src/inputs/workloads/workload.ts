import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';
import type { CronRuns, JobRun } from '../../run/simulation-input.ts';
import type { Path } from '../documents/source-document.ts';
import type { KubernetesObject, MetadataDocument, PodSpecDocument } from './kubernetes-shapes.ts';
import { derivedUid } from './pod-name.ts';
import type { TemplateUpdate } from './rollout-strategy.ts';

/** An object that makes pods: how many, with which names, and from which template. */
export interface Workload {
  readonly object: KubernetesObject;
  readonly namespace: string;
  readonly name: string;
  /** undefined for a bare pod. */
  readonly owner: PodOwner | undefined;
  readonly spec: PodSpecDocument;
  /** The path from the object's document to its pod spec, for the places of errors. */
  readonly specPath: Path;
  readonly podMetadata: MetadataDocument | undefined;
  readonly count: number | 'one per node';
  /**
   * Returns a pod's name. A generated name may be taken, and the next attempt gives another one, as in the
   * API server. Fixed names stay the same.
   */
  readonly podName: (ordinal: number, attempt: number) => string;
  /** Whether it is a Job, whose containers end after jobDuration. */
  readonly ends: boolean;
  /** Absent: it is no Job. */
  readonly job?: JobPlan;
  readonly update: TemplateUpdate;
  /** Each pod is made once the one before it is ready. */
  readonly startsInOrder?: boolean;
  /**
   * When each pod is bound to its node, by the clock of its controller; absent: as the Scenario's arrivals
   * say.
   */
  readonly madeAtMicros?: (ordinal: number) => number;
  /** Whether it makes pods after the horizon too. */
  readonly goesOn?: boolean;
  /** Absent: its runs may run side by side. */
  readonly oneRunAtATime?: Pick<CronRuns, 'policy' | 'deadlineMicros'>;
}

/** The pods of each Job of a workload: those of the first Job come first. */
export interface JobPlan extends Pick<JobRun, 'completions' | 'parallelism' | 'backoffLimit'> {
  /** Of one Job, if none of them fails. */
  readonly pods: number;
  readonly isIndexed: boolean;
}

/** Whether this pod of the workload is made only when others of its Job are over. */
export function isSuccessor({ job }: Workload, ordinal: number): boolean {
  return job !== undefined && ordinal % job.pods >= job.parallelism;
}

/** Whether pods of this spec can be over by themselves. */
export function canEnd({ restartPolicy }: PodSpecDocument): boolean {
  return restartPolicy === 'Never' || restartPolicy === 'OnFailure';
}

/** The UID of the workload's pod of this name: a bare pod may bring its own. */
export function podUid({ namespace, owner, podMetadata }: Workload, name: string): string {
  return owner === undefined && podMetadata?.uid ? podMetadata.uid : derivedUid(`pod ${namespace}/${name}`);
}

/** An object that makes pods, and its name in full. */
export interface Identity {
  readonly object: KubernetesObject;
  readonly namespace: string;
  readonly name: string;
  readonly metadata: MetadataDocument;
}

/**
 * A workload of an object, with what most of them have in common. `specPath` leads from the object to the pod
 * spec.
 */
export function workloadOf(
  identity: Identity,
  spec: PodSpecDocument,
  specPath: Path,
  count: Workload['count'],
  podName: Workload['podName'],
): Workload {
  const { object, namespace, name } = identity;
  const owner = { kind: object.kind, name };
  return {
    object,
    namespace,
    name,
    owner,
    spec,
    specPath: [...object.path, ...specPath],
    podMetadata: undefined,
    count,
    podName,
    ends: false,
    update: 'later',
  };
}
