import { assign, cancel, sendTo, setup } from 'xstate';
import { missingPullSecrets } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import { isOver } from '../../src/rules/kubelet/pods/pod-phase.ts';
import type { PodRuntimeStatus } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { tickAfter } from '../../src/rules/kubelet/pods/requeue.ts';
import * as log from '../../src/rules/kubelet/pods/sync-log.ts';
import * as progress from '../../src/rules/kubelet/pods/sync-progress.ts';
import type { PullFailure } from '../../src/rules/kubelet/profile.ts';
import { sandboxDeadlineError, sandboxDeadlineMicros } from '../../src/rules/runtime/images/sandbox-image.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { actorType, ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { SyncLoopEvent } from '../kubelet/sync-loop-protocol.ts';
import { coalescedPullMachine } from '../pull/coalesced-pull.ts';
import { coalescedInput } from '../pull/coalesced-pull-context.ts';
import type { ImagePull } from '../pull/image-manager.ts';
import { imagePullMachine } from '../pull/image-pull.ts';
import type { ContainerRuntimeCall } from '../runtime/container-runtime-protocol.ts';
import type { DrawAnswered } from '../world/random-source.ts';
import { type RecorderEvent, recorderEvent } from '../world/recorder.ts';
import { killInput, podKillMachine } from './pod-kill.ts';
import * as round from './pod-round.ts';
import { podTerminationMachine } from './pod-termination.ts';
import * as worker from './pod-worker-protocol.ts';

const housekeepingMicros = 2_000_000;

/** Receivers of messages. */
type Sending = { readonly context: worker.PodWorkerContext };
const toPleg = ({ context }: Sending) => context.input.pleg;
const toRuntime = ({ context }: Sending) => context.input.runtime;
const toSandboxImages = ({ context }: Sending) => context.input.sandboxImages;
const toRandom = ({ context }: Sending) => context.input.random;

