import { imageGcMachine } from '../../../../machines/kubelet/image-gc.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { type ImageRecord, type ListedImage, never } from '../../../rules/kubelet/image-gc/image-records.ts';
import { v1_27, v1_31, v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(imageGcMachine);

const removeImageMicros = 250_000;

const policy = { highThresholdPercent: 85, lowThresholdPercent: 80, minAgeMicros: 0, maxAgeMicros: 0 };

const images: readonly ListedImage[] = ['one', 'two'].map((id) => ({
  id,
  repoTags: [`${id}:1`],
  repoDigests: [],
  sizeBytes: 100,
  pinned: false,
}));

function requests({ neighbour }: StubWorld): readonly ModelEvent[] {
  const requester = neighbour('caller');
  return [
    named('IMAGES.DETECT_REQUESTED', { detectMicros: 0, requester }),
    named('IMAGES.COLLECT_REQUESTED', { requester }),
    named('UNUSED_IMAGES.DELETE_REQUESTED', { requester }),
  ];
}

function containers(name: string, statusError: string, imageRef: string): ModelEvent {
  return named(`CONTAINERS.LISTED (${name})`, {
    containers: [{ imageRef, mountedImageRefs: [], statusError }],
  });
}

function stats(name: string, capacityBytes: number | undefined, availableBytes: number): ModelEvent {
  return named(`IMAGE_FS.ANSWERED (${name})`, { capacityBytes, availableBytes });
}

/**
 * The possible answers of the neighbours in a state. Each call is answered once, and a removal not before its
 * time is over.
 */
const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  'detecting.listingImages': [
    named('IMAGES.LISTED', { images }),
    named('IMAGES.LIST_FAILED', { error: 'boom' }),
  ],
  'detecting.listingContainers': [
    containers('both unused', '', 'other'),
    containers('one used', '', 'one'),
    containers('status unknown', 'boom', 'one'),
    named('CONTAINERS.LIST_FAILED', { error: 'boom' }),
  ],
  measuring: [
    stats('none', undefined, 0),
    stats('ample', 1_000, 500),
    // The bytes to free are those of one image, of two, and of none.
    stats('80 to free', 1_000, 120),
    stats('150 to free', 1_000, 50),
    stats('2000 to free', 10_000, 0),
    named('IMAGE_FS.FAILED', { error: 'boom' }),
  ],
};

const removed: readonly ModelEvent[] = [
  named('IMAGE_REMOVE.SUCCEEDED', { freedBytes: 60, heldBytes: 0 }),
  named('IMAGE_REMOVE.FAILED', { error: 'in use' }),
];

/** An image GC manager of two images, with one call at a time and at most one more that waits. */
export const imageGcModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/kubelet/image-gc',
    recorder,
    clock,
    rules: v1_36.imageGc,
    uses: { countsImageVolumes: true, sandboxImage: undefined },
    policy,
    ...stubs('inventory', 'runtime', 'records'),
    beganMicros: -7_200_000_000,
    statsReadyMicros: 0,
    removeImageMicros,
  }),
  starts: {
    '1.36 with a maximal age': { policy: { ...policy, maxAgeMicros: 3_600_000_000 } },
    '1.31': { rules: v1_31.imageGc },
    '1.27': { rules: v1_27.imageGc },
  },
  events: ({ context, state, world, memory }) => {
    const { requests: waiting, request } = context;
    const isBusy = state !== 'idle' && request !== undefined;
    const asks =
      waiting.size === 0 && (!isBusy || state === 'detecting.listingImages') ? requests(world) : [];
    if (state !== 'freeing.removing') return [...asks, ...(answers[state] ?? [])];
    return memory === 'answered' ? [delayElapsed('removal', `imageGc.${state}`, removeImageMicros)] : removed;
  },
  remember: ({ event }) =>
    event.type === 'IMAGE_REMOVE.SUCCEEDED' || event.type === 'IMAGE_REMOVE.FAILED' ? 'answered' : '',
  project: ({ context }) => {
    const { images: known, requests: waiting, request, round, input } = context;
    const now = input.clock.nowMicros();
    // When the image was last used: never, since the round began, or now, which may be the beginning of the
    // next round.
    const usage = ({ id, lastUsedMicros }: ImageRecord) => [
      id,
      lastUsedMicros === never,
      lastUsedMicros >= round.beganMicros,
      lastUsedMicros >= now,
    ];
    return {
      known: [...known.values()].map(usage),
      rest: round.rest.map(usage),
      waiting: items(waiting).map(({ type }) => type),
      request: request?.type,
      reason: round.reason,
      next: round.next,
      candidates: round.candidates.map(usage),
      removed: round.removed.length,
      failed: round.failed.length,
      bytesToFree: String(round.bytesToFree),
      isMeasured: round.usage !== undefined,
    };
  },
});
