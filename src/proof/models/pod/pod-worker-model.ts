import { podWorkerMachine } from '../../../../machines/pod/pod-worker.ts';
import type { PodWorkerContext } from '../../../../machines/pod/pod-worker-protocol.ts';
import { emptyPodStatus } from '../../../rules/kubelet/pleg/pod-status.ts';
import { selectStatusRules } from '../../../rules/kubelet/pods/api-status.ts';
import type { PodSpec } from '../../../rules/kubelet/pods/pod.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../../../rules/kubelet/pods/pod-runtime-status.ts';
import { v1_14, v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { sandboxDeadlineMicros } from '../../../rules/runtime/images/sandbox-image.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImageManager, modelTimings } from '../model-node.ts';
import { modelContainer, modelPod, modelStatus } from '../model-pods.ts';

const { named, model } = modelOf(podWorkerMachine);

/** The pod that is changed and deleted at any time. Its rounds are as simple as possible. */
const job = modelPod('job', { restartPolicy: 'OnFailure' });
const deleted = { ...job, deletionGraceMicros: 30_000_000 };
/**
 * A pod with an image volume and two containers, of which the first mounts the volume and may restart the
 * whole pod.
 */
const restart = {
  policy: 'Always',
  rules: [{ action: 'RestartAllContainers', operator: 'In', exitCodes: [42] }],
} as const;
const always = modelPod('web', {
  hasVolumes: true,
  imageVolumes: [{ name: 'data', image: 'data:1', policy: 'IfNotPresent' }],
  containers: [modelContainer('app', { mounts: ['data'], restart }), modelContainer('side')],
});
const changed = {
  ...always,
  containers: [modelContainer('app', { mounts: ['data'], image: 'app:2' }), modelContainer('side')],
};
const debugged = { ...always, ephemeralContainers: [modelContainer('debugger')] };
/** A pod with a sidecar that is stopped once everything else is over. */
const never = modelPod('once', {
  restartPolicy: 'Never',
  initContainers: [modelContainer('proxy', { sidecar: true }), modelContainer('setup')],
});

function answered(name: string, status: PodRuntimeStatus): ModelEvent {
  const podStatus = { ...emptyPodStatus('job'), forSync: status };
  return named(`STATUS.ANSWERED (${name})`, { status, podStatus }, 1_000_000);
}

/**
 * Returns what PLEG may have seen when a round begins. A crash loop depends on when the container exited,
 * counted from its last start.
 */
function statuses({ updates: { latest }, input, crashLoops }: PodWorkerContext): readonly ModelEvent[] {
  if (input.spec.name === job.name) {
    return [
      answered('sandbox only', modelStatus({})),
      answered('runs', modelStatus({ app: '+' })),
      answered('is over', modelStatus({ app: 0 })),
      named('STATUS.FAILED', { error: 'boom', podStatus: null }, 1_000_000),
    ];
  }
  if (latest === changed || latest === debugged)
    return [answered('all runs', modelStatus({ app: '+', side: '+' }))];
  const shared = [
    answered('no sandbox', unknownPodStatus),
    answered('sandbox of an earlier boot', { ...modelStatus({}), sandbox: 'notReady' }),
  ];
  if (input.spec.name === never.name) {
    return [
      ...shared,
      answered('sidecar runs', modelStatus({ proxy: '+' })),
      answered('init container is done', modelStatus({ proxy: '+', setup: 0 })),
      answered('all runs', modelStatus({ proxy: '+', setup: 0, app: '+' })),
      answered('all but the sidecar is over', modelStatus({ proxy: '+', setup: 0, app: 0 })),
    ];
  }
  const lastStart = crashLoops.get('app app:1')?.lastUpdateMicros ?? 0;
  return [
    ...shared,
    answered('sandbox only', modelStatus({})),
    answered('first container exited just now', modelStatus({ app: 1, side: '+' }, lastStart)),
    answered('first container exited long ago', modelStatus({ app: 1, side: '+' }, lastStart - 601_000_000)),
    answered('all runs', modelStatus({ app: '+', side: '+' })),
    answered('all is to begin anew', modelStatus({ app: 42, side: '+' })),
  ];
}

const happened = named('POD.CHANGED');
const otherImage = { ...job, containers: [modelContainer('app', { image: 'app:2' })] };

/** Returns the updates that the API server may send. */
function updates({ updates: { latest }, input }: PodWorkerContext): readonly ModelEvent[] {
  const updated = (name: string, spec: PodSpec) => named(`POD.UPDATED (${name})`, { spec });
  if (input.spec.name === never.name || latest.deletionGraceMicros !== undefined) return [];
  if (input.spec.name === job.name) return [updated('its image', otherImage), updated('deleted', deleted)];
  return latest === always ? [updated('its image', changed), updated('somebody debugs it', debugged)] : [];
}

/**
 * Returns the events that may come at any time. Only the job gets them, because they have the same effect in
 * all rounds.
 */
function arrivals(context: PodWorkerContext, memory: string): readonly ModelEvent[] {
  const {
    updates: { pending },
    input,
    dueMicros,
    lastSyncMicros,
  } = context;
  if (input.spec.name !== job.name) return [];
  // A pod that was due before a round began is taken out of the queue only when the round ends.
  const isQueued = memory === queued && pending !== 'due';
  const due = isQueued
    ? [named('SYNC.DUE', {}, Math.max(0, dueMicros - Math.max(0, lastSyncMicros)) + 1_000_000)]
    : [];
  return [happened, ...updates(context), ...due];
}

const { podSyncMicros, sandboxMicros, createContainerMicros, startContainerMicros } = modelTimings;
const pulled: readonly ModelEvent[] = [
  named('PULL.SUCCEEDED', { imageRef: 'sha256:app' }, 1_000_000),
  named('PULL.FAILED', { failure: { reason: 'ErrImagePull', message: 'boom' } }, 1_000_000),
];
// The random source answers at once.
const drawn: readonly ModelEvent[] = [named('DRAW.ANSWERED', { values: [0.5] })];

/** The events in a round and at its end. */
const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  'syncing.preparing': [delayElapsed('preparation', 'podWorker.syncing.preparing', podSyncMicros)],
  'syncing.killing': [named('KILL.FINISHED', {}, 500_000)],
  'syncing.creatingSandbox.reservingName': [
    named('SANDBOX_NAME.FREE'),
    named('SANDBOX_NAME.TAKEN', { error: 'boom' }),
  ],
  'syncing.creatingSandbox.lookingForImage': [
    named('SANDBOX_IMAGE.PRESENT'),
    named('SANDBOX_IMAGE.MISSING', { image: 'pause:1', pull: 'node-1/images/sandboxes/default/web' }),
  ],
  'syncing.creatingSandbox.pullingImage': [
    named('IMAGE_PULL.SUCCEEDED', { imageRef: 'sha256:pause' }, 1_000_000),
    named('IMAGE_PULL.FAILED', { error: 'boom' }, 1_000_000),
    delayElapsed(
      'sandboxImageDeadline',
      'podWorker.syncing.creatingSandbox.pullingImage',
      sandboxDeadlineMicros,
    ),
  ],
  'syncing.creatingSandbox.settingUp': [
    delayElapsed('sandboxCreation', 'podWorker.syncing.creatingSandbox.settingUp', sandboxMicros),
  ],
  'syncing.pullingVolume': pulled,
  'syncing.pullingImage': pulled,
  'syncing.creatingContainer.mountingImages': [
    named('VOLUME_IMAGES.PRESENT'),
    named('VOLUME_IMAGES.MISSING', { error: 'failed to mount image volume: ImageVolumeMountFailed' }),
  ],
  'syncing.creatingContainer.creating': [
    delayElapsed('containerCreation', 'podWorker.syncing.creatingContainer.creating', createContainerMicros),
  ],
  'syncing.startingContainer': [
    delayElapsed('containerStart', 'podWorker.syncing.startingContainer', startContainerMicros),
  ],
  finishing: drawn,
  postponed: drawn,
};

