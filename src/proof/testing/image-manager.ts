import type { ActorRef, Snapshot, StateValue } from 'xstate';
import type { ImageManager, PullAnswer, PullRequested } from '../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { ImagePullContext } from '../../../machines/pull/image-pull-context.ts';
import type { ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import type { RecorderEvent } from '../../../machines/world/recorder.ts';
import { kubeletSettings } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import { defaultRelease } from '../../rules/kubelet/profiles/profiles.ts';
import { xstateEngine } from '../../run/engine/select-engine.ts';
import { type CreateRoot, rootCreator } from '../../run/simulation/root-actors.ts';
import type { Observation } from '../../trace/observation.ts';
import { type Script, type ScriptKubelet, unhurriedKubelet } from '../conformance/imagemanager/script.ts';
import { startImageManager } from '../conformance/imagemanager/start-image-manager.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { type Listener, listener } from './listener.ts';
import { profileOf } from './profile-of.ts';

/** Fields of KubeletConfiguration. An absent one has the default of the release. */
export interface ImageManagerSettings extends Partial<ScriptKubelet> {
  readonly featureGates?: NonNullable<Script['featureGates']>;
}

type PullRequest = Extract<ImageServiceRequest, { readonly type: 'IMAGE_PULL.REQUESTED' }>;

/** The answer of the runtime to a pull, after so many ms (at once if absent): an error, or the image. */
export interface PullOutcome {
  readonly takesMs?: number;
  readonly error?: string;
  /** Bytes; 1,000,000 if absent. */
  readonly sizeBytes?: number;
}

/** A pull that the runtime is asked for. */
export interface RuntimePull {
  /** The pod that needs the image. */
  readonly pod: string;
  /** The name with the default tag. */
  readonly image: string;
  /** ms since the start. */
  readonly atMs: number;
}

/** How an image manager is started, and what the test plays around it. */
export interface ImageManagerOptions {
  /** The kubelet's release, `1.36`; that of `windlass run` if absent. */
  readonly release?: string;
  readonly settings?: ImageManagerSettings;
  /** A new one if absent. */
  readonly clock?: FakeClock;
  /** The images that are on the node at the start, with the default tag: `nginx:latest`. */
  readonly presentImages?: readonly string[];
  /**
   * Plays the registry. Where it returns undefined, or is absent, the pull stays open until `answer` is
   * called.
   */
  readonly onPull?: (pull: RuntimePull) => PullOutcome | undefined;
}

/** A pod's image pull, as XState's actors show themselves. */
export type ImagePullActor = ActorRef<ImagePullSnapshot, PullRequested>;

/** The state of an image pull: `waitingForSlot`, or `{ settled: 'pulled' }`. */
export type ImagePullSnapshot = Snapshot<unknown> & {
  readonly value: StateValue;
  readonly context: ImagePullContext;
};

/** One call of `EnsureImageExists`. */
export interface EnsureImageCall {
  readonly pod: string;
  /** As written in the pod. */
  readonly image: string;
  /** What it returned; undefined as long as it is under way. */
  readonly answer: PullAnswer | undefined;
}

/** An event that the kubelet records at a pod. */
export interface PodEvent {
  readonly atMs: number;
  readonly pod: string;
  readonly eventType: string;
  readonly reason: string;
  readonly message: string;
}

/** An image manager of real statecharts, between pods and a runtime that the test plays. */
export interface TestedImageManager {
  readonly clock: FakeClock;
  /** The actors that all pulls share, and their surroundings: the input of machines of your own. */
  readonly actors: ImageManager;
  /** The events of all pods, in order. */
  readonly events: readonly PodEvent[];
  /** The pulls that the runtime was asked for, in order. */
  readonly pulls: readonly RuntimePull[];
  /** Those of them that it has not answered. */
  readonly openPulls: readonly RuntimePull[];
  /**
   * A pod needs an image; the policy is `IfNotPresent` if absent. Throws if the pod's last call is still under
   * way.
   */
  readonly need: (pod: string, image: string, policy?: string) => EnsureImageCall;
  /** The runtime answers the open pull of this pod. Throws if it has none. */
  readonly answer: (pod: string, outcome?: PullOutcome) => void;
  /** An image disappears from the node, as after image GC. The name is that with the tag. */
  readonly remove: (image: string) => void;
  /** Returns the actor of the pod's image pull, to be subscribed to or asked for its snapshot. */
  readonly actorOf: (pod: string) => ImagePullActor;
}

/**
 * Starts the image manager of a kubelet: XState's own actors, wired as in a node. Nothing happens by itself:
 * pods need images, the runtime answers and time passes when the test says so. Throws a `RangeError` for a
 * release that is not known.
 */
export function imageManager(options: ImageManagerOptions = {}): TestedImageManager {
  return new PlayedImageManager(options);
}

class PlayedImageManager implements TestedImageManager {
  readonly clock: FakeClock;
  readonly actors: ImageManager;
  readonly events: PodEvent[] = [];
  readonly pulls: RuntimePull[] = [];
  readonly #onPull: NonNullable<ImageManagerOptions['onPull']>;
  readonly #create: CreateRoot;
  readonly #sizes: Map<string, number>;
  /** By pod, which pulls one image at a time. */
  readonly #open = new Map<string, { readonly pull: RuntimePull; readonly request: PullRequest }>();
  readonly #pods = new Map<string, ImagePullActor>();
  readonly #calls = new Map<string, EnsureImageCall>();

  constructor(options: ImageManagerOptions) {
    const { release = defaultRelease, settings = {}, presentImages = [] } = options;
    const profile = profileOf(release);
    const { featureGates = {}, ...own } = settings;
    const clock = options.clock ?? fakeClock();
    this.clock = clock;
    this.#create = rootCreator({ engine: xstateEngine, kernel: clock, clock });
    this.#onPull = options.onPull ?? (() => undefined);
    this.#sizes = new Map(presentImages.map((image) => [image, usualSizeBytes]));
    this.actors = startImageManager(
      {
        profile,
        clock,
        recorder: listener<RecorderEvent>((event) => this.#note(event)),
        imageService: listener<ImageServiceRequest>((request) => this.#serve(request)),
        start: (machine, input) => this.#create(machine, input.name, input).start(),
      },
      { ...defaultSettings(profile.release), ...own },
      featureGates,
    );
  }

  get openPulls(): readonly RuntimePull[] {
    return [...this.#open.values()].map(({ pull }) => pull);
  }

  readonly need = (pod: string, image: string, policy = 'IfNotPresent'): EnsureImageCall => {
    const last = this.#calls.get(pod);
    if (last !== undefined && last.answer === undefined)
      throw new Error(`the call of pod ${pod} for ${last.image} is still under way`);
    const requester: Listener<PullAnswer> = listener();
    const call: EnsureImageCall = {
      pod,
      image,
      get answer() {
        return requester.heard[0];
      },
    };
    this.#calls.set(pod, call);
    this.actorOf(pod).send({ type: 'PULL.REQUESTED', image, policy, requester });
    this.#check();
    return call;
  };

  readonly answer = (pod: string, outcome: PullOutcome = {}): void => {
    const open = this.#open.get(pod);
    if (open === undefined) throw new Error(`the runtime pulls no image for pod ${pod}`);
    this.#endLater(pod, open.request, outcome);
    this.#check();
  };

  readonly remove = (image: string): void => {
    this.#sizes.delete(image);
  };

  readonly actorOf = (pod: string): ImagePullActor => {
    const known = this.#pods.get(pod);
    if (known !== undefined) return known;
    const input = {
      ...this.actors,
      name: pod,
      pod: { namespace: 'default', name: pod, uid: pod },
      container: 'app',
      fieldPath: 'spec.containers{app}',
      annotations: {},
      runtimeHandler: '',
    };
    const actor: ImagePullActor = this.#create(imagePullMachine, pod, input).start();
    this.#pods.set(pod, actor);
    return actor;
  };

  #note(event: RecorderEvent): void {
    if (event.type === 'UNHANDLED')
      this.clock.fail(new Error(`${event.actor} has no transition for ${event.event}`));
    else
      for (const observation of event.type === 'RECORDS' ? event.observations : [event.observation])
        this.#noteEvent(event.actor, observation);
  }

  #noteEvent(pod: string, observation: Observation): void {
    if (observation.type !== 'event') return;
    const { eventType, reason, message } = observation;
    this.events.push({ atMs: this.clock.nowMs(), pod, eventType, reason, message });
  }

  #serve(request: ImageServiceRequest): void {
    const { image, requester } = request;
    if (request.type === 'IMAGE_STATUS.REQUESTED') {
      const sizeBytes = this.#sizes.get(image);
      const imageRef = sizeBytes === undefined ? '' : refOf(image);
      requester.send({ type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: sizeBytes ?? 0 });
      return;
    }
    const pull = { pod: request.caller, image, atMs: this.clock.nowMs() };
    this.pulls.push(pull);
    this.#open.set(pull.pod, { pull, request });
    const outcome = this.#onPull(pull);
    if (outcome !== undefined) this.#endLater(pull.pod, request, outcome);
  }

  #endLater(pod: string, request: PullRequest, outcome: PullOutcome): void {
    const { takesMs = 0 } = outcome;
    if (takesMs > 0) this.clock.after(takesMs, () => this.#end(pod, request, outcome));
    else this.#end(pod, request, outcome);
  }

  #end(pod: string, request: PullRequest, { error, sizeBytes = usualSizeBytes }: PullOutcome): void {
    // Two answers to one pull are a mistake of the test: the second one is ignored, as by a gRPC client.
    if (this.#open.get(pod)?.request !== request) return;
    this.#open.delete(pod);
    if (error !== undefined) {
      request.requester.send({ type: 'IMAGE_PULL.FAILED', error });
      return;
    }
    this.#sizes.set(request.image, sizeBytes);
    request.requester.send({ type: 'IMAGE_PULL.SUCCEEDED', imageRef: refOf(request.image) });
  }

  /** Throws what failed in the actors meanwhile. */
  #check(): void {
    this.clock.advance(0);
  }
}

const usualSizeBytes = 1_000_000;

function defaultSettings(release: string): ScriptKubelet {
  const { serializeImagePulls, maxParallelImagePulls, registryPullQPS, registryBurst } = kubeletSettings(
    {},
    release,
  );
  return {
    ...unhurriedKubelet,
    serializeImagePulls,
    maxParallelImagePulls,
    registryPullQPS,
    registryBurst,
  };
}

function refOf(image: string): string {
  return `sha256:${image}`;
}
