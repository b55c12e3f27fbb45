import type { Image } from '../../rules/runtime/images/image.ts';
import type { PrePullInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import { collectImages, idleImages, usedImages } from '../images/collect-images.ts';
import { fillCatalogue } from '../images/fill-catalogue.ts';
import type { ImageCatalogue } from '../images/image-catalogue.ts';
import { presentImages } from '../images/present-images.ts';
import { readPrePulls } from '../images/read-pre-pulls.ts';
import { assumedSandboxImage, sandboxImagesOf, withoutIdleSandboxImages } from '../images/sandbox-images.ts';
import { imagesOfDraw } from '../images/with-size-draw.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import { imagesOfPodActions } from '../workloads/read-pod-actions.ts';
import type { Pods } from './build-pods.ts';
import { objectsOfKind } from './read-documents.ts';
import type { StageContext } from './stage-context.ts';

/** The images that the run may pull, and where they are at its start. */
export interface RunImages extends Pods {
  readonly nodes: readonly BuiltNode[];
  readonly prePulls: ReadonlyMap<string, readonly PrePullInput[]>;
  readonly catalogue: ImageCatalogue;
  /** Names that workloads have and no pod of the run. */
  readonly idleImages: readonly string[];
  readonly present: ReadonlyMap<string, readonly string[]>;
  readonly images: Readonly<Record<string, Image>>;
  /** The registries in the names of images. */
  readonly hosts: readonly string[];
}

/** The fifth stage: every image gets its layers. */
export function collectRunImages(pods: Pods, { request, problems }: StageContext): RunImages {
  const nodes = withoutIdleSandboxImages(pods.allNodes, pods.pods);
  const prePulls = new Map(
    nodes.map((node) => [node.node.name, readPrePulls(node, request.prePull?.plan, problems)]),
  );
  const podsOfAllTimes = [...pods.pods, ...imagesOfPodActions(pods.podActions, pods.pods)];
  const prePulled = [...prePulls.values()].flat().flatMap(({ images }) => images);
  const used = [
    ...new Set([...usedImages(podsOfAllTimes, nodes), ...prePulled, ...sandboxImagesOf(nodes)]),
  ].sort();
  const idle = idleImages(pods.workloads, used, nodes);
  const catalogue = readCatalogue(pods, nodes, [...used, ...idle], { request, problems });
  const present = presentImages(used, nodes, request, problems);
  const { images: likeliest, hosts } = collectImages(used, present, catalogue);
  const { sizeDraw = 0 } = request;
  const images = sizeDraw === 0 ? likeliest : imagesOfDraw(likeliest, catalogue.origins, sizeDraw);
  return { ...pods, nodes, prePulls, catalogue, idleImages: idle, present, images, hosts };
}

function readCatalogue(
  { sources, scenario, plans, allNodes }: Pods,
  nodes: readonly BuiltNode[],
  names: readonly string[],
  { request, problems }: Pick<StageContext, 'request' | 'problems'>,
): ImageCatalogue {
  const sizes = {
    imageSizes: request.imageSizes ?? [],
    scenario,
    catalogs: objectsOfKind(sources, 'ImageCatalog'),
    listings: sources.listings,
    nodes: plans,
    platform: request.platform ?? nodes[0]?.node.platform ?? defaultOf('platform'),
  };
  const catalogue = fillCatalogue(sizes, names, problems);
  for (const { name, bytes } of request.prePull?.sizes ?? [])
    catalogue.add({ names: [name], sizeBytes: bytes, source: 'catalogue', by: 'public documents' });
  // Those of idle nodes too: a pod that arrives later changes no image.
  for (const name of sandboxImagesOf(allNodes)) catalogue.add(assumedSandboxImage(name));
  return catalogue;
}
