import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { countText } from '../count-text.ts';
import { defaultPullPolicy } from '../images/image-name.ts';
import { containerRun } from './container-run.ts';
import type { KubernetesEvent } from './kubernetes-event.ts';
import { namedOwners, nodesByBase, ownerByName, type PodOwnerName } from './pod-owner.ts';
import { type ContainerSighting, type PodSighting, podSightings } from './pod-sighting.ts';
import { pulledEventMessage } from './pulled-event-message.ts';
import { normalizedReference } from './pulled-image-name.ts';
import { timestampText } from './timestamp.ts';

/** A pod that is made of what events say of it. */
interface PodOfEvents {
  /** As the API server would give it, with the uid of its events. */
  readonly object: Readonly<Record<string, unknown>>;
  /** When its containers were stopped for good, in microseconds since 1970. */
  readonly killedMicros: number | undefined;
}

/** Pods that are made of what events say of them. */
export interface PodsOfEvents {
  readonly pods: readonly PodOfEvents[];
  /** What the events do not say and was guessed, in sentences. */
  readonly guesses: readonly string[];
  /** Pods of which no event names an image. */
  readonly podsWithoutImage: readonly string[];
}

/** How the guesses were made, and for how many. */
interface GuessCount {
  owners: number;
  arrivals: number;
  policies: number;
  runs: number;
  images: number;
  restarts: number;
  laterNames: number;
}

/**
 * Returns the pods that events tell of. Their containers are those that events name, init containers in the order
 * in which they began; a container without an image has that of the same container of a pod with the same owner.
 */
export function podsOfEvents(events: readonly KubernetesEvent[]): PodsOfEvents {
  const sightings = podSightings(events);
  const counts: GuessCount = {
    owners: 0,
    arrivals: 0,
    policies: 0,
    runs: 0,
    images: 0,
    restarts: 0,
    laterNames: 0,
  };
  const owners = ownersOfPods(sightings, events, counts);
  fillImages(sightings, owners, counts);
  const pulls = endsOfPulls(events);
  const podsWithoutImage: string[] = [];
  const names = earlierNames(sightings, counts);
  const pods = sightings.flatMap((sighting) => {
    const containers = [...sighting.containers.values()].filter(({ image }) => image !== undefined);
    if (!containers.some(({ isInit }) => !isInit) && !hasOnlyBegun(containers)) {
      podsWithoutImage.push(`${sighting.namespace}/${sighting.name}`);
      return [];
    }
    const name = names.get(sighting) ?? sighting.name;
    const object = podOf({ ...sighting, name }, containers, owners.get(sighting), pulls, counts);
    return [{ object, killedMicros: sighting.killedMicros }];
  });
  return { pods, guesses: guessSentences(counts), podsWithoutImage };
}

/** An init container that has not ended hides the others, of which there is at least one. */
function hasOnlyBegun(containers: readonly ContainerSighting[]): boolean {
  return containers.length > 0 && containers.every(({ isInit }) => isInit);
}

function ownersOfPods(
  sightings: readonly PodSighting[],
  events: readonly KubernetesEvent[],
  counts: GuessCount,
): Map<PodSighting, PodOwnerName> {
  const sureOwners = namedOwners(events);
  const nodes = nodesByBase(events);
  const owners = new Map<PodSighting, PodOwnerName>();
  for (const sighting of sightings) {
    const sure = sureOwners.get(`${sighting.namespace}/${sighting.name}`);
    const owner = sure ?? ownerByName(sighting.name, sighting.node, nodes);
    if (owner === undefined) continue;
    owners.set(sighting, owner);
    if (sure === undefined) counts.owners += 1;
  }
  return owners;
}

/** Of pods with the same owner, all have the same containers. */
function fillImages(
  sightings: readonly PodSighting[],
  owners: ReadonlyMap<PodSighting, PodOwnerName>,
  counts: GuessCount,
): void {
  const keyOf = (sighting: PodSighting, container: string) => {
    const owner = owners.get(sighting);
    return `${sighting.namespace} ${owner?.kind} ${owner?.name ?? sighting.name} ${container}`;
  };
  const images = new Map<string, string>();
  for (const sighting of sightings)
    for (const { name, image } of sighting.containers.values())
      if (image !== undefined) images.set(keyOf(sighting, name), image);
  for (const sighting of sightings)
    for (const container of sighting.containers.values()) {
      if (container.image !== undefined) continue;
      container.image = images.get(keyOf(sighting, container.name));
      if (container.image !== undefined) counts.images += 1;
    }
}

/** Two pods of a run cannot have one name: those that another one followed get a number. */
function earlierNames(sightings: readonly PodSighting[], counts: GuessCount): Map<PodSighting, string> {
  const names = new Map<PodSighting, string>();
  for (const together of groupedBy(sightings, ({ namespace, name }) => `${namespace}/${name}`).values())
    for (const [index, sighting] of together.slice(0, -1).entries()) {
      names.set(sighting, `${sighting.name}.${index + 1}`);
      counts.laterNames += 1;
    }
  return names;
}

