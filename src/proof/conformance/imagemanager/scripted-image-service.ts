import type { ImageService, ImageServiceRequest } from '../../../../machines/runtime/cri.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { ScriptPull, ScriptRuntime } from './script.ts';

type Requested<T extends ImageServiceRequest['type']> = Extract<ImageServiceRequest, { type: T }>;

interface PresentImage {
  readonly ref: string;
  readonly size: number;
}

/** The container runtime of a script. It answers as the script says, and knows which images are there. */
export class ScriptedImageService {
  readonly actor: ImageService = createListener('image-service', (request: ImageServiceRequest) =>
    this.#hear(request),
  );
  readonly #world: Pick<ScriptWorld, 'at' | 'takes'>;
  readonly #images: Map<string, PresentImage>;
  readonly #inspects: Outcomes<{ readonly error?: string }>;
  readonly #pulls: Outcomes<ScriptPull>;

  constructor(world: Pick<ScriptWorld, 'at' | 'takes'>, { images, inspect = {}, pulls = {} }: ScriptRuntime) {
    this.#world = world;
    this.#images = new Map(images.map(({ image, ref, size }) => [image, { ref, size }]));
    this.#inspects = new Outcomes(inspect);
    this.#pulls = new Outcomes(pulls);
  }

  /**
   * Schedules the removals. Must be called after the calls are scheduled, which come first at equal times.
   */
  scheduleRemovals(removals: ScriptRuntime['removals'] = []): void {
    for (const { at, image } of removals) this.#world.at(at, () => this.#images.delete(image));
  }

  #hear(request: ImageServiceRequest): void {
    if (request.type === 'IMAGE_STATUS.REQUESTED') this.#inspect(request);
    else this.#pull(request);
  }

  #inspect({ image, forSize, requester }: Requested<'IMAGE_STATUS.REQUESTED'>): void {
    const error = forSize === true ? undefined : this.#inspects.next(image)?.error;
    const present = this.#images.get(image);
    if (error) requester.send({ type: 'IMAGE_STATUS.FAILED', error });
    else
      requester.send({
        type: 'IMAGE_STATUS.ANSWERED',
        imageRef: present?.ref ?? '',
        sizeBytes: present?.size ?? 0,
      });
  }

  #pull({ image, requester }: Requested<'IMAGE_PULL.REQUESTED'>): void {
    const { takesMs = 0, error, ref = '', size = 0 } = this.#pulls.next(image) ?? { error: 'not found' };
    const end = (): void => {
      if (error) {
        requester.send({ type: 'IMAGE_PULL.FAILED', error });
      } else {
        this.#images.set(image, { ref, size });
        requester.send({ type: 'IMAGE_PULL.SUCCEEDED', imageRef: ref });
      }
    };
    this.#world.takes(takesMs, end);
  }
}

/** Outcomes of successive calls by image, of which the last one repeats. */
class Outcomes<T> {
  readonly #lists: Readonly<Record<string, readonly T[]>>;
  readonly #taken = new Map<string, number>();

  constructor(lists: Readonly<Record<string, readonly T[]>>) {
    this.#lists = lists;
  }

  next(image: string): T | undefined {
    const list = Object.hasOwn(this.#lists, image) ? (this.#lists[image] ?? []) : [];
    const taken = this.#taken.get(image) ?? 0;
    this.#taken.set(image, taken + 1);
    return list[Math.min(taken, list.length - 1)];
  }
}
