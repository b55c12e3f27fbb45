import { assign, cancel, sendTo, setup } from 'xstate';
import { isOver } from '../../src/rules/kubelet/pods/pod-phase.ts';
import type { PodRuntimeStatus } from '../../src/rules/kubelet/pods/pod-runtime-status.ts';
import { requeueMicros, tickAfter } from '../../src/rules/kubelet/pods/requeue.ts';
import { planSync } from '../../src/rules/kubelet/pods/sync-plan.ts';
import * as progress from '../../src/rules/kubelet/pods/sync-progress.ts';
import type { PullFailure } from '../../src/rules/kubelet/profile.ts';
import { sandboxDeadlineMicros } from '../../src/rules/runtime/images/sandbox-image.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { Observation, ObservationOf } from '../../src/trace/observation.ts';
import { actorType, reportUnhandled } from '../chart-parts.ts';
import type { PlegEvent } from '../kubelet/pleg-protocol.ts';
import type { SyncLoopEvent } from '../kubelet/sync-loop-protocol.ts';
import type { ImagePull, PullRequested } from '../pull/image-manager.ts';
import { imagePullMachine } from '../pull/image-pull.ts';
import type { ContainerRuntimeCall, SandboxNameRequested } from '../runtime/container-runtime-protocol.ts';
import type { DrawAnswered, DrawRequested } from '../world/random-source.ts';
import type { RecorderEvent } from '../world/recorder.ts';
import { type KillRequested, killInput, podKillMachine } from './pod-kill.ts';
import * as round from './pod-round.ts';
import { podTerminationMachine } from './pod-termination.ts';
import type { TerminationRequested } from './pod-termination-protocol.ts';
import * as worker from './pod-worker-protocol.ts';

const housekeepingMicros = 2_000_000;

/**
 * The actions, guards and delays of the pod worker's chart. The states are in pod-worker.ts, those of a round
 * in pod-sync.ts.
 */
