import type { RunRequest } from '../../../inputs/run-request.ts';
import { lastingFaultForms } from '../../../inputs/scenario/fault-rows.ts';
import { byteRateText } from '../../../inputs/scenario/quantities.ts';
import type { LinkName } from '../../../reports/critical-path/critical-path.ts';
import type { ExplainedLink, PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import type { NodeInput, SimulationInput } from '../../../run/simulation-input.ts';

/** One thing that could have been otherwise, and the entries of the request that make it so. */
export interface CounterfactualChange {
  /** It follows "with" or "without". */
  readonly words: string;
  readonly change: RunRequest;
}

/** The most images, and the most kinds of faults and registries, that are tried one by one. */
const eachMax = 3;

const ofPull: readonly LinkName[] = [
  'waitingForSlot',
  'resolving',
  'runtimeWork',
  'resting',
  'waitingForDownload',
  'waitingForOtherPull',
  'downloading',
  'stalled',
  'waitingForUnpack',
  'unpacking',
  'waitingForDisk',
  'backingOff',
  'waitingForSync',
];

/**
 * Returns what may shorten the path, by the links that it has. Each is to be run: what it really changes is
 * not known before.
 */
export function counterfactualChanges(
  { links, node }: PathExplanation,
  input: SimulationInput,
): CounterfactualChange[] {
  const ofNode = input.nodes.find(({ name }) => name === node);
  const has = (...names: readonly LinkName[]) => links.some(({ name }) => names.includes(name));
  const hasFailed = has('backingOff', 'waitingForSync');
  return [
    ...(has('waitingForSlot') ? [withoutSlots(ofNode)] : []),
    ...imagesThere(links, ofNode),
    ...(has('downloading') ? twiceTheLink(input) : []),
    ...(has('waitingForDownload')
      ? [runtimeOption('without a limit of downloads at once', 'max_concurrent_downloads=1000')]
      : []),
    ...(has('waitingForUnpack')
      ? [runtimeOption('with layers unpacked side by side', 'max_concurrent_unpacks=1000')]
      : []),
    ...withoutFaults(input),
    ...(hasFailed ? withoutPullLimits(input) : []),
    ...(hasFailed && ofNode !== undefined && ofNode.kubelet.registryPullQPS > 0
      ? [
          {
            words: "without the node's own limit of pulls (registryPullQPS)",
            change: { set: ['registryPullQPS=0'] },
          },
        ]
      : []),
  ];
}

function withoutSlots(node: NodeInput | undefined): CounterfactualChange {
  const isLimited =
    node?.kubelet.maxParallelImagePulls !== null && node?.kubelet.maxParallelImagePulls !== undefined;
  return {
    words: 'without a limit of pulls at once',
    change: { set: ['serializeImagePulls=false', ...(isLimited ? ['maxParallelImagePulls=null'] : [])] },
  };
}

/**
 * The images on which the path waited longest, those whose pulls held what it waited for, and the sandbox
 * image.
 */
function imagesThere(links: readonly ExplainedLink[], node: NodeInput | undefined): CounterfactualChange[] {
  const waited = new Map<string, number>();
  const add = (image: string, tookMs: number) => waited.set(image, (waited.get(image) ?? 0) + tookMs);
  for (const { name, image, tookMs, heldBy = [] } of links) {
    if (image !== undefined && ofPull.includes(name)) add(image, tookMs);
    for (const holder of heldBy) if (holder.image !== image) add(holder.image, holder.tookMs);
  }
  const images = [...waited].sort(([, a], [, b]) => b - a).map(([image]) => image);
  const isSandboxAwaited = links.some(({ name }) => name === 'waitingForSandboxImage');
  const sandboxImage = isSandboxAwaited ? node?.sandboxImage : undefined;
  const there = (image: string, words = `with ${image} pre-pulled`) => ({
    words,
    change: { presentImages: [image] },
  });
  return [
    ...images.slice(0, eachMax).map((image) => there(image)),
    ...(sandboxImage === undefined
      ? []
      : [there(sandboxImage, `with the sandbox image (${sandboxImage}) pre-pulled`)]),
    ...(images.length + (sandboxImage === undefined ? 0 : 1) > 1
      ? [there('*', 'with every image pre-pulled')]
      : []),
  ];
}

function twiceTheLink({ nodes }: SimulationInput): CounterfactualChange[] {
  const [rate, ...others] = new Set(nodes.map(({ linkBytesPerSecond }) => linkBytesPerSecond));
  if (rate === undefined || rate === null || others.length > 0) return [];
  return [{ words: 'with twice the link', change: { link: byteRateText(2 * rate) } }];
}

function runtimeOption(words: string, option: string): CounterfactualChange {
  return { words, change: { runtimeConfig: [option] } };
}

function withoutFaults({ faults }: SimulationInput): CounterfactualChange[] {
  const kinds = lastingFaultForms().filter(({ kind }) => faults.some((fault) => fault.kind === kind));
  return kinds
    .slice(0, eachMax)
    .map(({ kind }) => ({ words: `without the fault ${kind}`, change: { faultsUntil: [`${kind}=0s`] } }));
}

function withoutPullLimits({ registries }: SimulationInput): CounterfactualChange[] {
  const limited = Object.values(registries).filter(({ pullLimit }) => pullLimit !== undefined);
  return limited.slice(0, eachMax).map(({ host }) => ({
    words: `without the pull limit of ${host}`,
    change: { pullLimits: [`${host}=none`] },
  }));
}

/** Returns the request with the changes over it: lists get longer, and the last of their entries counts. */
export function changedBy(request: RunRequest, change: RunRequest): RunRequest {
  const changed = Object.entries(change).map(([name, value]) => {
    const before = request[name as keyof RunRequest];
    return [name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value];
  });
  return { ...request, ...Object.fromEntries(changed) };
}
