import { imageGcMachine } from '../../../machines/kubelet/image-gc.ts';
import type { ImageGcAnswer, ImageGcInput } from '../../../machines/kubelet/image-gc-protocol.ts';
import type { PrunedRecords } from '../../../machines/pull/pull-records-protocol.ts';
import type {
  ContainerLister,
  ContainersListAnswer,
} from '../../../machines/runtime/container-runtime-protocol.ts';
import type { ImageFsAnswer, ImageInventoryRequest } from '../../../machines/runtime/cri.ts';
import { imageGcRules1_35 } from '../../../src/rules/kubelet/image-gc/image-gc-rules.ts';
import type { ListedImage } from '../../../src/rules/kubelet/image-gc/image-records.ts';
import type { Observation } from '../../../src/trace/observation.ts';
import { stage } from '../stage.ts';

/** What the actors around the image GC manager answer, at once; each may be changed while the test runs. */
export interface ImageGcScript {
  images: readonly ListedImage[];
  listError: string | undefined;
  containers: ContainersListAnswer;
  fs: ImageFsAnswer;
  /** The runtime's error, by image id. */
  removeErrors: Readonly<Record<string, string>>;
}

const removeImageMicros = 250_000;
export const hourMicros = 3_600_000_000;

/** An image of 100 bytes that nobody pins. */
export function listed(id: string, more: Partial<ListedImage> = {}): ListedImage {
  return { id, repoTags: [`${id}:1`], repoDigests: [], sizeBytes: 100, pinned: false, ...more };
}

/** Containers of these images. */
export function containersOf(...imageRefs: readonly string[]): ContainersListAnswer {
  return {
    type: 'CONTAINERS.LISTED',
    containers: imageRefs.map((imageRef) => ({ imageRef, mountedImageRefs: [] })),
  };
}

/** The stats of a disk of 1000 bytes. */
export function available(availableBytes: number): ImageFsAnswer {
  return { type: 'IMAGE_FS.ANSWERED', capacityBytes: 1_000, availableBytes };
}

/** One image GC manager among listeners that answer by a script; `log` is all that it said, as `ms what`. */
export function imageGcWorld(changes: Partial<ImageGcScript> = {}, input: Partial<ImageGcInput> = {}) {
  const world = stage();
  const log: string[] = [];
  const script: ImageGcScript = {
    images: [listed('a'), listed('b'), listed('c')],
    listError: undefined,
    containers: containersOf(),
    fs: available(500),
    removeErrors: {},
    ...changes,
  };
  const say = (text: string) => void log.push(`${world.kernel.nowMicros / 1000} ${text}`);
  const inventory = world.listen<ImageInventoryRequest>('inventory', (event) => {
    if (event.type === 'IMAGES.LIST_REQUESTED') {
      say('list images');
      const { listError: error, images } = script;
      event.requester.send(
        error === undefined ? { type: 'IMAGES.LISTED', images } : { type: 'IMAGES.LIST_FAILED', error },
      );
    } else if (event.type === 'IMAGE_FS.REQUESTED') {
      say('look at the disk');
      event.requester.send(script.fs);
    } else {
      say(`remove ${event.imageId} by ${event.caller}`);
      const error = script.removeErrors[event.imageId];
      if (error === undefined) script.images = script.images.filter(({ id }) => id !== event.imageId);
      event.requester.send(
        error === undefined
          ? { type: 'IMAGE_REMOVE.SUCCEEDED', freedBytes: 60, heldBytes: 7 }
          : { type: 'IMAGE_REMOVE.FAILED', error },
      );
    }
  });
  const runtime: ContainerLister = world.listen('runtime', ({ requester }) => {
    say('list containers');
    requester.send(script.containers);
  });
  const records: PrunedRecords = world.listen('records', ({ remaining, sinceMicros }) => {
    say(`prune all but [${remaining.join()}] since ${sinceMicros / 1000}`);
  });
  const recorder = world.listen<{ type: string; event?: string; observations?: readonly Observation[] }>(
    'told',
    (event) => {
      if (event.type === 'UNHANDLED') say(`unhandled ${event.event}`);
      for (const observation of event.observations ?? []) say(said(observation));
    },
  );
  const manager = world.start(imageGcMachine, {
    name: 'gc',
    recorder: recorder as never,
    clock: world.clock,
    rules: imageGcRules1_35,
    uses: { countsImageVolumes: true, sandboxImage: undefined },
    policy: { highThresholdPercent: 85, lowThresholdPercent: 80, minAgeMicros: 0, maxAgeMicros: 0 },
    inventory,
    runtime,
    records,
    beganMicros: 0,
    statsReadyMicros: 0,
    removeImageMicros,
    ...input,
  });
  const caller = (name: string) =>
    world.listen<ImageGcAnswer>(name, ({ error }) => say(`${name} done${error === '' ? '' : `: ${error}`}`));
  const ask = (
    type: 'IMAGES.DETECT_REQUESTED' | 'IMAGES.COLLECT_REQUESTED' | 'UNUSED_IMAGES.DELETE_REQUESTED',
    { detectMicros = 0, name = 'caller' } = {},
  ) => manager.send({ type, detectMicros, requester: caller(name) });
  return {
    ...world,
    manager,
    script,
    log,
    ask,
    /** Asks at that time, waits for a minute, and returns what was said. */
    callAt(atMicros: number, type: Parameters<typeof ask>[0], detectMicros = 0): readonly string[] {
      world.run(atMicros);
      const before = log.length;
      ask(type, { detectMicros });
      world.run(atMicros + 60_000_000);
      return log.slice(before);
    },
    observations: () =>
      world.messagesTo('told').flatMap((event) => (event.observations ?? []) as readonly Observation[]),
  };
}

function said(observation: Observation): string {
  if (observation.type === 'event')
    return `${observation.eventType} ${observation.reason}: ${observation.message}`;
  if (observation.type !== 'imageGC') return observation.type;
  const { state, trigger, image, reason, removed, kept, error } = observation;
  if (state !== 'finished')
    return `${state} ${image} for ${reason} by ${trigger}${error === undefined ? '' : `: ${error}`}`;
  const left = (kept ?? []).map((one) => `${one.image} ${one.because}`).join(', ');
  return `finished by ${trigger}, removed ${removed}, kept [${left}]`;
}
