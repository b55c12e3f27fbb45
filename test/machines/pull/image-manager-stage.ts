import type { ImageManager, ImagePull, PullAnswer } from '../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import { defaultRelease, findProfile } from '../../../src/rules/kubelet/profiles/profiles.ts';
import type { ObservationOf } from '../../../src/trace/observation.ts';
import { type Observed, stage } from '../stage.ts';
import { startImageManager } from './start-image-manager.ts';

/** Fields of KubeletConfiguration. A field that is absent sets no limit. */
export interface ImageManagerSettings {
  /** The kubelet's release, as `1.36`. */
  readonly release?: string;
  readonly serializeImagePulls?: boolean;
  readonly maxParallelImagePulls?: number;
  readonly registryPullQPS?: number;
  readonly registryBurst?: number;
}

type PullCall = Extract<ImageServiceRequest, { type: 'IMAGE_PULL.REQUESTED' }>;
type PullRecord = ObservationOf<'pull'>;

const imageBytes = 5_000_000;

/**
 * The image manager of one kubelet on a fake clock: the real statecharts, between pods that the test plays
 * and a registry that the test plays. Nothing happens by itself: pods need images, the registry answers and
 * time passes when the test says so.
 */
export class ImageManagerStage {
  readonly #world = stage();
  readonly #manager: ImageManager;
  readonly #pulls = new Map<string, ImagePull>();
  /** The calls of PullImage without an answer, by pod, in the order in which they were made. */
  readonly #openCalls = new Map<string, PullCall>();
  readonly #presentImages = new Set<string>();
  readonly #requester = this.#world.listen<PullAnswer>('pod worker');

  constructor(settings: ImageManagerSettings) {
    const {
      release = defaultRelease,
      serializeImagePulls = false,
      maxParallelImagePulls = Infinity,
    } = settings;
    const { registryPullQPS = 0, registryBurst = 0 } = settings;
    const profile = findProfile(release);
    if (profile === undefined) throw new Error(`no kubelet ${release}`);
    this.#manager = startImageManager(this.#world, {
      profile,
      imageService: this.#world.listen('imageService', (request) => this.#serve(request)),
      slotsMax: serializeImagePulls ? undefined : maxParallelImagePulls,
      qps: registryPullQPS,
      burst: registryBurst,
    });
  }

  get nowMicros(): number {
    return this.#world.kernel.nowMicros;
  }

  /** All that the actors have told the recorder, in order. */
  get observed(): readonly Observed[] {
    return this.#world.observed;
  }

  /** The pods whose pull is with the registry, in the order in which the pulls began. */
  get pulling(): readonly string[] {
    return [...this.#openCalls.keys()];
  }

  /** A pod needs an image. It must not have a pull under way. */
  need(pod: string, image: string, policy = 'IfNotPresent'): void {
    const pull = this.#pulls.get(pod) ?? this.#startPull(pod);
    this.#pulls.set(pod, pull);
    pull.send({ type: 'PULL.REQUESTED', image, policy, requester: this.#requester });
    this.#check();
  }

  /** The registry answers the pull of a pod: it gives the image, or an error. */
  answer(pod: string, error?: string): void {
    const call = this.#openCalls.get(pod);
    if (call === undefined) throw new Error(`no pull of ${pod} is with the registry`);
    this.#openCalls.delete(pod);
    if (error === undefined) {
      this.#presentImages.add(call.image);
      call.requester.send({ type: 'IMAGE_PULL.SUCCEEDED', imageRef: `sha256:${call.image}` });
    } else call.requester.send({ type: 'IMAGE_PULL.FAILED', error });
    this.#check();
  }

  /** The image disappears from the node, as after image GC. */
  remove(image: string): void {
    this.#presentImages.delete(image);
  }

  advance(micros: number): void {
    this.#world.run(this.nowMicros + micros);
    this.#check();
  }

  /**
   * The last record of the pod's pull, as the trace has it: its state is `waiting`, `pulling`, `failed`, …
   */
  lastRecord(pod: string): PullRecord | undefined {
    const isOfPod = ({ actor, observation }: Observed) => actor === pod && observation.type === 'pull';
    return this.observed.findLast(isOfPod)?.observation as PullRecord | undefined;
  }

  #startPull(pod: string): ImagePull {
    return this.#world.start(imagePullMachine, {
      ...this.#manager,
      name: pod,
      pod: { namespace: 'default', name: pod, uid: pod },
      container: 'app',
      fieldPath: 'spec.containers{app}',
      annotations: {},
      runtimeHandler: '',
    });
  }

  /**
   * The container runtime: it knows at once which images it has, and keeps a pull open until the test answers
   * it.
   */
  #serve(request: ImageServiceRequest): void {
    if (request.type === 'IMAGE_PULL.REQUESTED') {
      this.#openCalls.set(request.caller, request);
      return;
    }
    const isPresent = this.#presentImages.has(request.image);
    const imageRef = isPresent ? `sha256:${request.image}` : '';
    request.requester.send({
      type: 'IMAGE_STATUS.ANSWERED',
      imageRef,
      sizeBytes: isPresent ? imageBytes : 0,
    });
  }

  #check(): void {
    this.#world.check();
    if (this.#world.unhandled.length > 0)
      throw new Error(`unexpected events: ${this.#world.unhandled.join(', ')}`);
  }
}
