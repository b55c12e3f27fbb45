import type { Profile } from '../../kubelet/profile.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { findKnownImage } from '../known-images/find-known-image.ts';
import type { NodeInput } from '../model.ts';
import type { BuiltNode } from '../nodes/node-plan.ts';
import { assumedUnpackedBytes } from './assumed-image.ts';
import type { CatalogueImage } from './image-catalogue.ts';
import { imageName } from './image-name.ts';
import { nameHash } from './name-hash.ts';

/** The compressed size of every sandbox image of which nobody tells another: pause 3.10, one layer. */
export function sandboxImageBytes(): number {
  const pause = findKnownImage('registry.k8s.io/pause:3.10');
  if (pause === undefined) throw new Error('no row for pause 3.10');
  return pause.row.bytes;
}

/** The sandbox image of a node, as its runtime is configured, and the images that it pins, that one among them where it does so. */
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

/** The nodes as they are without a sandbox image where no pod comes: nobody needs one there. */
export function withoutIdleSandboxImages(nodes: readonly BuiltNode[], pods: readonly { readonly nodeName: string }[]): BuiltNode[] {
  const busy = new Set(pods.map(({ nodeName }) => nodeName));
  return nodes.map(({ node: { sandboxImage, ...node }, ...built }) => {
    return { ...built, node: { ...node, ...(sandboxImage !== undefined && busy.has(node.name) ? { sandboxImage } : {}) } };
  });
}

/** The sandbox images of all nodes, each once. */
export function sandboxImagesOf(nodes: readonly BuiltNode[]): string[] {
  return [...new Set(nodes.flatMap(({ node }) => node.sandboxImage ?? []))];
}

/** What is known of a sandbox image without a word of the user. */
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