/** What the chart names. */
const podWorkerSetup = setup({
  types: {
    input: {} as worker.PodWorkerInput,
    context: {} as worker.PodWorkerContext,
    events: {} as worker.PodWorkerEvent,
  },
  actors: {
    imagePull: actorType(imagePullMachine),
    coalescedPull: actorType(coalescedPullMachine),
    podKill: actorType(podKillMachine),
    podTermination: actorType(podTerminationMachine),
  },
  guards: {
    isDeletion: (_, spec: worker.PodUpdated['spec']) => spec.deletionGraceMicros !== undefined,
    isOver: ({ context }, status: PodRuntimeStatus) => isOver(worker.statusToPublish(context, status).phase),
    wantsRelist: ({ context }) =>
      context.input.images.profile.retry.relistsOnDemand && progress.hasOnlySuccesses(context.round.sync),
    hasPending: ({ context }) => context.updates.pending !== undefined,
    isDeleted: ({ context }) => context.updates.latest.deletionGraceMicros !== undefined,
    resetsPod: ({ context }) => context.round.sync.kill !== undefined && context.round.sync.resets,
    hasToKill: ({ context }) => context.round.sync.kill !== undefined,
    stopsPod: ({ context }) => context.round.sync.kill?.stopsSandbox === true,
    needsSandbox: ({ context }) => context.round.sync.createsSandbox,
    /** The name of a first sandbox is taken if an earlier kubelet has created one that this kubelet does not know. */
    nameMayBeTaken: ({ context }) =>
      context.round.sync.createsSandbox &&
      context.input.followsEarlierKubelet &&
      context.round.status.sandbox === 'none',
    hasVolumesLeft: ({ context }) => context.round.sync.nextVolume < context.round.spec.imageVolumes.length,
    hasNothingToStart: ({ context }) => context.round.sync.starts.length === 0,
    crashLoops: ({ context }) => round.crashLoopVerdict(context).backsOff,
    mountsImages: ({ context }) => round.mountedImageRefs(context).length > 0,
    lacksVolume: ({ context }) => progress.volumeFailure(context.round.sync) !== undefined,
  },
  delays: {
    // HandlePodCleanups takes workers of terminated pods away; events on their way still find them.
    housekeeping: () => housekeepingMicros,
    tickAfterDue: ({ context }) =>
      tickAfter(context.dueMicros, context.input.tickOriginMicros) - context.input.images.clock.nowMicros(),
    preparation: ({ context }) =>
      context.input.timings.podSyncMicros +
      (context.round.sync.createsSandbox && context.round.spec.hasVolumes
        ? context.input.timings.volumeMountMicros
        : 0),
    sandboxImageDeadline: () => sandboxDeadlineMicros,
    sandboxCreation: ({ context }) => context.input.timings.sandboxMicros,
    containerCreation: ({ context }) => context.input.timings.createContainerMicros,
    containerStart: ({ context }) => context.input.timings.startContainerMicros,
  },
  actions: {
    reportUnhandled,
    noteUpdate: assign({
      updates: ({ context }, latest: worker.PodUpdated['spec']) => withChanges(context.updates, { latest }),
    }),
    notePending: assign({
      updates: ({ context }, params: { trigger: worker.Trigger }) =>
        withChanges(context.updates, { pending: params.trigger }),
    }),
    takeUpdate: assign(({ context }, params: { trigger: worker.Trigger }) =>
      worker.withTrigger(context, params.trigger),
    ),
    takePending: assign(({ context }) => ({
      ...worker.withTrigger(context, context.updates.pending ?? context.round.trigger),
      updates: withChanges(context.updates, { pending: undefined }),
    })),
    begin: assign(({ context }, status: PodRuntimeStatus) => ({
      ...worker.withRound(context, { status }),
      published: worker.statusToPublish(context, status),
    })),
    /**
     * Together with the two actions below, the only place where this machine spawns: the pulls, which serve
     * the pod until its end.
     */
    openRound: assign(({ context, spawn }) => {
      const missing = round.missingPulls(context);
      const opened = missing.map(({ key, pull }): readonly [string, ImagePull] => {
        const id = `pulls/${key}`;
        if (pull.coalescer === undefined) return [key, spawn('imagePull', { id, input: pull })];
        return [key, spawn('coalescedPull', { id, input: coalescedInput(pull, pull.coalescer) })];
      });
      const started = worker.withRound(context, { sync: worker.plannedSync(context) });
      if (missing.length === 0) return started;
      const pulls = new Map<string, ImagePull>([...context.helpers.pulls, ...opened]);
      return { ...started, helpers: withChanges(context.helpers, { pulls }) };
    }),
    /**
     * The actor that stops containers also serves the pod until its end, from the first round that stops any.
     */
    openKill: assign(({ context, spawn, self }) => {
      if (context.helpers.kill !== undefined) return {};
      const kill = spawn('podKill', {
        id: 'kill',
        input: killInput({ ...context.input, pod: context.pod }, self),
      });
      return { helpers: withChanges(context.helpers, { kill }) };
    }),
    /** Few pods come to their end in a run, so this actor is made only then. */
    openTermination: assign(({ context, spawn, self }) => {
      const input = worker.terminationInput(context, self);
      const termination = spawn('podTermination', { id: 'termination', input });
      return { helpers: withChanges(context.helpers, { termination }) };
    }),
    noteEnd: assign(({ context }) => {
      const { sync } = context.round;
      const isReset = sync.resets && sync.failures.length === 0;
      // Once all containers are removed, SyncPod itself requests the next round (UpdatePod).
      const pending = context.updates.pending ?? (isReset ? 'reset' : undefined);
      return {
        ...worker.withRound(context, { outcome: progress.syncOutcome(sync) }),
        updates: withChanges(context.updates, { pending }),
        lastSyncMicros: context.input.images.clock.nowMicros(),
        reasons: sync.reasons,
      };
    }),
    noteLastEnd: assign(({ context }) => ({
      ...worker.withRound(context, { trigger: 'ended' }),
      lastSyncMicros: context.input.images.clock.nowMicros(),
    })),
    noteError: assign(({ context }, error: string) => worker.withRound(context, { outcome: { error } })),
    noteDue: assign({
      dueMicros: ({ context }, values: DrawAnswered['values']) => worker.dueMicros(context, values),
    }),
    noteKilled: assign(({ context }) => worker.withProgress(context, progress.withKilled)),
    noteSandboxPull: assign(({ context }, sandboxPull: string | undefined) =>
      worker.withRound(context, { sandboxPull }),
    ),
    noteSandbox: assign(({ context }) => worker.withProgress(context, progress.withSandbox)),
    noteNoSandbox: assign(({ context }, error: string) =>
      worker.withProgress(context, (sync) => progress.withoutSandbox(sync, context.round.spec, error)),
    ),
    noteVolume: assign(({ context }, params: progress.ImageEnsured) =>
      worker.withProgress(context, (sync) => progress.withVolume(sync, context.round.spec, params)),
    ),
    noteImage: assign(({ context }, imageRef: string) =>
      worker.withProgress(context, (sync) => withChanges(sync, { imageRef })),
    ),
    noteRestart: assign(({ context }) => {
      const verdict = round.crashLoopVerdict(context);
      return verdict.backsOff ? {} : { crashLoops: verdict.table };
    }),
    noteStarted: assign(({ context }) => worker.withProgress(context, progress.withStarted)),
    noteFailed: assign(({ context }, params: { failure: PullFailure; untilMicros?: number }) =>
      worker.withProgress(context, (sync) => progress.withFailed(sync, params.failure, params.untilMicros)),
    ),
    askStatus: sendTo(toPleg, ({ context, self }) => worker.statusRequest(context, self)),
    askRelist: sendTo(toPleg, ({ context }) => worker.relistRequest(context)),
    askSandboxName: sendTo(toRuntime, ({ context, self }) => round.sandboxNameRequest(context, self)),
    askSandboxImage: sendTo(toSandboxImages, ({ context, self }) => round.sandboxImageRequest(context, self)),
    askVolumeImages: sendTo(toSandboxImages, ({ context, self }) => round.volumeImagesRequest(context, self)),
    giveUpSandboxImage: sendTo(toSandboxImages, ({ context }) => round.sandboxImageCancel(context)),
    askPull: sendTo(
      ({ context }, { key }: round.PullArguments) => round.requirePull(context, key),
      ({ context, self }, params: round.PullArguments) => round.pullRequest(context, params, self),
    ),
    askKill: sendTo(
      ({ context }) => round.requireKiller(context),
      ({ context }) => round.requireKill(context),
    ),
    callRuntime: sendTo(toRuntime, (_, params: ContainerRuntimeCall) => params),
    askTermination: sendTo(
      ({ context }) => worker.requireTermination(context),
      ({ context }) => worker.terminationRequest(context),
    ),
    draw: sendTo(toRandom, ({ context, self }) => worker.drawRequest(context, self)),
    watchPod: sendTo(
      ({ context }) => context.input.syncLoop,
      ({ context, self }): SyncLoopEvent => ({ type: 'POD.WATCHED', uid: context.pod.uid, worker: self }),
    ),
    // The sync loop hands the pod out at its tick, unless it sleeps.
    queueWork: sendTo(
      ({ context }) => context.input.syncLoop,
      ({ context }): SyncLoopEvent => ({ type: 'WORK.DUE', uid: context.pod.uid }),
      { id: 'workQueue', delay: 'tickAfterDue' },
    ),
    leaveWorkQueue: cancel('workQueue'),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: RecorderEvent | readonly Observation[]) =>
        recorderEvent(context.input.name, params),
    ),
    notifyKubelet: sendTo(
      ({ context }) => context.input.kubelet,
      ({ context }, { type }: Pick<worker.WorkerReport, 'type'>) => ({ type, uid: context.pod.uid }) as const,
    ),
  },
});

