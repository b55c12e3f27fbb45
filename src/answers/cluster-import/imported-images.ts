import { defaultOf } from '../../inputs/defaults.ts';
import { parseSource } from '../../inputs/documents/parse-source.ts';
import { Problems } from '../../inputs/documents/problems.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { kubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import { imageIn } from '../../inputs/events/pod-sighting.ts';
import { normalizedReference } from '../../inputs/events/pulled-image-name.ts';
import { assumedCompressedBytes } from '../../inputs/images/assumed-image.ts';
import { imageListing } from '../../inputs/images/image-listing.ts';
import { readImageListing } from '../../inputs/images/read-image-listing.ts';
import type { NodeObjectDocument } from '../../inputs/workloads/kubernetes-shapes.ts';
import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';
import type { CalibratedImage } from '../calibration/calibration.ts';
import type { ObservedPull } from '../calibration/estimates/observed-pull.ts';
import type { ClusterObjects, ClusterPod } from './cluster-objects.ts';
import type { ArrivedPod } from './pod-times.ts';

type ListedImage = Pick<
  NonNullable<NonNullable<NodeObjectDocument['status']>['images']>[number],
  'names' | 'sizeBytes'
>;

/** The images of a cluster: who has which at the start, and how large the others are. */
export interface ImportedImages {
  /** What each node has at the start, by the node's name. */
  readonly present: ReadonlyMap<string, readonly ListedImage[]>;
  /** Images that are pulled in the run, compressed. */
  readonly sizes: readonly CalibratedImage[];
  /** Images that pods name and of which nothing tells the size. */
  readonly unsized: readonly string[];
  /** Containers whose node lists their image while no event tells whether it was there before. */
  readonly untold: number;
  /** Nodes whose list is as long as kubelets make it, so that it may not be whole. */
  readonly fullLists: readonly string[];
}

/** How many images a kubelet lists in its Node at most (nodeStatusMaxImages). */
const listedMax = 50;

/**
 * Returns the images of nodes and events. A Node lists what is there now; what `fetched` brought in the time
 * of the run was not there at its start. Sizes are those that kubelets tell: compressed, but of Docker and
 * CRI-O those on disk, which are reckoned down.
 */
export function importedImages(
  { nodes, events, listings }: ClusterObjects,
  pods: readonly ArrivedPod[],
  fetched: readonly ObservedPull[],
  pulls: readonly ObservedPull[],
): ImportedImages {
  const broughtTo = new Map(
    [...groupedBy(fetched, ({ node }) => node ?? '')].map(([node, own]) => [
      node,
      new Set(own.map(({ reference }) => reference)),
    ]),
  );
  const present = new Map<string, readonly ListedImage[]>();
  const sizes = new Map<string, CalibratedImage>();
  const isOnDisk = (node: NodeObjectDocument | undefined) =>
    /^(?:docker|cri-o):/.test(node?.status?.nodeInfo?.containerRuntimeVersion ?? '');
  const add = (name: string, bytes: number, onDisk: boolean) => {
    const reference = normalizedReference(name)?.reference;
    if (reference === undefined || bytes <= 0 || sizes.has(reference)) return;
    sizes.set(reference, { name, bytes: onDisk ? assumedCompressedBytes(bytes) : bytes });
  };
  const seenPresent = imagesSeenPresent(events);
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  for (const { image, bytes, node } of pulls)
    if (bytes !== undefined) add(image, bytes, isOnDisk(byName.get(node ?? '')));
  for (const node of nodes) {
    const brought = broughtTo.get(node.metadata.name);
    const kept: ListedImage[] = [];
    for (const { names, sizeBytes } of node.status?.images ?? []) {
      if (brought === undefined || !namesOf(names).some((reference) => brought.has(reference)))
        kept.push({ names, sizeBytes });
      for (const name of names ?? []) if (!name.includes('@')) add(name, sizeBytes ?? 0, isOnDisk(node));
    }
    const listed = new Set(kept.flatMap(({ names }) => namesOf(names)));
    const unlisted = (seenPresent.get(node.metadata.name) ?? []).filter(
      (name) => !listed.has(normalizedReference(name)?.reference ?? ''),
    );
    present.set(node.metadata.name, [...kept, ...unlisted.map((name) => ({ names: [name] }))]);
  }
  for (const image of listings.flatMap(sizesOfListing)) {
    const reference = normalizedReference(image.name)?.reference;
    if (reference !== undefined && image.bytes > 0) sizes.set(reference, image);
  }
  const used = groupedBy(
    pods.flatMap(({ pod }) => imagesOf(pod).flatMap((name) => pairOf(name, pod.spec.nodeName ?? ''))),
    ({ reference }) => reference,
  );
  const told = new Set(events.flatMap((value) => imageOfEvent(value)));
  const isUntold = ({ node, reference }: { readonly node: string; readonly reference: string }) =>
    !told.has(`${node} ${reference}`) &&
    (present.get(node) ?? []).some(({ names }) => namesOf(names).includes(reference));
  return {
    present,
    sizes: [...sizes].filter(([reference]) => used.has(reference)).map(([, image]) => image),
    unsized: [...used].filter(([reference]) => !sizes.has(reference)).map(([, [first]]) => first?.name ?? ''),
    untold: [...used.values()].flat().filter(isUntold).length,
    fullLists: nodes
      .filter(({ status }) => status?.images?.length === listedMax)
      .map(({ metadata }) => metadata.name),
  };
}

