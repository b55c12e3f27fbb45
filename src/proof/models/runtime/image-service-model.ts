import type { ImageServiceCaller, SandboxImageCaller } from '../../../../machines/runtime/cri.ts';
import { imageServiceMachine } from '../../../../machines/runtime/image-service.ts';
import {
  type ImageServiceContext,
  type PullCall,
  statusMicros,
} from '../../../../machines/runtime/image-service-context.ts';
import type { Heap } from '../../../rules/collections/heap.ts';
import { entries, get } from '../../../rules/collections/sorted-map.ts';
import type { Fault } from '../../../rules/runtime/fault.ts';
import { containerd16, containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { withRuntimeOptions } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImage, modelTimings } from '../model-node.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(imageServiceMachine);

const image = modelImage('docker.io/library/app:1', 'base', 'app');
const caller = 'node-1/kubelet/default/web/app';
const ofNobody = 'nowhere.example/app:1';
const pullsMax = 2;
const statusCallsMax = 2;
const script: Fault = {
  kind: 'pullFails',
  image: image.name,
  error: 'boom',
  takesMicros: 1_000_000,
  times: 1,
};

const sandboxes = 'node-1/sandboxes/default/web';
const pod = { namespace: 'default', name: 'web', uid: 'web' };

/**
 * Returns the kubelet's calls, no more at a time than the model looks at. The two kinds of calls do not meet
 * in the machine. The model is kept small by one kind at a time, and by a second ImageStatus call only while
 * the first has just begun.
 */
function calls(
  context: ImageServiceContext,
  requester: ImageServiceCaller,
  sandbox: SandboxImageCaller,
): readonly ModelEvent[] {
  const pull = (name: string) => named(`IMAGE_PULL.REQUESTED (${name})`, { image: name, caller, requester });
  const status = { type: 'IMAGE_STATUS.REQUESTED', image: image.name, requester } as const;
  const open = heapItems(context.status.calls);
  const areNew = open.every(
    ({ rank, value }) => rank - context.status.nowMicros === statusMicros(context, value),
  );
  return [
    ...(open.length === 0 && entries(context.pulls.calls).length < pullsMax
      ? [pull(image.name), pull(ofNobody)]
      : []),
    ...(open.length === 0 && context.pulls.calls === undefined
      ? [named('SANDBOX_IMAGE.REQUESTED', { pod, caller: sandboxes, requester: sandbox })]
      : []),
    ...(context.pulls.calls === undefined && open.length < statusCallsMax && areNew
      ? [
          named('IMAGE_STATUS.REQUESTED', status),
          named('IMAGE_STATUS.REQUESTED (for the size)', { ...status, forSize: true }),
        ]
      : []),
  ];
}

/** Returns the kind of a pull. Which of several equal pulls it is makes no difference. */
function kindOf({ image: of, requester, sandboxOf }: PullCall): string {
  return `${of}, ${requester === undefined ? 'nobody asks' : 'asked for'}${sandboxOf === undefined ? '' : ', for a sandbox'}`;
}

/**
 * Returns how the active pulls may end, for one of each kind. A pull from an unknown host never succeeds, and
 * only one that was cancelled after the death of its caller is abandoned.
 */
function pullsEnd(context: ImageServiceContext): readonly ModelEvent[] {
  const kinds = new Map(entries(context.pulls.calls).map(([pull, call]) => [kindOf(call), { pull, call }]));
  return [...kinds.keys()].sort().flatMap((kind) => {
    const { pull = '', call } = kinds.get(kind) ?? {};
    return [
      ...(call?.image === image.name ? [named(`RUNTIME_PULL.SUCCEEDED (${kind})`, { pull })] : []),
      named(`RUNTIME_PULL.FAILED (${kind})`, { pull, error: 'boom' }),
      ...(call?.requester === undefined ? [named(`RUNTIME_PULL.ABANDONED (${kind})`, { pull })] : []),
    ];
  });
}

/** Returns the requests of containers that read their image, where images are pulled lazily. */
function reads({ input, status }: ImageServiceContext, { neighbour }: StubWorld): readonly ModelEvent[] {
  if (input.profile.options.lazyPull === undefined || status.calls !== undefined) return [];
  const reader = { pod, container: 'app', process: 'app', runsForMicros: null, exitCode: 0 };
  return [named('IMAGE_READ.REQUESTED', { imageRef: image.ref, reader, requester: neighbour('runtime') })];
}