/**
 * The worker of one pod. The work queue's delayed event is an event of the model, at the tick at which it
 * would come. The job shows when rounds come and how the pod ends; the other two pods show what may happen in
 * a round.
 */
export const podWorkerModel = model({
  input: (world) => ({
    name: 'node-1/kubelet/default/job',
    recorder: world.recorder,
    spec: job,
    images: modelImageManager(world, v1_36),
    ...world.stubs('runtime', 'sandboxImages', 'pleg', 'syncLoop', 'random', 'kubelet'),
    followsEarlierKubelet: false,
    timings: modelTimings,
    crashLoopRules: { initialMicros: 10_000_000, maxMicros: 300_000_000 },
    statusRules: selectStatusRules(v1_36, {}),
    syncFrequencyMicros: 60_000_000,
    tickOriginMicros: 0,
  }),
  starts: {
    'v1.36': {},
    'v1.14': (world) => ({ images: modelImageManager(world, v1_14) }),
    'deleted before its kubelet started': { spec: deleted },
    'rounds of a pod that runs for ever': { name: 'node-1/kubelet/default/web', spec: always },
    'rounds of a pod that ends': {
      name: 'node-1/kubelet/default/once',
      spec: never,
      followsEarlierKubelet: true,
    },
  },
  events: ({ context, state, memory }) => {
    if (state === 'awaitingStatus') return [...statuses(context), ...arrivals(context, memory)];
    if (state === 'syncing.preparing') return [...(answers[state] ?? []), ...arrivals(context, memory)];
    const known = answers[state];
    if (known !== undefined) return known;
    if (context.input.spec.name !== job.name) return [happened, ...updates(context)];
    switch (state) {
      case 'terminating':
        return [
          ...(memory === stopped
            ? [named('TERMINATION.FINISHED', {}, 300_000)]
            : [named('POD.STOPPED', {}, 1_000_000)]),
          ...arrivals(context, memory),
        ];
      case 'terminated':
        // The sync loop may have held back a due pod for long.
        return [
          delayElapsed('housekeeping', 'podWorker.terminated', 2_000_000),
          happened,
          ...updates(context),
          named('SYNC.DUE'),
        ];
      default:
        return arrivals(context, memory);
    }
  },
  remember: ({ event }, { memory }) => {
    if (event.type === 'DRAW.ANSWERED') return queued;
    if (event.type === 'POD.STOPPED') return stopped;
    return event.type === 'SYNC.DUE' || event.type === 'STATUS.FAILED' ? '' : memory;
  },
  project: ({ context, state }) => {
    const {
      round: { trigger, outcome, spec },
      updates: { pending, latest },
      input,
      published,
      lastSyncMicros,
    } = context;
    const round = state.startsWith('syncing') ? roundOf(context) : null;
    const images = [latest, spec].map(({ containers, ephemeralContainers }) => [
      containers[0]?.image,
      ephemeralContainers.length,
    ]);
    if (input.spec.name !== job.name) {
      return {
        round,
        images,
        pending,
        isReset: published?.restartsAllContainers,
        crashLoops: [...context.crashLoops.keys()],
      };
    }
    const isDeleted = latest.deletionGraceMicros !== undefined;
    // In a round its trigger and the last outcome no longer matter; at its end the trigger still does.
    if (round !== null) return { round, images, pending, isDeleted };
    const hasSynced = lastSyncMicros >= 0;
    const past = {
      images,
      pending,
      isDeleted,
      hasSynced,
      failed: outcome.error !== undefined,
      phase: published?.phase,
    };
    return state === 'finishing' ? past : { ...past, trigger };
  },
});

function roundOf({ round: { sync, status } }: PodWorkerContext) {
  const { createsSandbox, kill, nextVolume, volumeFailures, volumeRefs, starts, failures } = sync;
  return {
    createsSandbox: createsSandbox && status.sandbox,
    kill: kill?.stops.map(({ container }) => container),
    nextVolume,
    volumeFailures: [...volumeFailures.keys()],
    volumeRefs: [...volumeRefs.keys()],
    starts: starts.map(({ spec }) => spec.name),
    failed: failures.map(({ target }) => target),
    // A crash loop starts again if its container exited long before it was noted, or never ran here.
    exits: status.containers.map(({ name, state, finishedAtMicros }) => [name, state, finishedAtMicros < 0]),
  };
}

/** What the memory keeps: the pod is in the work queue, or its containers have stopped. */
const queued = 'queued';
const stopped = 'stopped';