/**
 * The states of one round of a pod: sandbox, image volumes, init containers, containers, each pull in turn.
 *
 * Mirrors `SyncPod` with `computePodActions`, `getImageVolumes` and `startContainer` in
 * pkg/kubelet/kuberuntime (v1.36.3, v1.37.2), the waits of pkg/kubelet/kubelet.go's `SyncPod` before it, and
 * `RunPodSandbox` of containerd's CRI plugin (1.6.20, 2.4.2) as the kubelet calls it. Each sandbox pulls its
 * image for itself; what another pull fetches already is waited for. Since 2.0 containerd sets up the network
 * before it looks for the image; here the image always comes first.
 */
const podSync = podWorkerSetup.createStateConfig({
  description:
    'A round of SyncPod is under way; updates are merged in the pending slot. Nothing cancels a pull of the round.',
  tags: 'busy',
  initial: 'preparing',
  entry: 'openRound',
  onDone: [
    { guard: 'wantsRelist', target: 'finishing', actions: ['noteEnd', 'askRelist'] },
    { target: 'finishing', actions: 'noteEnd' },
  ],
  states: {
    preparing: {
      description:
        'SyncPod before its first call: cgroups, directories, and, in the first round, the volumes. A new pod with volumes stays in ContainerCreating for this time, before anything is pulled.',
      after: {
        preparation: {
          target: 'choosing',
          actions: {
            type: 'record',
            params: ({ context }) =>
              missingPullSecrets(context.round.spec, context.input.images.profile, 'eachSync'),
          },
        },
      },
    },
    choosing: {
      description:
        'The next step of the round is chosen. Sandbox, image volumes, init containers and containers follow each other: the kubelet never pulls two images of one pod at the same time.',
      always: [
        {
          guard: 'stopsPod',
          target: 'killing',
          actions: {
            type: 'record',
            params: ({ context }) => log.killing(context.round.spec, round.stopped(context)),
          },
        },
        {
          guard: 'resetsPod',
          target: 'killing',
          actions: {
            type: 'record',
            params: ({ context }) => log.killingAll(context.round.spec, round.stillThere(context)),
          },
        },
        {
          guard: 'hasToKill',
          target: 'killing',
          actions: {
            type: 'record',
            params: ({ context }) => log.killingChanged(context.round.spec, round.stopped(context)),
          },
        },
        { guard: 'nameMayBeTaken', target: 'creatingSandbox.reservingName' },
        { guard: 'needsSandbox', target: 'creatingSandbox' },
        { guard: 'hasVolumesLeft', target: 'pullingVolume' },
        { guard: 'hasNothingToStart', target: 'over' },
        {
          guard: 'crashLoops',
          target: 'choosing',
          reenter: true,
          actions: [
            {
              type: 'record',
              params: ({ context }) =>
                log.crashLoopBackOff(
                  context.pod,
                  round.currentStart(context),
                  round.crashFailure(context).event,
                ),
            },
            { type: 'noteFailed', params: ({ context }) => round.crashFailure(context) },
          ],
        },
        {
          guard: 'lacksVolume',
          target: 'choosing',
          reenter: true,
          actions: [
            {
              type: 'record',
              params: ({ context }) =>
                log.startFailed(
                  context.pod,
                  round.currentStart(context),
                  round.requireVolumeFailure(context).reason,
                ),
            },
            'noteRestart',
            {
              type: 'noteFailed',
              params: ({ context }) => ({ failure: round.requireVolumeFailure(context) }),
            },
          ],
        },
        { target: 'pullingImage', actions: 'noteRestart' },
      ],
    },
    killing: {
      description:
        'Containers are stopped before anything else: all that runs, those whose specs have changed, or all of them if the pod starts again. A container that does not end by itself takes the whole grace period, and no image is pulled before.',
      entry: ['openKill', 'askKill'],
      on: { 'KILL.FINISHED': { target: 'choosing', actions: 'noteKilled' } },
    },
    creatingSandbox: {
      description:
        'RunPodSandbox: the runtime makes the sandbox; without one the round ends. The pod has no IP and shows ContainerCreating.',
      initial: 'lookingForImage',
      entry: [
        {
          type: 'record',
          params: ({ context }) => log.sandboxReplaced(context.pod, context.round.sync.replacesSandbox),
        },
        { type: 'noteSandboxPull', params: undefined },
      ],
      states: {
        reservingName: {
          description:
            'The runtime reserves the name of the sandbox. A kubelet that has restarted may not know of the sandbox that its pod has: the runtime refuses a second one of the same name, and the next round knows more. No time passes.',
          entry: 'askSandboxName',
          on: {
            'SANDBOX_NAME.FREE': 'lookingForImage',
            'SANDBOX_NAME.TAKEN': {
              target: '#podWorker.syncing.choosing',
              actions: [
                {
                  type: 'record',
                  params: ({ context, event }) =>
                    round.sandboxRecord(context, { state: 'failed', error: event.error }),
                },
                {
                  type: 'record',
                  params: ({ context, event }) => log.sandboxFailed(context.pod, event.error),
                },
                { type: 'noteNoSandbox', params: ({ event }) => event.error },
              ],
            },
          },
        },
        lookingForImage: {
          description:
            'The runtime checks whether its own image (pause) is present; no time passes. On most managed nodes it is on the disk from the start.',
          entry: 'askSandboxImage',
          on: {
            'SANDBOX_IMAGE.PRESENT': 'settingUp',
            'SANDBOX_IMAGE.MISSING': {
              target: 'pullingImage',
              actions: [
                {
                  type: 'record',
                  params: ({ context, event }) =>
                    round.sandboxRecord(context, { state: 'pullingImage', image: event.image }),
                },
                { type: 'noteSandboxPull', params: ({ event }) => event.pull },
              ],
            },
          },
        },
        pullingImage: {
          description:
            'The runtime pulls the sandbox image without the kubelet’s image manager: no slot, no back-off, no event. A pod that hangs here shows ContainerCreating, and kubectl describe says nothing of a pull until RunPodSandbox fails (FailedCreatePodSandBox).',
          tags: 'pulling',
          on: {
            'IMAGE_PULL.SUCCEEDED': 'settingUp',
            'IMAGE_PULL.FAILED': {
              target: '#podWorker.syncing.choosing',
              actions: [
                {
                  type: 'record',
                  params: ({ context, event }) =>
                    round.sandboxRecord(context, { state: 'failed', error: event.error }),
                },
                {
                  type: 'record',
                  params: ({ context, event }) => log.sandboxFailed(context.pod, event.error),
                },
                { type: 'noteNoSandbox', params: ({ event }) => event.error },
              ],
            },
          },
          after: {
            sandboxImageDeadline: {
              target: '#podWorker.syncing.choosing',
              actions: [
                'giveUpSandboxImage',
                {
                  type: 'record',
                  params: ({ context }) =>
                    round.sandboxRecord(context, { state: 'failed', error: sandboxDeadlineError }),
                },
                {
                  type: 'record',
                  params: ({ context }) => log.sandboxFailed(context.pod, sandboxDeadlineError),
                },
                { type: 'noteNoSandbox', params: sandboxDeadlineError },
              ],
            },
          },
        },
        settingUp: {
          description:
            'The runtime sets up the pod’s network and starts its pause container. The time of the CNI plugin is part of it.',
          entry: {
            type: 'record',
            params: ({ context }) => round.sandboxRecord(context, { state: 'creating' }),
          },
          after: {
            sandboxCreation: {
              target: '#podWorker.syncing.choosing',
              actions: [
                { type: 'record', params: ({ context }) => round.sandboxRecord(context, { state: 'ready' }) },
                { type: 'callRuntime', params: ({ context }) => round.sandboxCall(context) },
                'noteSandbox',
              ],
            },
          },
        },
      },
    },
    pullingVolume: {
      description:
        'The image of a volume is ensured. A failure shows only in the containers that mount the volume.',
      entry: { type: 'askPull', params: ({ context }) => round.volumePull(context) },
      on: {
        'PULL.SUCCEEDED': { target: 'choosing', actions: { type: 'noteVolume', params: ofEvent } },
        'PULL.FAILED': { target: 'choosing', actions: { type: 'noteVolume', params: ofEvent } },
      },
    },
    pullingImage: {
      description:
        'The image of the next container is ensured; the round continues when it is present or has failed. The containers after it wait, also those whose images are on the node.',
      entry: { type: 'askPull', params: ({ context }) => round.containerPull(context) },
      on: {
        'PULL.SUCCEEDED': [
          {
            guard: 'mountsImages',
            target: 'creatingContainer.mountingImages',
            actions: [{ type: 'noteImage', params: ({ event }) => event.imageRef }, 'askVolumeImages'],
          },
          {
            target: 'creatingContainer',
            actions: { type: 'noteImage', params: ({ event }) => event.imageRef },
          },
        ],
        'PULL.FAILED': {
          target: 'choosing',
          actions: [
            {
              type: 'record',
              params: ({ context, event }) =>
                log.startFailed(context.pod, round.currentStart(context), event.failure.reason),
            },
            { type: 'noteFailed', params: ofEvent },
          ],
        },
      },
    },
    creatingContainer: {
      description:
        'CreateContainer. The image is on the node; the event "Created" follows. Some seconds between "Pulled" and "Created" mean a busy disk.',
      initial: 'creating',
      states: {
        mountingImages: {
          description:
            'The runtime looks up the images of the volumes that the container mounts. Image GC may have removed one while the image of the container was pulled: the container is not created, and the next round ensures all images again. No time passes.',
          on: {
            'VOLUME_IMAGES.PRESENT': 'creating',
            'VOLUME_IMAGES.MISSING': {
              target: '#podWorker.syncing.choosing',
              actions: [
                {
                  type: 'record',
                  params: ({ context, event }) =>
                    log.startFailed(context.pod, round.currentStart(context), event.error),
                },
                {
                  type: 'noteFailed',
                  params: ({ event }) => ({
                    failure: { reason: 'CreateContainerError', message: event.error },
                  }),
                },
              ],
            },
          },
        },
        creating: {
          description:
            'The runtime creates the container. It takes longer where the image has just been unpacked and the disk still writes.',
          entry: {
            type: 'record',
            params: ({ context }) => [
              log.containerState(context.pod, round.currentStart(context), 'creating'),
            ],
          },
          after: {
            containerCreation: {
              target: '#podWorker.syncing.startingContainer',
              actions: [
                {
                  type: 'record',
                  params: ({ context }) =>
                    log.created(context.pod, round.currentStart(context), context.input.images.profile),
                },
                {
                  type: 'callRuntime',
                  params: ({ context }) => round.containerCall('CONTAINER.CREATED', context),
                },
              ],
            },
          },
        },
      },
    },
    startingContainer: {
      description:
        'The runtime starts the container. The event "Started" follows, and the pod may become ready.',
      after: {
        containerStart: {
          target: 'choosing',
          actions: [
            {
              type: 'record',
              params: ({ context }) =>
                log.started(context.pod, round.currentStart(context), context.input.images.profile),
            },
            {
              type: 'callRuntime',
              params: ({ context }) => round.containerCall('CONTAINER.STARTED', context),
            },
            'noteStarted',
          ],
        },
      },
    },
    over: {
      description:
        'Nothing is left to do in this round. The pod waits until something changes, or until its next regular round.',
      entry: { type: 'record', params: ({ context }) => round.missingSecrets(context) },
      type: 'final',
    },
  },
});