/** Returns the events from around the service. */
function happenings({ scripts, refs }: ImageServiceContext, { neighbour }: StubWorld): readonly ModelEvent[] {
  const isForced = scripts.length > 0;
  const isPresent = get(refs, image.name) !== undefined;
  return [
    named(`IMAGE.REMOVED (${isPresent ? 'present' : 'absent'})`, { image: image.name }),
    named(`VOLUME_IMAGES.REQUESTED (${isPresent ? 'present' : 'absent'})`, {
      imageRefs: [image.ref],
      requester: neighbour('podWorker'),
    }),
    named('IMAGES.LIST_REQUESTED', { requester: neighbour('imageGc') }),
    named('IMAGE_FS.REQUESTED', { requester: neighbour('imageGc') }),
    named(`IMAGE_REMOVE.REQUESTED (${isPresent ? 'present' : 'absent'})`, {
      imageId: image.ref,
      caller: 'node-1/kubelet/image-gc',
      requester: neighbour('imageGc'),
    }),
    named('IMAGE_PULL.CANCELLED', { caller }),
    named('IMAGE_PULL.CANCELLED (nobody)', { caller: 'nobody' }),
    named('KUBELET.GONE (pulls are lost)', { pulls: 'lost' }),
    named('KUBELET.GONE (pulls are completed)', { pulls: 'completed' }),
    named('NODE.REBOOTED'),
    ...(isForced ? [] : [named('FAULT.BEGAN (this pull fails)', { id: 'script', fault: script })]),
    named('FAULT.BEGAN (another kind)', { id: 'full', fault: { kind: 'diskFull' } }),
    named('FAULT.ENDED', { id: isForced ? 'script' : 'full' }),
  ];
}

/**
 * An image service with up to two pulls and two ImageStatus calls at a time. The messages of its pulls are
 * events of the model.
 */
export const imageServiceModel = model({
  input: ({ recorder, clock, neighbour, stubs }) => ({
    name: 'node-1/images',
    recorder,
    clock,
    ...stubs('random', 'network', 'disk'),
    profile: containerd24,
    images: { [image.name]: image },
    presentImages: [],
    pinnedImages: [image.name],
    sandboxImage: image.name,
    registries: { 'docker.io': neighbour('registry') },
    linkId: 'node-1',
    timings: modelTimings,
  }),
  starts: {
    empty: {},
    'with the image': { profile: containerd16, presentImages: [image.name] },
    'where images are pulled lazily': {
      profile: withRuntimeOptions(containerd16, { lazyPull: { kind: 'stargz' } }),
      sandboxImage: 'registry.k8s.io/pause:3.10',
    },
  },
  events: ({ context, world }) => {
    const { neighbour } = world;
    const {
      status: { calls: statusCalls, nowMicros },
    } = context;
    const due =
      statusCalls === undefined
        ? []
        : [delayElapsed('untilStatusIsDue', 'imageService.answering', statusCalls.rank - nowMicros)];
    return [
      ...calls(context, neighbour('caller'), neighbour('sandbox')),
      ...pullsEnd(context),
      ...happenings(context, world),
      ...reads(context, world),
      ...due,
    ];
  },
  project: ({
    context: {
      status: { calls: statusCalls, nowMicros },
      pulls: { calls: pulls },
      refs,
      reads: readers,
      scripts,
    },
  }) => ({
    refs: entries(refs).map(([name, { lazy }]) => (lazy === undefined ? name : `${name}, lazily`)),
    reads: entries(readers?.open).map(([id]) => id),
    pulls: entries(pulls)
      // A pull whose name was taken has a number.
      .map(([name, call]) => `${kindOf(call)}${name.includes('#') ? ', numbered' : ''}`)
      .sort(),
    leftMicros: heapItems(statusCalls).map(({ rank }) => rank - nowMicros),
    scripts: scripts.map(({ left }) => left),
  }),
});

/** Returns the items of the heap in the order in which they would be taken. */
function heapItems<T>(heap: Heap<T>): readonly NonNullable<Heap<T>>[] {
  if (heap === undefined) return [];
  const all = [heap, ...heapItems(heap.left), ...heapItems(heap.right)];
  return all.sort((one, other) => one.rank - other.rank || one.sequence - other.sequence);
}
