import type { PodSpec } from '../../rules/kubelet/pods/pod.ts';
import type { Image } from '../../rules/runtime/images/image.ts';
import { imageLocation } from '../../rules/runtime/images/image-location.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import { imagesOfSpec } from '../workloads/images-of-spec.ts';
import type { Workload } from '../workloads/workload.ts';
import type { ImageCatalogue } from './image-catalogue.ts';

interface CollectedImages {
  readonly images: Readonly<Record<string, Image>>;
  /** The hosts of all images, sorted. */
  readonly hosts: readonly string[];
}

/**
 * Returns the names of all images in the pods, as their nodes' kubelets pass them to the runtime, without
 * names that those find invalid.
 */
export function usedImages(
  pods: readonly Pick<
    PodSpec,
    'nodeName' | 'imageVolumes' | 'initContainers' | 'containers' | 'ephemeralContainers'
  >[],
  nodes: readonly BuiltNode[],
): string[] {
  const profiles = new Map(nodes.map(({ node, profile }) => [node.name, profile]));
  const perProfile = new Map([...profiles.values()].map((profile) => [profile, new Set<string>()]));
  for (const { nodeName, imageVolumes, initContainers, containers, ephemeralContainers } of pods) {
    const profile = profiles.get(nodeName);
    const written = profile && perProfile.get(profile);
    for (const { image } of [...imageVolumes, ...initContainers, ...containers, ...ephemeralContainers])
      written?.add(image);
  }
  const names = new Set<string>();
  for (const [profile, written] of perProfile) {
    for (const image of written) {
      const tagged = profile.applyDefaultImageTag(image);
      if ('image' in tagged) names.add(tagged.image);
    }
  }
  return [...names].sort();
}

/**
 * Returns the names of images that only workloads without such pods have: no node takes them, or there are
 * none yet. As the first node's kubelet would pass them to the runtime.
 */
export function idleImages(
  workloads: readonly Workload[],
  used: readonly string[],
  [first]: readonly BuiltNode[],
): readonly string[] {
  const usedNames = new Set(used);
  const names = workloads.flatMap(({ spec }) =>
    imagesOfSpec(spec).flatMap(({ image }) => {
      const tagged = first?.profile.applyDefaultImageTag(image);
      return tagged !== undefined && 'image' in tagged && !usedNames.has(tagged.image) ? [tagged.image] : [];
    }),
  );
  return [...new Set(names)].sort();
}

/**
 * Returns every image of the run by its name with the default tag, including those that nodes have at the
 * start (`present`, by node).
 */
export function collectImages(
  used: readonly string[],
  present: ReadonlyMap<string, readonly string[]>,
  catalogue: ImageCatalogue,
): CollectedImages {
  const all = [...new Set([...used, ...[...present.values()].flat()])].sort();
  const images = Object.fromEntries(all.map((name) => [name, catalogue.image(name)]));
  return { images, hosts: [...new Set(all.map((name) => imageLocation(name).registry))].sort() };
}
