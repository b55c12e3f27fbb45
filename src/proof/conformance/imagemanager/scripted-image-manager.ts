import type { Actor } from 'xstate';
import type { ImageManager } from '../../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../../machines/pull/image-pull.ts';
import type { PullBackOffEvent } from '../../../../machines/pull/pull-back-off.ts';
import type { PullRecordsEvent } from '../../../../machines/pull/pull-records.ts';
import { type PullRecordsOperation, pullRecordsPanic } from '../../../rules/kubelet/images/striped-locks.ts';
import { releaseBugs, stripedLocksBug } from '../../../rules/kubelet/known-bugs.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import { createListener } from '../../../run/simulation/root-actors.ts';
import type { ScriptWorld } from '../script-world.ts';
import type { CallLog } from './call-log.ts';
import type { Script, ScriptCall } from './script.ts';
import { ScriptedImageService } from './scripted-image-service.ts';
import { startImageManager } from './start-image-manager.ts';

type PullActor = Actor<typeof imagePullMachine>;

/**
 * The actors of a kubelet's image manager, wired as in machines/kubelet/kubelet.ts, with the settings and the
 * runtime of a script. One actor serves all calls of a pod that do not overlap, as a pod's worker calls the
 * same one at each sync.
 */
export class ScriptedImageManager {
  readonly imageService: ScriptedImageService;
  readonly #world: ScriptWorld;
  readonly #log: CallLog;
  readonly #manager: ImageManager;
  /** The limit `maxParallelImagePulls` in a release that can panic. */
  readonly #lockStripes: number | undefined;
  readonly #idle = new Map<string, PullActor[]>();
  #pulls = 0;

  constructor(script: Script, profile: Profile, world: ScriptWorld, log: CallLog) {
    this.#world = world;
    this.#log = log;
    this.imageService = new ScriptedImageService(world, script.runtime);
    const { featureGates = {} } = script;
    this.#manager = startImageManager(
      {
        profile,
        clock: world.clock,
        recorder: log.recorder,
        imageService: this.imageService.actor,
        start: (machine, input) => world.start(machine, input),
      },
      script.kubelet,
      featureGates,
    );
    const { verifiesCredentials } = this.#manager;
    const { maxParallelImagePulls } = script.kubelet;
    const canPanic = verifiesCredentials && releaseBugs(profile.release).includes(stripedLocksBug);
    this.#lockStripes = canPanic ? (maxParallelImagePulls ?? 0) : undefined;
  }

  /** Calls `EnsureImageExists` for the call with this index in the script. */
  ensureImageExists(call: ScriptCall, index: number): void {
    const idle = this.#idleOf(call);
    const actor = idle.pop() ?? this.#createPull(call);
    const {
      input: { name },
    } = actor.getSnapshot().context;
    this.#log.begin(name, index);
    const requester = createListener(call.id, () => {
      idle.push(actor);
    });
    actor.send({ type: 'PULL.REQUESTED', image: call.image, policy: call.policy, requester });
    this.#buryPanicked(actor, index);
  }

  /**
   * Ends a call that panicked before its pull. Its actor waits for answers that never come, and its facts are
   * counted.
   */
  #buryPanicked(actor: PullActor, index: number): void {
    const logged = this.#log.calls[index];
    if (logged?.panic === undefined || logged.facts !== undefined) return;
    const { context } = actor.getSnapshot();
    const pullRequired = actor.getSnapshot().value !== 'verifying';
    this.#log.end(context.input.name, {
      policy: context.call.policy,
      present: context.call.present,
      pullRequired,
    });
    actor.stop();
  }

  #idleOf({ pod, runtimeHandler = '' }: ScriptCall): PullActor[] {
    const key = JSON.stringify([
      pod.namespace,
      pod.name,
      pod.uid,
      runtimeHandler,
      Object.entries(pod.annotations ?? {}),
    ]);
    const known = this.#idle.get(key);
    if (known !== undefined) return known;
    const none: PullActor[] = [];
    this.#idle.set(key, none);
    return none;
  }

  #createPull({ pod, runtimeHandler = '' }: ScriptCall): PullActor {
    const name = `pull-${++this.#pulls}`;
    const manager =
      this.#lockStripes === undefined
        ? this.#manager
        : withStripedLocks(this.#manager, this.#lockStripes, (message) => this.#log.panic(name, message));
    const { annotations = {}, ...ref } = pod;
    return this.#world.start(imagePullMachine, {
      ...manager,
      name,
      pod: ref,
      annotations,
      runtimeHandler,
      container: name,
      fieldPath: undefined,
    });
  }
}

const operations: Readonly<Partial<Record<PullRecordsEvent['type'], PullRecordsOperation>>> = {
  'ACCESS.ASKED': 'MustAttemptImagePull',
  'INTENT.RECORDED': 'RecordPullIntent',
  'IMAGE_PULLED.RECORDED': 'RecordImagePulled',
  'IMAGE_PULL_FAILED.RECORDED': 'RecordImagePullFailed',
};

/**
 * Returns the image manager for one pull, with the locks of the known bug `striped-locks` before the pull
 * records. An operation that panics never reaches the records, and the pull gets no more answers from the
 * records or the back-off. `lockStripes` is `maxParallelImagePulls`.
 */
function withStripedLocks(
  manager: ImageManager,
  lockStripes: number,
  panicked: (message: string) => void,
): ImageManager {
  // The kubelet's code ends here, while the machine goes on to send its messages.
  let isDead = false;
  return {
    ...manager,
    records: createListener('records', (event: PullRecordsEvent) => {
      const operation = operations[event.type];
      const message =
        operation && 'image' in event ? pullRecordsPanic(lockStripes, operation, event) : undefined;
      if (operation === undefined || message === undefined) {
        manager.records.send(event);
      } else {
        // The record of a success is written last, so the other messages of the machine have happened
        // upstream too.
        isDead = operation !== 'RecordImagePulled';
        panicked(message);
      }
    }),
    backOff: createListener('back-off', (event: PullBackOffEvent) => {
      if (!isDead) manager.backOff.send(event);
    }),
  };
}