/** When pulls of an image ended well on a node, by node and image. */
function endsOfPulls(events: readonly KubernetesEvent[]): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  for (const { message, node, firstMicros } of events) {
    const reference = normalizedReference(pulledEventMessage(message)?.image ?? '')?.reference;
    if (reference !== undefined) getOrInsert(ends, `${node} ${reference}`, () => []).push(firstMicros);
  }
  return ends;
}

function podOf(
  sighting: PodSighting,
  containers: readonly ContainerSighting[],
  owner: PodOwnerName | undefined,
  pulls: ReadonlyMap<string, readonly number[]>,
  counts: GuessCount,
): Readonly<Record<string, unknown>> {
  const { namespace, name, uid, node, boundMicros, firstMicros, volumeImages } = sighting;
  const micros = boundMicros ?? firstMicros;
  if (boundMicros === undefined) counts.arrivals += 1;
  const volumes = [...volumeImages.keys()].map((reference, index) => ({
    name: `image-${index + 1}`,
    image: { reference },
  }));
  const specs = containers.map((container) => containerSpec(container, node, pulls, counts));
  const ofRole = (isInit: boolean) => specs.filter((_, index) => containers[index]?.isInit === isInit);
  const runs = containers.flatMap((container) => runStatus(container, containers, counts));
  const app = ofRole(false);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: omitUndefined({
      namespace,
      name,
      uid,
      creationTimestamp: timestampText(micros),
      ownerReferences:
        owner === undefined || owner.kind === 'Node' ? undefined : [{ ...owner, controller: true }],
    }),
    spec: omitUndefined({
      nodeName: node,
      restartPolicy: owner?.kind === 'Job' ? jobPolicy(containers) : undefined,
      volumes: volumes.length > 0 ? volumes : undefined,
      initContainers: ofRole(true).length > 0 ? ofRole(true) : undefined,
      // A pod has one at least: while init containers hide it, it is taken to have the image of the last one.
      containers: app.length > 0 ? app : specs.slice(-1).map((spec) => ({ ...spec, name: 'hidden' })),
    }),
    status: omitUndefined({
      conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: timestampText(micros) }],
      initContainerStatuses: runs.filter(({ isInit }) => isInit).map(({ status }) => status),
      containerStatuses: runs.filter(({ isInit }) => !isInit).map(({ status }) => status),
    }),
  };
}

function jobPolicy(containers: readonly ContainerSighting[]): string {
  return containers.some(({ starts }) => starts > 1) ? 'OnFailure' : 'Never';
}

function containerSpec(
  { name, image = '', pullingMicros, wasPresent, isNeverPulled }: ContainerSighting,
  node: string | undefined,
  pulls: ReadonlyMap<string, readonly number[]>,
  counts: GuessCount,
): Readonly<Record<string, unknown>> {
  const reference = normalizedReference(image)?.reference;
  const usual = defaultPullPolicy(image);
  const wasThere =
    pullingMicros !== undefined &&
    (pulls.get(`${node} ${reference}`) ?? []).some((end) => end < pullingMicros);
  const policy = isNeverPulled ? 'Never' : wasPresent ? 'IfNotPresent' : wasThere ? 'Always' : usual;
  if (policy === usual) return { name, image };
  counts.policies += 1;
  return { name, image, imagePullPolicy: policy };
}

function runStatus(
  container: ContainerSighting,
  containers: readonly ContainerSighting[],
  counts: GuessCount,
): { readonly isInit: boolean; readonly status: Readonly<Record<string, unknown>> }[] {
  const run = containerRun(container, containers);
  if (run === undefined) return [];
  counts[container.isInit ? 'runs' : 'restarts'] += 1;
  const terminated = {
    startedAt: timestampText(run.startedMicros),
    finishedAt: timestampText(run.startedMicros + run.runsForMicros),
    exitCode: run.exitCode,
  };
  return [
    {
      isInit: container.isInit,
      status: {
        name: container.name,
        restartCount: Math.max(0, container.starts - 1),
        state: { terminated },
      },
    },
  ];
}

function guessSentences(counts: GuessCount): string[] {
  const { owners, arrivals, policies, runs, images, restarts, laterNames } = counts;
  const sentences: readonly (readonly [number, string])[] = [
    [owners, `the owners of ${countText(owners, 'pod')}: by their names`],
    [
      arrivals,
      `when ${countText(arrivals, 'pod')} came: no event says it, so a moment before the first one of the kubelet`,
    ],
    [policies, `the pull policy of ${countText(policies, 'container')}: by what the kubelet did`],
    [
      images,
      `the image of ${countText(images, 'container')}: that of the same container in another pod of the owner`,
    ],
    [runs, `how long ${countText(runs, 'init container')} ran: until the next container began`],
    [
      restarts,
      `how long ${countText(restarts, 'container')} ran before being started again: what back-off leaves of the time between`,
    ],
    [laterNames, `${countText(laterNames, 'pod')} had the name of a later one: a number is added`],
  ];
  return sentences.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []));
}
