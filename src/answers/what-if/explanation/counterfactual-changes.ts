import type { RunRequest } from '../../../inputs/run-request.ts';
import { lastingFaultForms } from '../../../inputs/scenario/fault-rows.ts';
import { byteRateText } from '../../../inputs/scenario/quantities.ts';
import type { LinkName } from '../../../reports/critical-path/critical-path.ts';
import type { ExplainedLink, PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import { imageLocation, isSameImage } from '../../../rules/runtime/images/image-location.ts';
import { runtimeOptionName } from '../../../rules/runtime/profiles/runtime-options.ts';
import { selectRuntimeProfile } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import type { FaultInput, NodeInput, SimulationInput } from '../../../run/simulation-input.ts';

/** One thing that could have been otherwise, and the entries of the request that make it so. */
export interface CounterfactualChange {
  /** It follows "with" or "without". */
  readonly words: string;
  /**
   * `setting`: a field of the kubelet's or the runtime's configuration; `image`: what images are on the node, or
   * how they are made; `machine`: its link or disk; `cause`: what is not in the hands of the node's owner.
   */
  readonly of: 'setting' | 'image' | 'machine' | 'cause';
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
  const names = new Set(links.map(({ name }) => name));
  const hasFailed = names.has('backingOff') || names.has('waitingForSync');
  return [
    ...(names.has('waitingForSlot') ? [withoutSlots(ofNode)] : []),
    ...imagesThere(links, ofNode, input),
    ...lazily(names, ofNode),
    ...(names.has('downloading') ? twiceTheLink(input) : []),
    ...(names.has('waitingForDisk') ? twiceTheDisk(input) : []),
    ...(ofNode === undefined ? [] : ofRuntime(names, ofNode, hasFailed)),
    ...withoutFaults(input),
    ...(hasFailed ? withoutPullLimits(input) : []),
    ...(hasFailed && ofNode !== undefined && ofNode.kubelet.registryPullQPS > 0
      ? [
          setting("without the node's own limit of pulls (registryPullQPS)", {
            set: ['registryPullQPS=0'],
          }),
        ]
      : []),
  ];
}

function setting(words: string, change: RunRequest): CounterfactualChange {
  return { words, of: 'setting', change };
}

function withoutSlots(node: NodeInput | undefined): CounterfactualChange {
  const isLimited =
    node?.kubelet.maxParallelImagePulls !== null && node?.kubelet.maxParallelImagePulls !== undefined;
  return setting('without a limit of pulls at once', {
    set: ['serializeImagePulls=false', ...(isLimited ? ['maxParallelImagePulls=null'] : [])],
  });
}

/** A runtime that gives up a layer which does not come any more; containerd 1.6 has no such timeout. */
const withTimeout = 'containerd://2.4';

/** A layer that does not come any more is given up after this, if the runtime has such a setting. */
const shortTimeoutMicros = 30e6;

/** Returns what of the runtime's own configuration may shorten the path, as far as it is not set so. */
function ofRuntime(
  names: ReadonlySet<LinkName>,
  node: NodeInput,
  hasFailed: boolean,
): CounterfactualChange[] {
  const { options, settable } = selectRuntimeProfile(node.runtime, node.runtimeOptions).profile;
  const patience = options.imagePullProgressTimeoutMicros;
  const timeout = runtimeOptionName('imagePullProgressTimeoutMicros', options);
  const hasTimeout = settable.includes('imagePullProgressTimeoutMicros');
  const isImpatient = patience > 0 && patience <= shortTimeoutMicros;
  const unpacks = names.has('unpacking') || names.has('waitingForUnpack');
  return [
    ...(names.has('waitingForDownload')
      ? [runtimeOption('without a limit of downloads at once', 'max_concurrent_downloads=1000')]
      : []),
    ...(unpacks && options.path === 'transfer'
      ? [runtimeOption('with layers unpacked side by side', 'max_concurrent_unpacks=1000')]
      : []),
    ...(unpacks && options.snapshotter === 'native'
      ? [runtimeOption('with the snapshotter overlayfs', 'snapshotter=overlayfs')]
      : []),
    ...(names.has('stalled') && hasTimeout && !isImpatient
      ? [runtimeOption(`with ${timeout} 30s`, `${timeout}=30s`)]
      : []),
    ...(names.has('stalled') && !hasTimeout && patience === 0 && options.path !== 'copy'
      ? [setting(`with the runtime ${withTimeout}`, { runtime: withTimeout })]
      : []),
    ...(hasFailed && hasTimeout && patience > 0
      ? [runtimeOption(`without ${timeout}`, `${timeout}=0s`)]
      : []),
  ];
}

/**
 * The images on which the path waited longest, those whose pulls held what it waited for, and the sandbox
 * image.
 */
function imagesThere(
  links: readonly ExplainedLink[],
  node: NodeInput | undefined,
  { faults }: SimulationInput,
): CounterfactualChange[] {
  const waited = new Map<string, number>();
  const add = (image: string, tookMs: number) => waited.set(image, (waited.get(image) ?? 0) + tookMs);
  for (const { name, image, tookMs, heldBy = [] } of links) {
    if (image !== undefined && ofPull.includes(name)) add(image, tookMs);
    for (const holder of heldBy) if (holder.image !== image) add(holder.image, holder.tookMs);
  }
  // An image that is nowhere cannot be pulled ahead either.
  const isMissing = (image: string): boolean => faults.some((fault) => isNotFound(fault, image));
  const awaited = [...waited].sort(([, a], [, b]) => b - a).map(([image]) => image);
  const images = awaited.filter((image) => !isMissing(image));
  const isSandboxAwaited = links.some(({ name }) => name === 'waitingForSandboxImage');
  const awaitedSandbox = isSandboxAwaited ? node?.sandboxImage : undefined;
  const sandboxImage = awaitedSandbox === undefined || isMissing(awaitedSandbox) ? undefined : awaitedSandbox;
  const isAnyMissing = images.length < awaited.length || sandboxImage !== awaitedSandbox;
  const there = (image: string, words = `with ${image} pre-pulled`) => ({
    words,
    of: 'image' as const,
    change: { presentImages: [image] },
  });
  return [
    ...images.slice(0, eachMax).map((image) => there(image)),
    ...(sandboxImage === undefined
      ? []
      : [there(sandboxImage, `with the sandbox image (${sandboxImage}) pre-pulled`)]),
    ...(images.length + (sandboxImage === undefined ? 0 : 1) > 1 && !isAnyMissing
      ? [there('*', 'with every image pre-pulled')]
      : []),
  ];
}

/** Whether this fault takes the image away: alone, with all of its registry, or with all images. */
function isNotFound(fault: FaultInput, image: string): boolean {
  if (fault.kind !== 'notFound') return false;
  const { registry, image: only } = fault;
  return (
    (registry === undefined || registry === imageLocation(image).registry) &&
    (only === undefined || isSameImage(only, image))
  );
}

/** Returns a start before the image is there, as a node would have it whose images are made for eStargz. */
function lazily(names: ReadonlySet<LinkName>, node: NodeInput | undefined): CounterfactualChange[] {
  const isContainerd = node?.runtime.startsWith('containerd://') === true;
  if (!isContainerd || node.runtimeOptions?.lazyPull !== undefined || !names.has('downloading')) return [];
  const words = 'with images in the format eStargz, pulled lazily';
  return [{ words, of: 'image', change: { runtimeConfig: ['lazy_pull=stargz'] } }];
}

function twiceTheLink({ nodes }: SimulationInput): CounterfactualChange[] {
  const rate = commonRate(nodes.map(({ linkBytesPerSecond }) => linkBytesPerSecond));
  if (rate === undefined) return [];
  return [{ words: 'with twice the link', of: 'machine', change: { link: byteRateText(2 * rate) } }];
}

function twiceTheDisk({ nodes }: SimulationInput): CounterfactualChange[] {
  const rate = commonRate(nodes.map(({ diskBytesPerSecond }) => diskBytesPerSecond ?? null));
  if (rate === undefined) return [];
  return [
    { words: 'with a disk twice as fast', of: 'machine', change: { diskBandwidth: byteRateText(2 * rate) } },
  ];
}

/** Returns the rate that all nodes have; undefined if they differ or have no limit. */
function commonRate(rates: readonly (number | null)[]): number | undefined {
  const [rate, ...others] = new Set(rates);
  return others.length > 0 ? undefined : (rate ?? undefined);
}

function runtimeOption(words: string, option: string): CounterfactualChange {
  return setting(words, { runtimeConfig: [option] });
}

function withoutFaults({ faults }: SimulationInput): CounterfactualChange[] {
  const kinds = lastingFaultForms().filter(({ kind }) => faults.some((fault) => fault.kind === kind));
  return kinds.slice(0, eachMax).map(({ kind }) => ({
    words: `without the fault ${kind}`,
    of: 'cause' as const,
    change: { faultsUntil: [`${kind}=0s`] },
  }));
}

function withoutPullLimits({ registries }: SimulationInput): CounterfactualChange[] {
  const limited = Object.values(registries).filter(({ pullLimit }) => pullLimit !== undefined);
  return limited
    .slice(0, eachMax)
    .map(({ host }) => setting(`without the pull limit of ${host}`, { pullLimits: [`${host}=none`] }));
}

/** Returns the request with the changes over it: lists get longer, and the last of their entries counts. */
export function changedBy(request: RunRequest, change: RunRequest): RunRequest {
  const changed = Object.entries(change).map(([name, value]) => {
    const before = request[name as keyof RunRequest];
    return [name, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value];
  });
  return { ...request, ...Object.fromEntries(changed) };
}
