import { checkShape, shownValue } from '../documents/check-shape.ts';
import { meantQuestion } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import type { NodePlan } from '../nodes/plan-nodes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import { imageCatalogShape } from '../scenario/scenario-shape.ts';
import type { KubernetesObject } from '../workloads/kubernetes-shapes.ts';
import { assumedCompressedBytes } from './assumed-image.ts';
import { type CatalogueImage, ImageCatalogue } from './image-catalogue.ts';
import type { ImageListing } from './image-listing.ts';
import { imageName } from './image-name.ts';
import { imageSizeOption } from './image-size-option.ts';
import { type LayersByDigest, readImageDocuments } from './read-image-document.ts';
import { readImageListing } from './read-image-listing.ts';

/** The sources for sizes and layers of images. */
interface CatalogueSources {
  readonly imageSizes: readonly string[];
  readonly scenario: ReadScenario;
  readonly catalogs: readonly KubernetesObject[];
  readonly listings: readonly ImageListing[];
  readonly nodes: readonly NodePlan[];
  readonly platform: string;
}

/**
 * Returns what is known of images. --image-size has precedence over the Scenario, that over ImageCatalogs,
 * then other tools' listings, then Node objects.
 */
export function fillCatalogue(
  sources: CatalogueSources,
  used: readonly string[],
  problems: Problems,
): ImageCatalogue {
  const catalogue = new ImageCatalogue();
  const add = (images: readonly Parameters<ImageCatalogue['add']>[0][]) => {
    for (const image of images) catalogue.add(image);
  };
  for (const option of sources.imageSizes) {
    const image = imageSizeOption(option, used, problems.ofOption({ name: 'imageSizes' }));
    if (image !== undefined) add([image]);
  }
  const byDigest: LayersByDigest = new Map();
  add(
    readImageDocuments(sources.scenario.value.images ?? [], 'scenario', sources.scenario, byDigest, problems),
  );
  warnOfUnused(sources.scenario, used, problems);
  for (const object of sources.catalogs) {
    const catalog = checkShape(imageCatalogShape(), object, problems);
    add(readImageDocuments(catalog?.images ?? [], 'catalogue', object, byDigest, problems));
  }
  for (const listing of sources.listings) add(readImageListing(listing, sources.platform, used, problems));
  for (const plan of sources.nodes) add(imagesOfNode(plan));
  return catalogue;
}

/**
 * Returns the images in a Node's status. containerd lists the compressed bytes of an image, Docker and CRI-O
 * those on disk.
 */
function imagesOfNode({ name, object }: NodePlan): CatalogueImage[] {
  const status = object?.node.status;
  const isOnDisk = /^(?:docker|cri-o):/.test(status?.nodeInfo?.containerRuntimeVersion ?? '');
  const by = `status of node ${name}${isOnDisk ? ', on disk' : ''}`;
  return (status?.images ?? []).flatMap(({ names, sizeBytes }) => {
    if (typeof sizeBytes !== 'number') return [];
    return [
      {
        names: names ?? [],
        sizeBytes: isOnDisk ? assumedCompressedBytes(sizeBytes) : sizeBytes,
        source: 'node' as const,
        by,
      },
    ];
  });
}

function warnOfUnused(scenario: ReadScenario, used: readonly string[], problems: Problems): void {
  const { value } = scenario;
  const known = new Set(used.map((name) => imageName(name)?.canonical));
  const present = [value.nodes?.defaults, ...Object.values(value.nodes?.named ?? {})].flatMap(
    (node) => node?.presentImages ?? [],
  );
  for (const name of present) known.add(imageName(name)?.canonical);
  for (const [index, { name }] of (value.images ?? []).entries()) {
    const canonical = imageName(name)?.canonical;
    if (canonical === undefined || known.has(canonical)) continue;
    const question = meantQuestion(name, used);
    problems.warn(
      `no pod uses the image ${shownValue(name)}${question}`,
      within(scenario, 'images', index, 'name'),
    );
  }
}
