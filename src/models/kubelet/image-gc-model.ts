import { imageGcMachine } from '../../../machines/kubelet/image-gc.ts';
import type { ImageGcContext } from '../../../machines/kubelet/image-gc-context.ts';
import type { ImageGcAnswer, ImageGcEvent, ImageGcInput } from '../../../machines/kubelet/image-gc-protocol.ts';
import { items } from '../../collections/fifo.ts';
import { type ImageRecord, type ListedImage, never } from '../../kubelet/image-gc/image-records.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { v1_27, v1_31, v1_36 } from '../../kubelet/profiles/profiles.ts';
import { stateName } from '../coverage/observed-step.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<ImageGcEvent>;

const removeImageMicros = 250_000;

const images: readonly ListedImage[] = ['one', 'two'].map((id) => ({
  id,
  repoTags: [`${id}:1`],
  repoDigests: [],
  sizeBytes: 100,
  pinned: false,
}));

function start(name: string, profile: Profile, maxAgeMicros: number): ModelStart {
  return {
    name,
    input: ({ recorder, clock, neighbour }): ImageGcInput => ({
      name: 'node-1/kubelet/image-gc',
      recorder,
      clock,
      rules: profile.imageGc,
      uses: { countsImageVolumes: true, sandboxImage: undefined },
      policy: { highThresholdPercent: 85, lowThresholdPercent: 80, minAgeMicros: 0, maxAgeMicros },
      inventory: neighbour('inventory'),
      runtime: neighbour('runtime'),
      records: neighbour('records'),
      beganMicros: -7_200_000_000,
      statsReadyMicros: 0,
      removeImageMicros,
    }),
  };
}

function requests({ neighbour }: StubWorld): readonly ModelEvent[] {
  const requester = neighbour<ImageGcAnswer>('caller');
  return [
    named('IMAGES.DETECT_REQUESTED', { type: 'IMAGES.DETECT_REQUESTED', detectMicros: 0, requester }),
    named('IMAGES.COLLECT_REQUESTED', { type: 'IMAGES.COLLECT_REQUESTED', requester }),
    named('UNUSED_IMAGES.DELETE_REQUESTED', { type: 'UNUSED_IMAGES.DELETE_REQUESTED', requester }),
  ];
}

function containers(name: string, statusError: string, imageRef: string): ModelEvent {
  return named(`CONTAINERS.LISTED (${name})`, {
    type: 'CONTAINERS.LISTED',
    containers: [{ imageRef, mountedImageRefs: [], statusError }],
  });
}

function stats(name: string, capacityBytes: number | undefined, availableBytes: number): ModelEvent {
  return named(`IMAGE_FS.ANSWERED (${name})`, { type: 'IMAGE_FS.ANSWERED', capacityBytes, availableBytes });
}

/** The possible answers of the neighbours in a state. Each call is answered once, and a removal not before its time is over. */
const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  'detecting.listingImages': [
    named('IMAGES.LISTED', { type: 'IMAGES.LISTED', images }),
    named('IMAGES.LIST_FAILED', { type: 'IMAGES.LIST_FAILED', error: 'boom' }),
  ],
  'detecting.listingContainers': [
    containers('both unused', '', 'other'),
    containers('one used', '', 'one'),
    containers('status unknown', 'boom', 'one'),
    named('CONTAINERS.LIST_FAILED', { type: 'CONTAINERS.LIST_FAILED', error: 'boom' }),
  ],
  measuring: [
    stats('none', undefined, 0),
    stats('ample', 1_000, 500),
    // The bytes to free are those of one image, of two, and of none.
    stats('80 to free', 1_000, 120),
    stats('150 to free', 1_000, 50),
    stats('2000 to free', 10_000, 0),
    named('IMAGE_FS.FAILED', { type: 'IMAGE_FS.FAILED', error: 'boom' }),
  ],
};

const removed: readonly ModelEvent[] = [
  named('IMAGE_REMOVE.SUCCEEDED', { type: 'IMAGE_REMOVE.SUCCEEDED', freedBytes: 60, heldBytes: 0 }),
  named('IMAGE_REMOVE.FAILED', { type: 'IMAGE_REMOVE.FAILED', error: 'in use' }),
];

/** An image GC manager of two images, with one call at a time and at most one more that waits. */
export const imageGcModel: MachineModel = {
  id: 'imageGc',
  machine: imageGcMachine,
  starts: [start('1.36 with a maximal age', v1_36, 3_600_000_000), start('1.31', v1_31, 0), start('1.27', v1_27, 0)],
  events: (snapshot, world, memory) => {
    const state = stateName(snapshot);
    const { requests: waiting, request }: ImageGcContext = snapshot.context;
    const isBusy = state !== 'idle' && request !== undefined;
    const asks = waiting.size === 0 && (!isBusy || state === 'detecting.listingImages') ? requests(world) : [];
    if (state !== 'freeing.removing') return [...asks, ...(answers[state] ?? [])];
    return memory === 'answered' ? [delayElapsed('removal', `imageGc.${state}`, removeImageMicros)] : removed;
  },
  remember: (_, { event }) => (event.type === 'IMAGE_REMOVE.SUCCEEDED' || event.type === 'IMAGE_REMOVE.FAILED' ? 'answered' : ''),
  project: (snapshot) => {
    const { images: known, requests: waiting, request, round, input }: ImageGcContext = snapshot.context;
    const now = input.clock.nowMicros();
    // When the image was last used: never, since the round began, or now, which may be the beginning of the next round.
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
};
