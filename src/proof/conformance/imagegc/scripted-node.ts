import type { ContainerLister } from '../../../../machines/runtime/container-runtime-protocol.ts';
import type { ImageInventory, ImageInventoryRequest } from '../../../../machines/runtime/cri.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { ImageGcScript, ImageGcStep, ScriptContainer, ScriptImage } from './script-schema.ts';

/** Receives what image GC does to the node, as it happens. */
interface NodeObserver {
  readonly measured: () => void;
  readonly removing: (id: string, error: string | undefined) => void;
}

type Removal = Extract<ImageInventoryRequest, { type: 'IMAGE_REMOVE.REQUESTED' }>;

/** The runtime and the stats of a script. It answers at once, according to the script's steps so far. */
export class ScriptedNode {
  readonly inventory: ImageInventory = createListener('inventory', (request: ImageInventoryRequest) =>
    this.#hear(request),
  );
  readonly runtime: ContainerLister = createListener('runtime', ({ requester }) => {
    const containers = this.#containers.map(({ imageID, imageVolumes = [], statusError = '' }) => ({
      imageRef: imageID,
      mountedImageRefs: imageVolumes,
      statusError,
    }));
    requester.send(
      this.#errors.podsError
        ? { type: 'CONTAINERS.LIST_FAILED', error: this.#errors.podsError }
        : { type: 'CONTAINERS.LISTED', containers },
    );
  });
  readonly #observer: NodeObserver;
  readonly #images = new Map<string, ScriptImage>();
  readonly #errors = { listError: '', podsError: '', statsError: '' };
  #containers: readonly ScriptContainer[] = [];
  #removeErrors: Readonly<Record<string, string>> = {};
  #capacityBytes: number | null;
  #availableBytes: number | null;

  constructor({ capacityBytes = null }: ImageGcScript, observer: NodeObserver) {
    this.#observer = observer;
    this.#capacityBytes = capacityBytes;
    this.#availableBytes = capacityBytes;
  }

  get imageIds(): readonly string[] {
    return [...this.#images.keys()].sort();
  }

  /** undefined if the stats have none. */
  get availableBytes(): number | undefined {
    return this.#availableBytes ?? undefined;
  }

  get capacityBytes(): number | undefined {
    return this.#capacityBytes ?? undefined;
  }

  get removeErrors(): Readonly<Record<string, string>> {
    return this.#removeErrors;
  }

  /** Changes the node as a step says. The step's operations are ignored here. */
  change(step: ImageGcStep): void {
    for (const image of step.images ?? []) this.#images.set(image.id, image);
    for (const id of step.removeImages ?? []) this.#images.delete(id);
    this.#containers = step.containers ?? this.#containers;
    this.#removeErrors = step.removeErrors ?? this.#removeErrors;
    for (const name of ['listError', 'podsError', 'statsError'] as const) {
      if (step[name] !== undefined) this.#errors[name] = step[name] ?? '';
    }
    if (step.capacityBytes !== undefined) this.#capacityBytes = step.capacityBytes;
    if (step.availableBytes !== undefined) this.#availableBytes = step.availableBytes;
  }

  #hear(request: ImageInventoryRequest): void {
    if (request.type === 'IMAGE_REMOVE.REQUESTED') this.#remove(request);
    else if (request.type === 'IMAGE_FS.REQUESTED') {
      this.#observer.measured();
      const { statsError } = this.#errors;
      const { capacityBytes, availableBytes } = this;
      request.requester.send(
        statsError
          ? { type: 'IMAGE_FS.FAILED', error: statsError }
          : { type: 'IMAGE_FS.ANSWERED', capacityBytes, availableBytes },
      );
    } else {
      const { listError } = this.#errors;
      const images = this.imageIds.flatMap((id) => this.#images.get(id) ?? []);
      request.requester.send(
        listError
          ? { type: 'IMAGES.LIST_FAILED', error: listError }
          : {
              type: 'IMAGES.LISTED',
              images: images.map(({ id, repoTags = [], size, pinned = false }) => ({
                id,
                repoTags,
                repoDigests: [],
                sizeBytes: size,
                pinned,
              })),
            },
      );
    }
  }

  #remove({ imageId, requester }: Removal): void {
    const error = this.#removeErrors[imageId] || undefined;
    this.#observer.removing(imageId, error);
    if (error !== undefined) {
      requester.send({ type: 'IMAGE_REMOVE.FAILED', error });
      return;
    }
    const image = this.#images.get(imageId);
    const freedBytes = image?.exclusiveBytes ?? image?.size ?? 0;
    this.#images.delete(imageId);
    if (this.#availableBytes !== null) this.#availableBytes += freedBytes;
    requester.send({ type: 'IMAGE_REMOVE.SUCCEEDED', freedBytes, heldBytes: 0 });
  }
}