/**
 * Works for one pod, one round at a time, and decides when the next one comes, until the pod ends.
 *
 * Mirrors `podWorkerLoop` and `completeWork` in pkg/kubelet/pod_workers.go (v1.36.3; the profile makes it an
 * older release). The work queue is a delayed event: a new due time replaces the old one, and the first tick
 * of the sync loop after it hands the pod out.
 */
export const podWorkerMachine = podWorkerSetup.createMachine({
  id: 'podWorker',
  description:
    'The worker of one pod on its node. Each pod has one, and workers go on side by side: what one pod waits for does not hold up another, except for slots, tokens and the registry.',
  context: ({ input }) => worker.newWorker(input),
  initial: 'starting',
  entry: 'watchPod',
  on: {
    'SYNC.DUE': { actions: { type: 'notePending', params: { trigger: 'due' } } },
    'POD.CHANGED': { actions: { type: 'notePending', params: { trigger: 'lifecycle' } } },
    'POD.UPDATED': {
      actions: [
        { type: 'noteUpdate', params: ({ event }) => event.spec },
        { type: 'notePending', params: { trigger: 'updated' } },
      ],
    },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    starting: {
      description:
        'The kubelet has just got the pod from the API server. A pod that is already deleted, as after a restart, is only ended.',
      always: [{ guard: 'isDeleted', target: 'terminating' }, { target: 'awaitingStatus' }],
    },
    idle: {
      description:
        'Between rounds: the pod waits in the work queue for its next tick. After a failed pull that is 10 to 15 s, whatever the back-off says; a round within the back-off window only writes the event "Back-off pulling image".',
      tags: 'resting',
      on: {
        'SYNC.DUE': { target: 'awaitingStatus', actions: { type: 'takeUpdate', params: { trigger: 'due' } } },
        'POD.CHANGED': {
          target: 'awaitingStatus',
          actions: { type: 'takeUpdate', params: { trigger: 'lifecycle' } },
        },
        'POD.UPDATED': [
          {
            guard: { type: 'isDeletion', params: ({ event }) => event.spec },
            target: 'terminating',
            actions: [
              { type: 'noteUpdate', params: ({ event }) => event.spec },
              { type: 'takeUpdate', params: { trigger: 'deleted' } },
            ],
          },
          {
            target: 'awaitingStatus',
            actions: [
              { type: 'noteUpdate', params: ({ event }) => event.spec },
              { type: 'takeUpdate', params: { trigger: 'updated' } },
            ],
          },
        ],
      },
    },
    awaitingStatus: {
      description:
        'GetNewerThan: no round begins before PLEG has relisted after the end of the last one. That takes up to a second, and much longer on a node whose runtime answers slowly.',
      tags: 'resting',
      entry: 'askStatus',
      on: {
        'STATUS.ANSWERED': [
          {
            guard: { type: 'isOver', params: ({ event }) => event.status },
            target: 'terminating',
            actions: [
              { type: 'record', params: ({ context, event }) => worker.lastSync(context, event.status) },
              { type: 'begin', params: ({ event }) => event.status },
              'noteLastEnd',
            ],
          },
          {
            target: 'syncing',
            actions: [
              { type: 'record', params: ({ context, event }) => worker.syncStarted(context, event.status) },
              { type: 'begin', params: ({ event }) => event.status },
            ],
          },
        ],
        'STATUS.FAILED': {
          target: 'postponed',
          actions: [
            { type: 'record', params: ({ context, event }) => log.statusUnknown(context.pod, event.error) },
            { type: 'noteError', params: ({ event }) => event.error },
          ],
        },
      },
    },
    syncing: podSync,
    finishing: {
      description:
        'completeWork: the round is over, and the time until the next one is drawn at random. That is why two equal pods retry at different times.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          target: 'queued',
          actions: [
            { type: 'noteDue', params: ({ event }) => event.values },
            {
              type: 'record',
              params: ({ context }) =>
                log.syncFinished(context.pod, context.round.outcome, context.dueMicros),
            },
          ],
        },
      },
    },
    postponed: {
      description:
        'completeWork without a round: the pod’s status could not be read. The runtime does not answer; the pod is tried again like one that failed.',
      entry: 'draw',
      on: {
        'DRAW.ANSWERED': {
          target: 'queued',
          actions: { type: 'noteDue', params: ({ event }) => event.values },
        },
      },
    },
    queued: {
      description:
        'The pod is in the work queue; updates that came in the meantime are handled at once. An edited image, for example, does not wait for the regular round.',
      entry: ['leaveWorkQueue', 'queueWork'],
      always: [
        {
          guard: 'isDeleted',
          target: 'terminating',
          actions: { type: 'takeUpdate', params: { trigger: 'deleted' } },
        },
        { guard: 'hasPending', target: 'awaitingStatus', actions: 'takePending' },
        { target: 'idle' },
      ],
    },
    terminating: {
      description:
        'The pod is over, or deleted: it is not synced again. Its containers stop, then its place is free.',
      tags: 'over',
      entry: ['leaveWorkQueue', 'openTermination', 'askTermination'],
      on: {
        'POD.STOPPED': [
          { guard: 'isDeleted', actions: { type: 'notifyKubelet', params: { type: 'POD.STOPPED' } } },
          { actions: { type: 'notifyKubelet', params: { type: 'POD.TERMINATED' } } },
        ],
        'TERMINATION.FINISHED': [
          {
            guard: 'isDeleted',
            target: 'terminated',
            actions: [
              { type: 'callRuntime', params: ({ context }) => ({ type: 'POD.REMOVED', pod: context.pod }) },
              { type: 'notifyKubelet', params: { type: 'POD.CLEARED' } },
            ],
          },
          { target: 'terminated' },
        ],
        'POD.UPDATED': { actions: { type: 'noteUpdate', params: ({ event }) => event.spec } },
        'SYNC.DUE': { description: 'The pod is not synced any more.' },
        'POD.CHANGED': { description: 'The pod is not synced any more.' },
      },
    },
    terminated: {
      description:
        'Nothing is left to do; housekeeping removes the worker. A pod of the same name gets a worker of its own.',
      tags: 'over',
      after: { housekeeping: { actions: { type: 'notifyKubelet', params: { type: 'WORKER.FINISHED' } } } },
      on: {
        'POD.UPDATED': { description: 'The pod is not synced any more.' },
        'SYNC.DUE': { description: 'The pod is not synced any more.' },
        'POD.CHANGED': { description: 'The pod is not synced any more.' },
      },
    },
  },
});