export const podWorkerSetup = setup({
  types: {
    input: {} as worker.PodWorkerInput,
    context: {} as worker.PodWorkerContext,
    events: {} as worker.PodWorkerEvent,
  },
  actors: {
    imagePull: actorType(imagePullMachine),
    podKill: actorType(podKillMachine),
    podTermination: actorType(podTerminationMachine),
  },
  guards: {
    isDeletion: (_, params: worker.PodUpdated) => params.spec.deletionGraceMicros !== undefined,
    isOver: ({ context }, { status }: { status: PodRuntimeStatus }) =>
      isOver(worker.statusToPublish(context, status).phase),
    wantsRelist: ({ context }) =>
      context.input.images.profile.retry.relistsOnDemand && progress.hasOnlySuccesses(context.sync),
    hasPending: ({ context }) => context.pending !== undefined,
    isDeleted: ({ context }) => context.latest.deletionGraceMicros !== undefined,
    resetsPod: ({ context }) => context.sync.kill !== undefined && context.sync.resets,
    hasToKill: ({ context }) => context.sync.kill !== undefined,
    stopsPod: ({ context }) => context.sync.kill?.stopsSandbox === true,
    needsSandbox: ({ context }) => context.sync.createsSandbox,
    /** The name of a first sandbox is taken if an earlier kubelet has created one that this kubelet does not know. */
    nameMayBeTaken: ({ context }) =>
      context.sync.createsSandbox && context.input.followsEarlierKubelet && context.status.sandbox === 'none',
    hasVolumesLeft: ({ context }) => context.sync.nextVolume < context.spec.imageVolumes.length,
    hasNothingToStart: ({ context }) => context.sync.starts.length === 0,
    crashLoops: ({ context }) => round.crashLoopVerdict(context).backsOff,
    mountsImages: ({ context }) => round.mountedImageRefs(context).length > 0,
    lacksVolume: ({ context }) => progress.volumeFailure(context.sync) !== undefined,
  },
  delays: {
    // HandlePodCleanups takes workers of terminated pods away; events on their way still find them.
    housekeeping: () => housekeepingMicros,
    tickAfterDue: ({ context }) =>
      tickAfter(context.dueMicros, context.input.tickOriginMicros) - context.input.images.clock.nowMicros(),
    preparation: ({ context }) =>
      context.input.timings.podSyncMicros +
      (context.sync.createsSandbox && context.spec.hasVolumes ? context.input.timings.volumeMountMicros : 0),
    sandboxImageDeadline: () => sandboxDeadlineMicros,
    sandboxCreation: ({ context }) => context.input.timings.sandboxMicros,
    containerCreation: ({ context }) => context.input.timings.createContainerMicros,
    containerStart: ({ context }) => context.input.timings.startContainerMicros,
  },
  actions: {
    reportUnhandled,
    noteUpdate: assign((_, { spec }: worker.PodUpdated) => ({ latest: spec })),
    notePending: assign({ pending: (_, params: { trigger: worker.Trigger }) => params.trigger }),
    takeUpdate: assign(({ context }, params: { trigger: worker.Trigger }) => ({
      trigger: params.trigger,
      spec: context.latest,
    })),
    takePending: assign(({ context }) => ({
      trigger: context.pending ?? context.trigger,
      pending: undefined,
      spec: context.latest,
    })),
    begin: assign(({ context }, { status }: { status: PodRuntimeStatus }) => ({
      status,
      published: worker.statusToPublish(context, status),
    })),
    /**
     * Together with the two actions below, the only place where this machine spawns: the pulls, which serve
     * the pod until its end.
     */
    openRound: assign(({ context, spawn }) => {
      const { spec, status, reasons, published, pulls } = context;
      const { profile } = context.input.images;
      const missing = round.missingPulls(context);
      const opened = missing.map(
        ({ key, pull }) => [key, spawn('imagePull', { id: `pulls/${key}`, input: pull })] as const,
      );
      return {
        sync: progress.openSync(
          planSync(spec, status, profile, published?.restartsAllContainers === true),
          spec,
          status,
          reasons,
          profile,
        ),
        pulls: missing.length === 0 ? pulls : new Map<string, ImagePull>([...pulls, ...opened]),
      };
    }),
    /**
     * The actor that stops containers also serves the pod until its end, from the first round that stops any.
     */
    openKill: assign({
      kill: ({ context, spawn, self }) =>
        context.kill ??
        spawn('podKill', { id: 'kill', input: killInput({ ...context.input, pod: context.pod }, self) }),
    }),
    /** Few pods come to their end in a run, so this actor is made only then. */
    openTermination: assign({
      termination: ({ context, spawn, self }) =>
        spawn('podTermination', { id: 'termination', input: worker.terminationInput(context, self) }),
    }),
    noteEnd: assign(({ context: { input, sync, pending } }) => ({
      lastSyncMicros: input.images.clock.nowMicros(),
      reasons: sync.reasons,
      outcome: progress.syncOutcome(sync),
      // Once all containers are removed, SyncPod itself requests the next round (UpdatePod).
      pending: pending ?? (sync.resets && sync.failures.length === 0 ? ('reset' as const) : undefined),
    })),
    noteLastEnd: assign(({ context }) => ({
      lastSyncMicros: context.input.images.clock.nowMicros(),
      trigger: 'ended' as const,
    })),
    noteError: assign((_, { error }: { error: string }) => ({ outcome: { error } })),
    noteDue: assign({
      dueMicros: ({ context }, { values }: DrawAnswered) => {
        const now = context.input.images.clock.nowMicros();
        return (
          now +
          requeueMicros(
            context.input.images.profile.retry,
            context.outcome,
            context.input,
            now,
            values[0] ?? 0,
          )
        );
      },
    }),
    noteKilled: assign({ sync: ({ context }) => progress.withKilled(context.sync) }),
    noteSandboxPull: assign((_, { pull }: { pull: string | undefined }) => ({ sandboxPull: pull })),
    noteSandbox: assign({ sync: ({ context }) => progress.withSandbox(context.sync) }),
    noteNoSandbox: assign({
      sync: ({ context }, { error }: { error: string }) =>
        progress.withoutSandbox(context.sync, context.spec, error),
    }),
    noteVolume: assign({
      sync: ({ context }, params: progress.ImageEnsured) =>
        progress.withVolume(context.sync, context.spec, params),
    }),
    noteImage: assign({
      sync: ({ context }, { imageRef }: { imageRef: string }) => withChanges(context.sync, { imageRef }),
    }),
    noteRestart: assign(({ context }) => {
      const verdict = round.crashLoopVerdict(context);
      return verdict.backsOff ? {} : { crashLoops: verdict.table };
    }),
    noteStarted: assign({ sync: ({ context }) => progress.withStarted(context.sync) }),
    noteFailed: assign({
      sync: ({ context }, params: { failure: PullFailure; untilMicros?: number }) =>
        progress.withFailed(context.sync, params.failure, params.untilMicros),
    }),
    askStatus: sendTo(
      ({ context }) => context.input.pleg,
      ({ context: { pod, lastSyncMicros }, self }): PlegEvent => {
        return { type: 'STATUS.REQUESTED', uid: pod.uid, minMicros: lastSyncMicros, requester: self };
      },
    ),
    askRelist: sendTo(
      ({ context }) => context.input.pleg,
      ({ context }): PlegEvent => ({ type: 'RELIST.REQUESTED', uid: context.pod.uid }),
    ),
    askSandboxName: sendTo(
      ({ context }) => context.input.runtime,
      ({ context, self }): SandboxNameRequested => ({
        type: 'SANDBOX_NAME.REQUESTED',
        pod: context.pod,
        requester: self,
      }),
    ),
    askSandboxImage: sendTo(
      ({ context }) => context.input.sandboxImages,
      ({ context, self }) =>
        ({
          type: 'SANDBOX_IMAGE.REQUESTED',
          pod: context.pod,
          caller: round.sandboxCaller(context),
          requester: self,
        }) as const,
    ),
    askVolumeImages: sendTo(
      ({ context }) => context.input.sandboxImages,
      ({ context, self }) =>
        ({
          type: 'VOLUME_IMAGES.REQUESTED',
          imageRefs: round.mountedImageRefs(context),
          requester: self,
        }) as const,
    ),
    giveUpSandboxImage: sendTo(
      ({ context }) => context.input.sandboxImages,
      ({ context }) => ({ type: 'IMAGE_PULL.CANCELLED', caller: round.sandboxCaller(context) }) as const,
    ),
    askPull: sendTo(
      ({ context }, { key }: round.PullArguments) => round.requirePull(context, key),
      ({ context: { spec }, self }, { image, policy }: round.PullArguments): PullRequested => ({
        type: 'PULL.REQUESTED',
        image,
        policy,
        ...(spec.credentials === undefined ? {} : { credentials: spec.credentials }),
        requester: self,
      }),
    ),
    askKill: sendTo(
      ({ context }) => round.requireKiller(context),
      ({ context }): KillRequested => ({ type: 'KILL.REQUESTED', ...round.requireKill(context) }),
    ),
    callRuntime: sendTo(
      ({ context }) => context.input.runtime,
      (_, params: ContainerRuntimeCall) => params,
    ),
    askTermination: sendTo(
      ({ context }) => worker.requireTermination(context),
      ({ context }): TerminationRequested => ({
        ...worker.terminationRequest(context),
        type: 'TERMINATION.REQUESTED',
      }),
    ),
    draw: sendTo(
      ({ context }) => context.input.random,
      ({ context, self }): DrawRequested => ({
        type: 'DRAW.REQUESTED',
        stream: context.input.name,
        count: 1,
        requester: self,
      }),
    ),
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
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    recordSandbox: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, params: Pick<ObservationOf<'sandbox'>, 'state' | 'image' | 'error'>) =>
        round.sandboxRecord(context, params),
    ),
    notifyKubelet: sendTo(
      ({ context }) => context.input.kubelet,
      ({ context }, { type }: { type: worker.WorkerReport['type'] }) =>
        ({ type, uid: context.pod.uid }) as const,
    ),
  },
});
