import type { PodSpec } from '../kubelet/pod.ts';
import type { Image } from '../runtime/image.ts';
import { type BuiltNode, nodeHasSidecars } from './build-node.ts';
import { defaultOf } from './defaults.ts';
import type { ImageCatalogue } from './image-catalogue.ts';
import type { PodActionInput } from './model.ts';
import type { NodePlan } from './node-plan.ts';
import type { Placement } from './place-pods.ts';
import { sandboxImagesOf } from './sandbox-images.ts';

interface Facts {
  readonly plans: readonly NodePlan[];
  readonly nodes: readonly BuiltNode[];
  readonly pods: readonly PodSpec[];
  readonly placement: Placement;
  readonly catalogue: ImageCatalogue;
  readonly images: Readonly<Record<string, Image>>;
  readonly podActions: readonly PodActionInput[];
}

/** Adds a sentence for everything that the input left open and that changes what comes out. */
export function noteAssumptions({ plans, nodes, pods, placement, catalogue, images, podActions }: Facts, assumptions: Set<string>): void {
  const [first] = plans;
  if (plans.length === 1 && first?.object === undefined && first?.named === undefined) {
    assumptions.add(`No Node in the input: one node, ${first?.name}.`);
  }
  if (placement.spread > 0 && plans.length > 1) {
    assumptions.add(`Pods without spec.nodeName go round the ${plans.length} nodes in order of names; Windlass is no scheduler.`);
  }
  const ofSandboxes = new Set(sandboxImagesOf(nodes));
  const all = Object.keys(images).filter((name) => !ofSandboxes.has(name)).length;
  const { drawn, split, behindIndex } = catalogue;
  if (drawn.size > 0) {
    const size = `${drawn.size} of ${all} image${all === 1 ? '' : 's'}`;
    assumptions.add(`The sizes and layers of ${size} are drawn from the published Docker Hub distribution, by name (source: assumed).`);
  }
  if (split.size > 0) {
    assumptions.add(`${split.size} image${split.size === 1 ? ' has' : 's have'} a known size but an assumed split into layers.`);
  }
  if (behindIndex.size > 0) assumptions.add(`${behindIndex.size} behind an image index: one more round trip each, not measured.`);
  if (all > 0) assumptions.add(`Unpacked sizes that nobody tells are ${defaultOf('unpackedRatio')} times the compressed ones.`);
  if (nodes.some((node) => !nodeHasSidecars(node)) && plans.length > 0 && pods.some((pod) => pod.initContainers.length > 0)) {
    assumptions.add('This kubelet has no sidecars: every init container runs to its end.');
  }
  if (pods.some((pod) => pod.initContainers.some((container) => !container.sidecar))) {
    assumptions.add('How long init containers run is not in manifests: initContainerDuration, or containers, of a Scenario sets it.');
  }
  if (podActions.some(({ kind }) => kind === 'rollout')) {
    assumptions.add(
      'In a rollout a new pod takes the node of an old one, and is ready when its containers run; minReadySeconds, pauses and quotas are not simulated.',
    );
  }
}
