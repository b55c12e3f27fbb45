import type { Profile } from '../../rules/kubelet/profile.ts';
import type { RuntimeProfile } from '../../rules/runtime/profiles/runtime-profile.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import { findKnownImage } from '../known-images/find-known-image.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import { assumedUnpackedBytes } from './assumed-image.ts';
import type { CatalogueImage } from './image-catalogue.ts';
import { imageName } from './image-name.ts';
import { nameHash } from './name-hash.ts';

/** Returns the compressed size of a sandbox image if no other is given: that of pause 3.10, in one layer. */
export function sandboxImageBytes(): number {
  const pause = findKnownImage('registry.k8s.io/pause:3.10');
  if (pause === undefined) throw new Error('no row for pause 3.10');
  return pause.row.bytes;
}

/**
 * Returns the sandbox image of a node according to its runtime's configuration, and the images that it pins,
 * which may include that one.
 */
export function sandboxImageOf(
  configured: string | undefined,
  { sandboxImage }: RuntimeProfile,
  profile: Profile,
  pinned: readonly string[] = [],
): Pick<NodeInput, 'sandboxImage' | 'pinnedImages'> {
  const written = configured ?? sandboxImage.name;
  const tagged = profile.applyDefaultImageTag(written);
  const name = 'image' in tagged ? tagged.image : written;
  const all = sandboxImage.isPinned ? [...pinned, imageName(name)?.canonical ?? name] : pinned;
  return { sandboxImage: name, ...(all.length === 0 ? {} : { pinnedImages: all }) };
}

/** Returns the nodes, without the sandbox image where no pod comes, because it is not needed there. */
export function withoutIdleSandboxImages(
  nodes: readonly BuiltNode[],
  pods: readonly { readonly nodeName: string }[],
): BuiltNode[] {
  const busy = new Set(pods.map(({ nodeName }) => nodeName));
  return nodes.map(({ node: { sandboxImage, ...node }, ...built }) => {
    return {
      ...built,
      node: { ...node, ...(sandboxImage !== undefined && busy.has(node.name) ? { sandboxImage } : {}) },
    };
  });
}

/** Returns the sandbox images of all nodes, each once. */
export function sandboxImagesOf(nodes: readonly BuiltNode[]): string[] {
  return [...new Set(nodes.flatMap(({ node }) => node.sandboxImage ?? []))];
}

/** Returns what is assumed of a sandbox image. */
export function assumedSandboxImage(name: string): CatalogueImage {
  const bytes = sandboxImageBytes();
  const digest = `sha256:${nameHash(`sandbox image ${name}`)}`;
  return {
    names: [name],
    layers: [{ digest, bytes, unpackedBytes: assumedUnpackedBytes(bytes) }],
    source: 'assumed',
    by: 'as pause 3.10',
  };
}
