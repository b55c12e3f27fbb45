import type { PodSpec } from '../../kubelet/pods/pod.ts';
import type { Image } from '../../runtime/images/image.ts';
import { imageLocation } from '../../runtime/images/image-location.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import type { BuiltNode } from '../nodes/node-plan.ts';
import type { ImageCatalogue } from './image-catalogue.ts';
import { imageName } from './image-name.ts';

export interface CollectedImages {
  readonly images: Readonly<Record<string, Image>>;
  /** By node: the names of its images at the start. */
  readonly present: ReadonlyMap<string, readonly string[]>;
  /** The hosts of all images, sorted. */
  readonly hosts: readonly string[];
}

/** The names of all images in the pods as their nodes' kubelets hand them to the runtime; names that those find invalid are left out. */
export function usedImages(
  pods: readonly Pick<PodSpec, 'nodeName' | 'imageVolumes' | 'initContainers' | 'containers' | 'ephemeralContainers'>[],
  nodes: readonly BuiltNode[],
): string[] {
  const profiles = new Map(nodes.map(({ node, profile }) => [node.name, profile]));
  const perProfile = new Map([...profiles.values()].map((profile) => [profile, new Set<string>()]));
  for (const { nodeName, imageVolumes, initContainers, containers, ephemeralContainers } of pods) {
    const profile = profiles.get(nodeName);
    const written = profile && perProfile.get(profile);
    for (const { image } of [...imageVolumes, ...initContainers, ...containers, ...ephemeralContainers]) written?.add(image);
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

/** Every image of the run by the name after the default tag, those that nodes have at the start among them. */
export function collectImages(
  used: readonly string[],
  nodes: readonly BuiltNode[],
  catalogue: ImageCatalogue,
  problems: Problems,
): CollectedImages {
  const spellings = new Map<string, string[]>();
  for (const name of used) {
    const canonical = imageName(name)?.canonical ?? name;
    spellings.set(canonical, [...(spellings.get(canonical) ?? []), name]);
  }
  const present = new Map<string, readonly string[]>();
  for (const built of nodes) {
    const names = new Set<string>();
    for (const { name, place } of presentNames(built)) {
      const tagged = built.profile.applyDefaultImageTag(name);
      const canonical = 'image' in tagged ? imageName(tagged.image)?.canonical : undefined;
      if ('error' in tagged || canonical === undefined) {
        // Node objects list images without a name as <none>; in a Scenario it is a slip.
        const expected = 'a name such as redis:7.2';
        if (place !== undefined) problems.at(place, { code: 'IMAGE_NAME', message: `${shownValue(name)} is no image name`, expected });
        continue;
      }
      for (const spelling of spellings.get(canonical) ?? [tagged.image]) names.add(spelling);
    }
    present.set(built.node.name, [...names].sort());
  }
  const all = [...new Set([...used, ...[...present.values()].flat()])].sort();
  const images = Object.fromEntries(all.map((name) => [name, catalogue.image(name)]));
  return { images, present, hosts: [...new Set(all.map((name) => imageLocation(name).registry))].sort() };
}

function presentNames({ plan }: BuiltNode): { readonly name: string; readonly place?: Parameters<Problems['at']>[0] }[] {
  const { scenario, object } = plan;
  const fromScenario = (names: readonly string[] | undefined, ...path: readonly string[]) =>
    (names ?? []).map((name, index) =>
      scenario === undefined
        ? { name }
        : { name, place: { document: scenario.document, path: [...scenario.path, 'nodes', ...path, 'presentImages', index] } },
    );
  return [
    ...(object?.node.status?.images ?? []).flatMap((image) => (image.names ?? []).map((name) => ({ name }))),
    ...fromScenario(plan.defaults?.presentImages, 'defaults'),
    ...fromScenario(plan.named?.presentImages, 'named', plan.name),
  ];
}
