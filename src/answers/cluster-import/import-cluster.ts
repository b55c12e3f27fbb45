import type { InputError } from '../../inputs/documents/input-error.ts';
import { plainDocuments } from '../../inputs/documents/plain-documents.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { normalizedReference } from '../../inputs/events/pulled-image-name.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import { calibrate } from '../calibration/calibrate.ts';
import type { Calibration } from '../calibration/calibration.ts';
import type { ObservedPull } from '../calibration/estimates/observed-pull.ts';
import { pullKinds } from '../calibration/estimates/pull-kind.ts';
import { pullsOfEvents } from '../calibration/evidence/read-events.ts';
import {
  type ClusterController,
  type ClusterObjects,
  type ClusterPod,
  clusterObjects,
} from './cluster-objects.ts';
import { type EventPods, withEventPods } from './event-pods.ts';
import { type ImportedImages, imagesOf, importedImages } from './imported-images.ts';
import { type KubeletSettingsFound, kubeletSettingsOf } from './kubelet-settings.ts';
import { type OverlappingPulls, overlappingPulls } from './overlapping-pulls.ts';
import { type ArrivedPod, arrivalOf } from './pod-times.ts';
import { type PullFailure, pullFailures } from './pull-failures.ts';

/** Which part of a cluster's life is imported. */
interface ImportRequest {
  /**
   * Pods that came so long before the newest, or later, arrive in the run; `all`: every pod. undefined: an hour,
   * and every pod that only events tell of.
   */
  readonly sinceMicros: number | 'all' | undefined;
}

/**
 * What the files of a cluster tell, before it is written as a Scenario. Times are microseconds since 1970.
 */
export interface ImportedCluster {
  readonly files: readonly string[];
  readonly objects: ClusterObjects;
  /** In order of their arrivals. */
  readonly pods: readonly ArrivedPod[];
  readonly podsBefore: number;
  readonly podsWithoutNode: number;
  readonly podsWithoutTime: number;
  readonly controllers: ClusterObjects['controllers'];
  readonly startMicros: number;
  readonly kubelet: KubeletSettingsFound;
  readonly calibration: Calibration;
  readonly images: ImportedImages;
  readonly failures: readonly PullFailure[];
  /** Two pulls that were made at the same time, where no file says whether kubelets do that. */
  readonly overlapping: OverlappingPulls | undefined;
  /** What was guessed of pods that only events tell of, in sentences. */
  readonly guesses: readonly string[];
  /** The pods that only events tell of, with when they were deleted. */
  readonly eventPods: EventPods;
}

type ImportResult =
  | { readonly ok: true; readonly cluster: ImportedCluster }
  | { readonly ok: false; readonly errors: readonly InputError[] };

/**
 * Reads what `kubectl get … -o json` (or yaml) of a cluster printed, with /configz and image listings beside
 * it. Nothing of a Secret, an environment or an annotation is kept.
 */
