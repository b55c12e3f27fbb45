import { appendAll } from '../../rules/collections/append-all.ts';
import { checkShape, shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type Place, placeText, within } from '../documents/source-document.ts';
import { type InputNotes, noNotes } from '../input-notes.ts';
import type { RunClock } from '../scenario/run-clock.ts';
import { cronJobPods } from './cron/cron-jobs.ts';
import { foreignWorkloads } from './foreign-workloads.ts';
import { jobPods } from './job-pods.ts';
import {
  daemonSetShape,
  jobShape,
  type KubernetesObject,
  type MetadataDocument,
  metadataShape,
  type PodSpecDocument,
  podShape,
  replicatedShape,
  statefulSetShape,
} from './kubernetes-shapes.ts';
import { generatedName, nameError, nameSuffix } from './pod-name.ts';
import { daemonSetUpdate, deploymentUpdate, statefulSetUpdate } from './rollout-strategy.ts';
import { canEnd, type Identity, type Workload, workloadOf } from './workload.ts';

interface ReadWorkloads {
  readonly workloads: readonly Workload[];
  readonly notes: InputNotes;
}

/**
 * Returns everything that makes pods, in order of the input. Objects whose controller is in the input too are
 * left to that controller.
 *
 * @param clock the time at which CronJobs look; without one they run once
 */
export function readWorkloads(
  objects: readonly KubernetesObject[],
  problems: Problems,
  clock?: RunClock,
): ReadWorkloads {
  const workloads: Workload[] = [];
  const notes = noNotes();
  const identities = identify(objects, problems);
  const present = new Set(
    identities.map((identity) => keyOf(identity.object.kind, identity.namespace, identity.name)),
  );
  let [owned, over] = [0, 0];
  for (const identity of identities) {
    const controller = identity.metadata.ownerReferences?.find((reference) => reference.controller ?? true);
    if (
      controller !== undefined &&
      present.has(keyOf(controller.kind, identity.namespace, controller.name))
    ) {
      owned++;
      continue;
    }
    if (isOver(identity.object)) {
      over++;
      continue;
    }
    const { templates } = identity.object;
    const workload = templates
      ? foreignWorkloads(identity, templates, problems, notes)
      : readOne(identity, problems, notes, clock);
    if (workload !== undefined) appendAll(workloads, [workload].flat());
  }
  if (owned > 0)
    notes.readings.add(
      `${owned} object${owned === 1 ? ' is' : 's are'} left out: their controller is in the input too and makes them.`,
    );
  if (over > 0)
    notes.readings.add(
      `${over} ${over === 1 ? 'object is' : 'objects are'} left out: they are over or being deleted, and nobody starts them again.`,
    );
  return { workloads, notes };
}

const jobEnds: readonly unknown[] = ['Complete', 'Failed'];

/**
 * Whether the object comes from a cluster where it is being deleted or has ended: a pod that has succeeded or
 * failed, or a Job that is complete or has failed.
 */
function isOver({ kind, value, templates }: KubernetesObject): boolean {
  if (isMapping(value) && isMapping(value.metadata) && typeof value.metadata.deletionTimestamp === 'string')
    return true;
  const status = isMapping(value) && isMapping(value.status) ? value.status : {};
  if (kind === 'Pod') return status.phase === 'Succeeded' || status.phase === 'Failed';
  if (kind !== 'Job' || templates !== undefined || !Array.isArray(status.conditions)) return false;
  return status.conditions.some(
    (condition) => isMapping(condition) && condition.status === 'True' && jobEnds.includes(condition.type),
  );
}

