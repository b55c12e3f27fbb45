import { countText } from '../../inputs/count-text.ts';
import { parseShape } from '../../inputs/documents/parse-shape.ts';
import { kubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import { isOfKubelet } from '../../inputs/events/pod-sighting.ts';
import { podsOfEvents } from '../../inputs/events/pods-of-events.ts';
import { releaseOfTexts } from '../../inputs/events/release-of-texts.ts';
import { few } from '../../inputs/nodes/plan-nodes.ts';
import type { NodeObjectDocument } from '../../inputs/workloads/kubernetes-shapes.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import { type ClusterObjects, type ClusterPod, clusterPodShape } from './cluster-objects.ts';

export type EventPods = ReadonlyMap<ClusterPod, number | undefined>;

/** A cluster's objects with those that only events tell of. */
interface ObjectsWithEventPods {
  readonly objects: ClusterObjects;
  /** The pods among them that were made of events, with when they were deleted, in microseconds since 1970. */
  readonly eventPods: EventPods;
  /** What of them was guessed, in sentences. */
  readonly guesses: readonly string[];
}

/**
 * Adds the pods that events tell of and that no Pod object has, and the nodes that they are on. A node that is not
 * in the files has the releases of most others.
 */
export function withEventPods(objects: ClusterObjects): ObjectsWithEventPods {
  const events = objects.events.flatMap((value) => kubernetesEvent(value) ?? []);
  const found = podsOfEvents(events);
  const nameOf = ({ metadata }: ClusterPod) => `${metadata.namespace || 'default'}/${metadata.name}`;
  const present = new Set(objects.pods.map(nameOf));
  const made = found.pods.flatMap(({ object, killedMicros }) => {
    const pod = parseShape(clusterPodShape, object)?.data;
    return pod === undefined || present.has(nameOf(pod)) ? [] : [{ pod, killedMicros }];
  });
  const pods = made.map(({ pod }) => pod);
  const release = releaseOfTexts(events.filter(isOfKubelet).map(({ message }) => message));
  if (pods.length === 0 && (objects.nodes.length > 0 || release === undefined))
    return { objects, eventPods: new Map(), guesses: [] };
  const nodes = missingNodes(objects.nodes, [...objects.pods, ...pods], release?.newest);
  const guesses =
    pods.length === 0
      ? []
      : [
          `${countText(pods.length, 'pod')}, which only events tell of: containers, images and nodes are theirs`,
        ];
  if (pods.length > 0) appendAll(guesses, found.guesses);
  const withoutImage = found.podsWithoutImage.filter((name) => !present.has(name));
  if (withoutImage.length > 0)
    guesses.push(
      `${countText(withoutImage.length, 'pod')} left out, since no event names an image: ${few(withoutImage)}`,
    );
  if (nodes.length > 0)
    guesses.push(
      `${countText(nodes.length, 'node')} that only events name: ${few(nodes.map(({ metadata }) => metadata.name))}${
        objects.nodes.length > 0
          ? ', with the releases of the others'
          : release === undefined
            ? ''
            : `; their kubelets are taken to be ${release.newest}, since events have the words of ${release.oldest} to ${release.newest}`
      }`,
    );
  return {
    objects: { ...objects, nodes: [...objects.nodes, ...nodes], pods: [...objects.pods, ...pods] },
    eventPods: new Map(made.map(({ pod, killedMicros }) => [pod, killedMicros])),
    guesses,
  };
}

function missingNodes(
  nodes: readonly NodeObjectDocument[],
  pods: readonly ClusterPod[],
  kubeletVersion: string | undefined,
): NodeObjectDocument[] {
  const present = new Set(nodes.map(({ metadata }) => metadata.name));
  const names = new Set(pods.flatMap(({ spec }) => (spec.nodeName ? [spec.nodeName] : [])));
  const [like] = nodes;
  return [...names].flatMap((name): NodeObjectDocument[] => {
    if (present.has(name)) return [];
    const { capacity, allocatable, ...status } = like?.status ?? {};
    const nodeInfo = status.nodeInfo ?? (kubeletVersion === undefined ? {} : { kubeletVersion });
    return [{ metadata: { name }, status: { nodeInfo, capacity, allocatable } }];
  });
}