export function importCluster(sources: readonly SourceText[], { sinceMicros }: ImportRequest): ImportResult {
  const read = sources.map((source) => ({ name: source.name, ...plainDocuments(source) }));
  const errors = read.flatMap((one) => one.errors);
  if (errors.length > 0) return { ok: false, errors };
  const { objects, eventPods, guesses } = withEventPods(clusterObjects(read));
  const kubelet = kubeletSettingsOf(
    objects.kubelets,
    objects.nodes.map(({ metadata: { name, labels } }) => ({ name, labels: labels ?? {} })),
  );
  if (kubelet.errors.length > 0) return { ok: false, errors: kubelet.errors };
  const refused = (message: string): ImportResult => {
    const hint = 'kubectl get nodes,pods,events -A -o json | windlass import - > cluster.yaml';
    return {
      ok: false,
      errors: [{ code: 'NO_CLUSTER', file: read[0]?.name ?? 'the input', line: 1, column: 1, message, hint }],
    };
  };
  if (objects.nodes.length + objects.pods.length + objects.controllers.length === 0)
    return refused('there are no nodes and no pods in it');
  const files = sources.map(({ name }) => name);
  const events = pullsOfEvents(objects.events, 'events');
  const timed = objects.pods.flatMap((pod) => {
    const micros = arrivalOf(pod);
    return micros === undefined ? [] : [{ pod, micros }];
  });
  const onNodes = timed.filter(({ pod }) => pod.spec.nodeName).sort((a, b) => a.micros - b.micros);
  const newest = onNodes.at(-1)?.micros ?? 0;
  const from = sinceMicros === 'all' ? -Infinity : newest - (sinceMicros ?? usualMicros);
  const pods = onNodes.filter(
    ({ pod, micros }) => micros >= from || (sinceMicros === undefined && eventPods.has(pod)),
  );
  if (objects.nodes.length + objects.controllers.length + pods.length === 0)
    return refused(
      'no pod in it has a time of creation and a node: these are manifests, and not what a cluster has',
    );
  const isSet = kubelet.fields?.serializeImagePulls !== undefined;
  const overlapping = isSet ? undefined : overlappingPulls(events.pulls);
  const startMicros = pods[0]?.micros ?? 0;
  const runtime = commonest(
    objects.nodes.map(({ status }) => status?.nodeInfo?.containerRuntimeVersion ?? undefined),
  );
  const calibration = calibrate({ logs: [], events: [{ ...events, errors: [] }], histograms: [], runtime });
  const fetched = fetchedPulls(events.pulls, runtime);
  const inRun = fetched.filter(
    ({ endMicros, endSpreadMicros }) => endMicros + endSpreadMicros >= startMicros,
  );
  const used = new Set(
    pods.flatMap(({ pod }) => imagesOf(pod).flatMap((name) => normalizedReference(name)?.reference ?? [])),
  );
  return {
    ok: true,
    cluster: {
      files,
      objects,
      pods,
      podsBefore: onNodes.length - pods.length,
      podsWithoutNode: timed.length - onNodes.length,
      podsWithoutTime: objects.pods.length - timed.length,
      controllers: controllersWithoutPods(objects),
      startMicros,
      kubelet,
      calibration,
      images: importedImages(objects, pods, inRun, events.pulls),
      overlapping,
      guesses,
      eventPods,
      failures: pullFailures(objects.events, pods.map(podOf), fetched).filter(
        ({ reference, untilMicros }) => used.has(reference) && (untilMicros ?? Infinity) > startMicros,
      ),
    },
  };
}

/** How old the pods are that a run has at most, to the newest one. */
const usualMicros = 3_600_000_000;

function podOf({ pod }: ArrivedPod): ClusterPod {
  return pod;
}

/** Returns the pulls that brought an image to a node that did not have it. */
function fetchedPulls(pulls: readonly ObservedPull[], runtime: string | undefined): ObservedPull[] {
  const kinds = pullKinds(pulls, selectRuntimeProfile(runtime ?? 'containerd://2.4').profile);
  return pulls.filter((_, index) => kinds[index] === 'full' || kinds[index] === 'unsized');
}

function commonest(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * Returns the objects that would make pods and have none in the files. The others are left out: their pods
 * are there, on the nodes where the scheduler has put them.
 */
function controllersWithoutPods({
  controllers,
  pods,
}: Pick<ClusterObjects, 'controllers' | 'pods'>): ClusterController[] {
  const ownerOf = new Map(
    controllers.map((one) => [keyOf(one.metadata.namespace, one.kind, one.metadata.name), ownersOf(one)]),
  );
  const withPods = new Set(pods.flatMap((pod) => [...ownersOf(pod), ...guessedOwners(pod)]));
  // A Set that grows while it is gone through: owners of owners.
  for (const key of withPods) for (const owner of ownerOf.get(key) ?? []) withPods.add(owner);
  return controllers.filter((one) => {
    const { replicas } = one.spec;
    return (
      replicas !== 0 &&
      !withPods.has(keyOf(one.metadata.namespace, one.kind, one.metadata.name)) &&
      ownersOf(one).length === 0
    );
  });
}

function ownersOf({ metadata }: Pick<ClusterPod, 'metadata'>): string[] {
  return (metadata.ownerReferences ?? [])
    .filter(({ controller }) => controller ?? true)
    .map(({ kind, name }) => keyOf(metadata.namespace, kind, name));
}

/**
 * ReplicaSets and Jobs are seldom in the files, but the names of those that a controller makes tell whose
 * they are.
 */
function guessedOwners({ metadata }: ClusterPod): string[] {
  return (metadata.ownerReferences ?? []).flatMap(({ kind, name }) => {
    const owner = kind === 'ReplicaSet' ? 'Deployment' : kind === 'Job' ? 'CronJob' : undefined;
    return owner === undefined ? [] : [keyOf(metadata.namespace, owner, name.replace(/-[a-z0-9]+$/, ''))];
  });
}

function keyOf(namespace: string | null | undefined, kind: string, name: string | null | undefined): string {
  return `${namespace || 'default'}/${kind}/${name ?? ''}`;
}
