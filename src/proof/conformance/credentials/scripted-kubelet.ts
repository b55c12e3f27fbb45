import type { Actor, AnyStateMachine, InputFrom } from 'xstate';
import { imageGcMachine } from '../../../../machines/kubelet/image-gc.ts';
import type { ImageManager } from '../../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../../machines/pull/image-pull.ts';
import { pullBackOffReducer } from '../../../../machines/pull/pull-back-off.ts';
import type { PullRecordsRef } from '../../../../machines/pull/pull-records.ts';
import { pullSlotsMachine } from '../../../../machines/pull/pull-slots.ts';
import { pullThrottleMachine } from '../../../../machines/pull/pull-throttle.ts';
import type { AnyReducer } from '../../../../machines/reducer.ts';
import type { Recorder } from '../../../../machines/world/recorder.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import type { PodCredentials, PullCredential } from '../../../rules/kubelet/credentials/pull-credential.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import type { CredentialCheck } from '../../../rules/kubelet/pull-records/access-check.ts';
import type { QueueEntry } from '../../../run/simulation/event-queue.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import { microsOf } from '../script-time.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { CredentialsCall, CredentialsScript } from './script-schema.ts';
import type { ScriptedRuntime } from './scripted-runtime.ts';

interface KubeletSurroundings {
  readonly profile: Profile;
  readonly world: ScriptWorld;
  readonly recorder: Recorder;
  readonly runtime: ScriptedRuntime;
  readonly records: PullRecordsRef;
  readonly nodeCredentials: readonly PullCredential[];
  /** Runs an event of the script and lets everything settle. */
  readonly happen: (run: () => void) => void;
  /** Takes the result of `DeleteUnusedImages`. */
  readonly collected: (error: string) => void;
}

/**
 * One life of a kubelet, as far as images are concerned: the actors of its image manager and its image GC,
 * wired as in machines/kubelet/kubelet.ts. The runtime and the files of the pull records outlive it.
 */
export class ScriptedKubelet {
  readonly #around: KubeletSurroundings;
  readonly #manager: ImageManager;
  readonly #gc: Actor<typeof imageGcMachine>;
  /** Timers that end at once, of removals that take no time. */
  readonly #due: (() => void)[] = [];
  /** What the containers use in the rounds of image GC that are asked for, the running one first. */
  readonly #rounds: (readonly string[])[] = [];
  /** The end of the removal that goes on. */
  #removal: QueueEntry | undefined;
  readonly #pulls: Actor<typeof imagePullMachine>[] = [];

  constructor({ kubelet, featureGates = {} }: CredentialsScript, around: KubeletSurroundings) {
    const { profile, recorder, runtime, records, nodeCredentials } = around;
    const { clock } = around.world;
    this.#around = around;
    const own = (name: string) => ({ name, recorder, clock });
    const verifiesCredentials = isFeatureGateOn(
      'KubeletEnsureSecretPulledImages',
      profile.release,
      featureGates,
    );
    const {
      maxParallelImagePulls,
      maxPods,
      imagePullCredentialsVerificationPolicy: policy = '',
      imagePullBackOff,
    } = kubelet;
    records.send({
      type: 'KUBELET.STARTED',
      policy,
      allowlist: kubelet.preloadedImagesVerificationAllowlist ?? [],
      names: profile.recordedNames,
      verifiesCredentials,
      maxParallelImagePulls,
      ...(maxPods === undefined ? {} : { maxPods }),
    });
    const slotsMax =
      maxParallelImagePulls !== null && maxParallelImagePulls > 0
        ? maxParallelImagePulls
        : Number.POSITIVE_INFINITY;
    this.#manager = {
      profile,
      verifiesCredentials,
      nodeCredentials,
      clock,
      recorder,
      imageService: runtime.actor,
      slots: this.#start(pullSlotsMachine, { ...own('pull-slots'), slotsMax }),
      throttle: this.#start(pullThrottleMachine, { ...own('pull-throttle'), rules: { qps: 0, burst: 0 } }),
      backOff: this.#start(pullBackOffReducer, {
        ...own('pull-back-off'),
        rules: {
          initialMicros: microsOf(imagePullBackOff.initialMs),
          maxMicros: microsOf(imagePullBackOff.maxMs),
        },
      }),
      records,
    };
    this.#gc = this.#start(imageGcMachine, {
      ...own('image-gc'),
      rules: profile.imageGc,
      uses: { countsImageVolumes: true, sandboxImage: undefined },
      policy: { highThresholdPercent: 100, lowThresholdPercent: 100, minAgeMicros: 0, maxAgeMicros: 0 },
      inventory: runtime.actor,
      runtime: runtime.containers,
      records,
      beganMicros: clock.nowMicros(),
      statsReadyMicros: 0,
      removeImageMicros: 0,
    });
  }

  /** The answers of the pull records in this life, including those for calls that have not returned. */
  get checks(): readonly CredentialCheck[] {
    return this.#pulls.flatMap((pull) => pull.getSnapshot().context.call.credentialCheck ?? []);
  }

  /** Calls `EnsureImageExists`. The actor's name is the call's id. */
  ensureImageExists({ id, pod, image, policy }: CredentialsCall, credentials: PodCredentials): void {
    const { namespace, name, uid } = pod;
    const pull = this.#start(imagePullMachine, {
      ...this.#manager,
      imageService: this.#around.runtime.serviceOf(id),
      name: id,
      pod: { namespace, name, uid },
      annotations: {},
      runtimeHandler: '',
      container: id,
      fieldPath: undefined,
    });
    this.#pulls.push(pull);
    pull.send({
      type: 'PULL.REQUESTED',
      image,
      policy,
      credentials,
      requester: createListener(id, () => undefined),
    });
  }

  /**
   * Calls `DeleteUnusedImages`, where containers use these images. One round follows the other; each begins
   * with what is there then.
   */
  deleteUnusedImages(inUse: readonly string[]): void {
    this.#rounds.push(inUse);
    if (this.#rounds.length === 1) this.#beginRound(inUse);
  }

  #beginRound(inUse: readonly string[]): void {
    this.#around.runtime.inUse = inUse;
    const requester = createListener(
      'step',
      ({ error }: { readonly type: string; readonly error: string }) => {
        this.#around.collected(error);
        this.#rounds.shift();
        const [next] = this.#rounds;
        if (next !== undefined) this.#due.push(() => this.#beginRound(next));
      },
    );
    this.#gc.send({ type: 'UNUSED_IMAGES.DELETE_REQUESTED', requester });
    this.#settle();
  }

  #settle(): void {
    for (let run = this.#due.shift(); run !== undefined; run = this.#due.shift()) run();
  }

  /** Runs this when the removal that has just begun is over. */
  #afterRemoval(run: () => void): void {
    const { runtime, world, happen } = this.#around;
    if (runtime.lastRemovalMs === 0) {
      this.#due.push(run);
      return;
    }
    this.#removal = world.after(runtime.lastRemovalMs, () =>
      happen(() => {
        run();
        this.#settle();
      }),
    );
  }

  /** Ends the kubelet. Nothing that it still does is recorded. */
  die(): void {
    for (const pull of this.#pulls) pull.stop();
    this.#gc.stop();
    if (this.#removal !== undefined) this.#removal.run = undefined;
  }

  #start<T extends AnyStateMachine | AnyReducer>(
    machine: T,
    input: InputFrom<T> & { readonly name: string },
  ): Actor<T> {
    return this.#around.world.start(machine, input, {
      setTimeout: (run: () => void) => this.#afterRemoval(run),
      clearTimeout: () => undefined,
    });
  }
}