function identify(objects: readonly KubernetesObject[], problems: Problems): Identity[] {
  const seen = new Map<string, Place>();
  const result: Identity[] = [];
  for (const object of objects) {
    const fields = object.value as {
      readonly metadata?: Partial<Record<'name' | 'generateName' | 'namespace' | 'uid', unknown>>;
    };
    const metadata = fields.metadata;
    const namespace =
      typeof metadata?.namespace === 'string' && metadata.namespace !== '' ? metadata.namespace : 'default';
    const generate = metadata?.generateName;
    const base =
      typeof generate === 'string' && generate !== ''
        ? generatedName(generate, `${namespace}/${generate}/${result.length}`)
        : undefined;
    const name =
      metadata?.name !== undefined && metadata.name !== null && metadata.name !== '' ? metadata.name : base;
    const place = within(object, 'metadata', 'name');
    if (typeof name !== 'string') {
      const message =
        name === undefined
          ? `${object.kind} without metadata.name`
          : `metadata.name must be a string, not ${shownValue(name)}`;
      problems.at(place, {
        code: name === undefined ? 'REQUIRED' : 'WRONG_TYPE',
        message,
        expected: 'a name',
      });
      continue;
    }
    const bad = [nameError(name, 'subdomain'), nameError(namespace, 'label')] as const;
    if (bad[0] !== undefined) {
      problems.at(place, {
        code: 'NAME',
        message: `${shownValue(name)} is not a name that an API server accepts`,
        expected: bad[0],
      });
      continue;
    }
    if (bad[1] !== undefined) {
      const message = `${shownValue(namespace)} is not a namespace that an API server accepts`;
      problems.at(within(object, 'metadata', 'namespace'), { code: 'NAME', message, expected: bad[1] });
      continue;
    }
    // Volcano's Job and Kubernetes' own may have one name.
    const key = `${object.templates ? 'foreign ' : ''}${keyOf(object.kind, namespace, name)}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const message = `${object.kind} ${shownValue(name)} of namespace ${shownValue(namespace)} is there twice`;
      problems.at(place, {
        code: 'DUPLICATE',
        message,
        hint: `rename one, or leave one out: the first is at ${placeText(first)}`,
      });
      continue;
    }
    seen.set(key, place);
    // If the metadata is wrong, the object's own shape reports it later.
    result.push({ object, namespace, name, metadata: metadataShape.safeParse(metadata).data ?? {} });
  }
  return result;
}

function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}

function readOne(
  identity: Identity,
  problems: Problems,
  notes: InputNotes,
  clock: RunClock | undefined,
): Workload | undefined {
  const { object, name } = identity;
  const { kind } = object;
  const id = `${kind} ${identity.namespace}/${name}`;
  const generated = (base: string) => (ordinal: number, attempt: number) =>
    generatedName(base, `${id} ${ordinal} ${attempt}`);
  switch (kind) {
    case 'Pod': {
      const pod = checkShape(podShape, object, problems);
      const ofJob =
        identity.metadata.ownerReferences?.some(
          (owner) => owner.kind === 'Job' && (owner.controller ?? true),
        ) === true;
      if (pod === undefined) return undefined;
      const workload = workloadOf(identity, pod.spec, ['spec'], 1, () => name);
      return { ...workload, owner: undefined, podMetadata: pod.metadata, ends: ofJob && canEnd(pod.spec) };
    }
    case 'Deployment': {
      const deployment = checkShape(replicatedShape, object, problems);
      const hash = nameSuffix(`template of ${id}`, 10);
      return (
        deployment && {
          ...ofTemplate(
            identity,
            deployment.spec,
            deployment.spec.replicas ?? 1,
            generated(`${name}-${hash}-`),
          ),
          update: deploymentUpdate(deployment.spec.strategy),
        }
      );
    }
    case 'ReplicaSet':
    case 'ReplicationController': {
      const set = checkShape(replicatedShape, object, problems);
      return set && ofTemplate(identity, set.spec, set.spec.replicas ?? 1, generated(`${name}-`));
    }
    case 'StatefulSet': {
      const set = checkShape(statefulSetShape, object, problems);
      const start = set?.spec.ordinals?.start ?? 0;
      const count = set?.spec.replicas ?? 1;
      const startsInOrder = set?.spec.podManagementPolicy !== 'Parallel';
      return (
        set && {
          ...ofTemplate(identity, set.spec, count, (ordinal) => `${name}-${start + ordinal}`),
          update: statefulSetUpdate(set.spec.updateStrategy, startsInOrder),
          startsInOrder,
        }
      );
    }
    case 'DaemonSet': {
      const set = checkShape(daemonSetShape, object, problems);
      return (
        set && {
          ...ofTemplate(identity, set.spec, 'one per node', generated(`${name}-`)),
          update: daemonSetUpdate(set.spec.updateStrategy),
        }
      );
    }
    case 'Job': {
      const job = checkShape(jobShape, object, problems);
      return job && jobPods(identity, job.spec, ['spec'], [name], problems, notes.assumptions);
    }
    case 'CronJob':
      return cronJobPods(identity, clock, problems, notes);
    default:
      return undefined;
  }
}

function ofTemplate(
  identity: Identity,
  owner: {
    readonly template: {
      readonly metadata?: MetadataDocument | null | undefined;
      readonly spec: PodSpecDocument;
    };
  },
  count: Workload['count'],
  podName: Workload['podName'],
): Workload {
  const podMetadata = owner.template.metadata ?? undefined;
  return {
    ...workloadOf(identity, owner.template.spec, ['spec', 'template', 'spec'], count, podName),
    podMetadata,
  };
}