/** Returns the names of the images that a pod's init containers, containers and volumes need. */
export function imagesOf({ spec }: ClusterPod): string[] {
  const volumes = (spec.volumes ?? []).flatMap(({ image }) => image?.reference ?? []);
  return [...(spec.initContainers ?? []), ...spec.containers].map(({ image }) => image).concat(volumes);
}

function pairOf(
  name: string,
  node: string,
): { readonly name: string; readonly node: string; readonly reference: string }[] {
  return normalizedReference(name) === undefined
    ? []
    : [{ name, node, reference: normalizedReference(name)?.reference ?? '' }];
}

function namesOf(names: readonly string[] | null | undefined): string[] {
  return (names ?? []).flatMap((name) => normalizedReference(name)?.reference ?? []);
}

/** Returns node and image of an event that tells of a pull, or that none was needed. */
function imageOfEvent(value: unknown): string[] {
  const event = kubernetesEvent(value);
  const name = /^(?:Successfully pulled|Container) image "((?:[^"\\]|\\.)*)"/.exec(event?.message ?? '')?.[1];
  const reference = name === undefined ? undefined : normalizedReference(goUnquote(name))?.reference;
  return reference === undefined || event?.node === undefined ? [] : [`${event.node} ${reference}`];
}

/**
 * Returns the images that kubelets found on their nodes before any pull of them was seen there, by node. A Node
 * lists 50 images at most.
 */
function imagesSeenPresent(events: readonly unknown[]): Map<string, string[]> {
  const seen = new Set<string>();
  const present = new Map<string, string[]>();
  const inOrder = events
    .flatMap((value) => kubernetesEvent(value) ?? [])
    .sort((a, b) => a.firstMicros - b.firstMicros);
  for (const { reason, message, node } of inOrder) {
    const image = reason === 'Pulled' || reason === 'Pulling' ? imageIn(message) : undefined;
    const reference = image === undefined ? undefined : normalizedReference(image)?.reference;
    if (
      image === undefined ||
      reference === undefined ||
      node === undefined ||
      seen.has(`${node} ${reference}`)
    )
      continue;
    seen.add(`${node} ${reference}`);
    if (message.includes('already present on machine')) getOrInsert(present, node, () => []).push(image);
  }
  return present;
}

function sizesOfListing(source: SourceText): CalibratedImage[] {
  const problems = new Problems();
  return parseSource(source, problems).flatMap((document) => {
    const listing = imageListing(document);
    const images =
      listing === undefined ? [] : readImageListing(listing, defaultOf('platform'), [], problems);
    return images.flatMap(({ names, sizeBytes, layers }) =>
      names.map((name) => ({
        name,
        bytes: sizeBytes ?? (layers ?? []).reduce((sum, layer) => sum + layer.bytes, 0),
        ...(layers === undefined ? {} : { layers: layers.map((layer) => layer.bytes) }),
      })),
    );
  });
}
