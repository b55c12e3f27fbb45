import type { PodSpec } from '../rules/kubelet/pods/pod.ts';
import type { Image } from '../rules/runtime/images/image.ts';
import type { PodActionInput } from '../run/simulation-input.ts';
import { countText } from './count-text.ts';
import { defaultOf } from './defaults.ts';
import type { ImageCatalogue } from './images/image-catalogue.ts';
import type { ImageOrigin } from './images/image-origin.ts';
import { sandboxImagesOf } from './images/sandbox-images.ts';
import { nodeHasGate } from './nodes/build-node.ts';
import type { BuiltNode, NodePlan } from './nodes/plan-nodes.ts';
import type { Placement } from './placement/place-pods.ts';
import { unmodelledFieldsOf } from './workloads/unmodelled-fields.ts';
import type { Workload } from './workloads/workload.ts';

interface Facts {
  readonly plans: readonly NodePlan[];
  readonly nodes: readonly BuiltNode[];
  readonly pods: readonly PodSpec[];
  readonly workloads: readonly Workload[];
  readonly placement: Placement;
  readonly catalogue: ImageCatalogue;
  readonly images: Readonly<Record<string, Image>>;
  readonly podActions: readonly PodActionInput[];
}

/** Adds a sentence for everything that the input leaves open and that affects the result. */
export function noteAssumptions(
  { plans, nodes, pods, workloads, placement, catalogue, images, podActions }: Facts,
  assumptions: Set<string>,
): void {
  // Early, so that the one line that a run begins with has room for it: a pod with a gate runs here and waits
  // in a cluster.
  const unmodelled = unmodelledFieldsOf(workloads.map(({ spec }) => spec));
  if (unmodelled.length > 0)
    assumptions.add(`Not simulated, although it can delay a start: ${unmodelled.join(', ')}.`);
  const [first] = plans;
  if (
    plans.length === 1 &&
    first?.name === 'node-1' &&
    first.object === undefined &&
    first.named === undefined
  ) {
    assumptions.add(`One node, ${first?.name} (the input has none).`);
  }
  if (placement.spread > 0 && plans.length > 1) {
    assumptions.add(
      `Pods without spec.nodeName are spread evenly over the nodes that accept them (nodeSelector, affinity, taints, topology spread, maxPods); CPU and memory are ignored.`,
    );
  }
  const ofSandboxes = new Set(sandboxImagesOf(nodes));
  const all = Object.keys(images).filter((name) => !ofSandboxes.has(name)).length;
  const { origins, split, behindIndex } = catalogue;
  for (const sentence of sizeNotes([...origins.values()], all)) assumptions.add(sentence);
  if (split.size > 0) assumptions.add(`The layers of ${countText(split.size, 'image')} of known size.`);
  if (behindIndex.size > 0)
    assumptions.add(`${behindIndex.size} behind an image index: one more round trip each, not measured.`);
  if (all > 0) assumptions.add(`Unpacked = ${defaultOf('unpackedRatio')} × compressed.`);
  if (
    nodes.some((node) => !nodeHasGate(node, 'SidecarContainers')) &&
    plans.length > 0 &&
    pods.some((pod) => pod.initContainers.length > 0)
  ) {
    assumptions.add('This kubelet has no sidecars: every init container runs to its end.');
  }
  if (pods.some((pod) => pod.initContainers.some((container) => !container.sidecar))) {
    assumptions.add(
      `Init containers run for ${defaultOf('initContainerDuration')} unless a Scenario says otherwise (initContainerDuration, containers).`,
    );
  }
  if (podActions.some(({ kind }) => kind === 'rollout')) {
    assumptions.add(
      'In a rollout a new pod takes the node of an old one, and is ready when its containers run; minReadySeconds, pauses and quotas are not simulated.',
    );
  }
  for (const sentence of restartNotes(nodes, pods)) assumptions.add(sentence);
}

/**
 * Returns sentences about the images whose sizes the user did not give: how many are known, and how many are
 * drawn.
 */
function sizeNotes(origins: readonly ImageOrigin[], all: number): string[] {
  const known = origins.filter(({ kind }) => kind === 'known').length;
  const drawn = origins.filter(({ kind }) => kind === 'drawn').length;
  const of = (count: number) => `${count} of ${countText(all, 'image')}`;
  return [
    ...(known === 0
      ? []
      : [
          `The sizes of ${of(known)} are from public documents, some for a similar version (windlass images lists them).`,
        ]),
    ...(drawn === 0
      ? []
      : [`The sizes and layers of ${of(drawn)} are estimated from their names (source: assumed).`]),
  ];
}

/**
 * Returns sentences about containers' own restart policies on nodes whose release or feature gates do not
 * support all of them.
 */
function restartNotes(nodes: readonly BuiltNode[], pods: readonly PodSpec[]): ReadonlySet<string> {
  const byName = new Map(nodes.map((built) => [built.node.name, built]));
  const notes = new Set<string>();
  for (const { nodeName, initContainers, containers } of pods) {
    const built = byName.get(nodeName);
    const actions = [...initContainers, ...containers].flatMap(({ restart }) =>
      restart ? [restart.rules.map(({ action }) => action)] : [],
    );
    if (built === undefined || actions.length === 0) continue;
    const isOn = (gate: string) => nodeHasGate(built, gate);
    if (!isOn('ContainerRestartRules'))
      notes.add('Restart policies of single containers are dropped where ContainerRestartRules is off.');
    else if (actions.flat().includes('RestartAllContainers') && !isOn('RestartAllContainersOnContainerExits'))
      notes.add(
        'Where RestartAllContainersOnContainerExits is off, the API server refuses the action RestartAllContainers; in the run it does nothing.',
      );
  }
  return notes;
}
