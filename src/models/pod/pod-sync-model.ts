import type { KillFinished } from '../../../machines/pod/pod-kill.ts';
import { podSyncMachine } from '../../../machines/pod/pod-sync.ts';
import type { PodSyncContext, PodSyncInput, SyncFinished, SyncRequested } from '../../../machines/pod/pod-sync-protocol.ts';
import type { SandboxReturned } from '../../../machines/pod/sandbox-creation.ts';
import type { PullAnswer } from '../../../machines/pull/image-manager.ts';
import type { PodSpec } from '../../kubelet/pods/pod.ts';
import { type PodRuntimeStatus, unknownPodStatus } from '../../kubelet/pods/pod-runtime-status.ts';
import { v1_36 } from '../../kubelet/profiles/v1-36.ts';
import { delayElapsed } from '../delay-elapsed.ts';
import { inertActor } from '../inert-actor.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelImageManager, modelTimings } from '../model-node.ts';
import { modelContainer, modelPod, modelStatus } from '../model-pods.ts';

const named = modelEvent<PullAnswer | SyncRequested | KillFinished | SandboxReturned>;

/** With an image volume, and two containers of which the first mounts it. */
const always = modelPod('web', {
  hasVolumes: true,
  imageVolumes: [{ name: 'data', image: 'data:1', policy: 'IfNotPresent' }],
  containers: [modelContainer('app', { mounts: ['data'] }), modelContainer('side')],
});
const changed = { ...always, containers: [modelContainer('app', { mounts: ['data'], image: 'app:2' }), modelContainer('side')] };
const debugged = { ...always, ephemeralContainers: [modelContainer('debugger')] };
/** With an init container that may fail for good, and a sidecar that is stopped then. */
const never = modelPod('job', {
  restartPolicy: 'Never',
  initContainers: [modelContainer('proxy', { sidecar: true }), modelContainer('setup')],
});

function start(name: string, spec: PodSpec): ModelStart {
  return {
    name,
    input: (world): PodSyncInput => ({
      name: `node-1/kubelet/default/${spec.name}`,
      spec,
      pod: { namespace: spec.namespace, name: spec.name, uid: spec.uid },
      images: modelImageManager(world, v1_36),
      runtime: world.neighbour('runtime'),
      sandboxImages: world.neighbour('sandboxImages'),
      timings: modelTimings,
      crashLoopRules: { initialMicros: 10_000_000, maxMicros: 300_000_000 },
      worker: world.neighbour<SyncFinished>('worker'),
    }),
  };
}

function requested(name: string, spec: PodSpec, status: PodRuntimeStatus, isReset = false): ModelEvent {
  return named(`SYNC.REQUESTED (${name})`, { type: 'SYNC.REQUESTED', spec, status, reasons: new Map(), isReset }, 1_000_000);
}

/** What PLEG may have seen when a round begins. A crash loop is told by when the container exited, counted from its last start. */
function rounds({ spec: current, crashLoops }: PodSyncContext): readonly ModelEvent[] {
  const spec = current.name === never.name ? never : always;
  const shared = [
    requested('no sandbox', spec, unknownPodStatus),
    requested('sandbox of an earlier boot', spec, { ...modelStatus({}), sandbox: 'notReady' }),
  ];
  if (spec === never) {
    return [
      ...shared,
      requested('sidecar runs', spec, modelStatus({ proxy: '+' })),
      requested('init container has failed', spec, modelStatus({ proxy: '+', setup: 1 })),
      requested('init container is done', spec, modelStatus({ proxy: '+', setup: 0 })),
      requested('all runs', spec, modelStatus({ proxy: '+', setup: 0, app: '+' })),
    ];
  }
  const lastStart = crashLoops.get('app app:1')?.lastUpdateMicros ?? 0;
  return [
    ...shared,
    requested('sandbox only', spec, modelStatus({})),
    requested('first container exited just now', spec, modelStatus({ app: 1, side: '+' }, lastStart)),
    requested('first container exited long ago', spec, modelStatus({ app: 1, side: '+' }, lastStart - 601_000_000)),
    requested('all runs', spec, modelStatus({ app: '+', side: '+' })),
    requested('all is to begin anew', spec, modelStatus({ app: 1, side: '+' }), true),
    requested('all runs, another image is wanted', changed, modelStatus({ app: '+', side: '+' })),
    requested('all runs, somebody debugs it', debugged, modelStatus({ app: '+', side: '+' })),
  ];
}

const answers: readonly ModelEvent[] = [
  named('PULL.SUCCEEDED', { type: 'PULL.SUCCEEDED', imageRef: 'sha256:app' }, 1_000_000),
  named('PULL.FAILED', { type: 'PULL.FAILED', failure: { reason: 'ErrImagePull', message: 'boom' } }, 1_000_000),
];

/** Rounds of two pods: one that runs for ever, and one that may end. */
export const podSyncModel: MachineModel = {
  id: 'podSync',
  machine: podSyncMachine.provide({
    actors: { imagePull: inertActor as never, podKill: inertActor as never, sandboxCreation: inertActor as never },
  }),
  starts: [start('runs for ever', always), start('ends', never)],
  events: (snapshot) => {
    const context: PodSyncContext = snapshot.context;
    const { podSyncMicros, createContainerMicros, startContainerMicros } = context.input.timings;
    switch (snapshot.value) {
      case 'resting':
        return rounds(context);
      case 'preparing':
        return [delayElapsed('preparation', 'podSync.preparing', podSyncMicros)];
      case 'creatingSandbox':
        return [
          named('SANDBOX.MADE', { type: 'SANDBOX.MADE' }, 1_000_000),
          named('SANDBOX.FAILED', { type: 'SANDBOX.FAILED', error: 'boom' }, 1_000_000),
        ];
      case 'killing':
        return [named('KILL.FINISHED', { type: 'KILL.FINISHED' }, 500_000)];
      case 'creatingContainer':
        return [delayElapsed('containerCreation', 'podSync.creatingContainer', createContainerMicros)];
      case 'startingContainer':
        return [delayElapsed('containerStart', 'podSync.startingContainer', startContainerMicros)];
      default:
        return answers;
    }
  },
  project: (snapshot) => {
    const { sync, crashLoops, status }: PodSyncContext = snapshot.context;
    // Between rounds only the crash loops are left: the next one begins with what it is told.
    if (snapshot.value === 'resting') return [...crashLoops.keys()];
    const { createsSandbox, kill, nextVolume, volumeFailures, starts, failures } = sync;
    return {
      createsSandbox,
      kill: kill?.stops.map(({ container }) => container),
      nextVolume,
      volumeFailures: [...volumeFailures.keys()],
      starts: starts.map(({ spec }) => spec.name),
      failed: failures.map(({ target }) => target),
      crashLoops: [...crashLoops.keys()],
      // A crash loop whose container exited long before it was noted, or never ran here, begins anew.
      exits: status.containers.map(({ name, state, finishedAtMicros }) => [name, state, finishedAtMicros < 0]),
    };
  },
};
