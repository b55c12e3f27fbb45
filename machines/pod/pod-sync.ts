import { missingPullSecrets } from '../../src/rules/kubelet/credentials/pull-credential.ts';
import * as log from '../../src/rules/kubelet/pods/sync-log.ts';
import { sandboxDeadlineError } from '../../src/rules/runtime/images/sandbox-image.ts';
import { ofEvent } from '../chart-parts.ts';
import * as round from './pod-round.ts';
import { podWorkerSetup } from './pod-worker-setup.ts';

/**
 * The states of one round of a pod: sandbox, image volumes, init containers, containers, each pull in turn.
 *
 * Mirrors `SyncPod` with `computePodActions`, `getImageVolumes` and `startContainer` in
 * pkg/kubelet/kuberuntime (v1.36.3, v1.37.2), the waits of pkg/kubelet/kubelet.go's `SyncPod` before it, and
 * `RunPodSandbox` of containerd's CRI plugin (1.6.20, 2.4.2) as the kubelet calls it. Each sandbox pulls its
 * image for itself; what another pull fetches already is waited for. Since 2.0 containerd sets up the network
 * before it looks for the image; here the image always comes first.
 */
export const podSync = podWorkerSetup.createStateConfig({
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
        'SyncPod before its first call: cgroups, directories, and, in the first round, the volumes.',
      after: {
        preparation: {
          target: 'choosing',
          actions: {
            type: 'record',
            params: ({ context }) =>
              missingPullSecrets(context.spec, context.input.images.profile, 'eachSync'),
          },
        },
      },
    },
    choosing: {
      description: 'The next step of the round is chosen.',
      always: [
        {
          guard: 'stopsPod',
          target: 'killing',
          actions: {
            type: 'record',
            params: ({ context }) => log.killing(context.spec, round.stopped(context)),
          },
        },
        {
          guard: 'resetsPod',
          target: 'killing',
          actions: {
            type: 'record',
            params: ({ context }) => log.killingAll(context.spec, round.stillThere(context)),
          },
        },
        {
          guard: 'hasToKill',
          target: 'killing',
          actions: {
            type: 'record',
            params: ({ context }) => log.killingChanged(context.spec, round.stopped(context)),
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
        'Containers are stopped before anything else: all that runs, those whose specs have changed, or all of them if the pod starts again.',
      entry: ['openKill', 'askKill'],
      on: { 'KILL.FINISHED': { target: 'choosing', actions: 'noteKilled' } },
    },
    creatingSandbox: {
      description: 'RunPodSandbox: the runtime makes the sandbox; without one the round ends.',
      initial: 'lookingForImage',
      entry: [
        {
          type: 'record',
          params: ({ context }) => log.sandboxReplaced(context.pod, context.sync.replacesSandbox),
        },
        { type: 'noteSandboxPull', params: { pull: undefined } },
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
                { type: 'recordSandbox', params: ({ event }) => ({ state: 'failed', error: event.error }) },
                {
                  type: 'record',
                  params: ({ context, event }) => log.sandboxFailed(context.pod, event.error),
                },
                { type: 'noteNoSandbox', params: ofEvent },
              ],
            },
          },
        },
        lookingForImage: {
          description: 'The runtime checks whether its own image (pause) is present; no time passes.',
          entry: 'askSandboxImage',
          on: {
            'SANDBOX_IMAGE.PRESENT': 'settingUp',
            'SANDBOX_IMAGE.MISSING': {
              target: 'pullingImage',
              actions: [
                {
                  type: 'recordSandbox',
                  params: ({ event }) => ({ state: 'pullingImage', image: event.image }),
                },
                { type: 'noteSandboxPull', params: ofEvent },
              ],
            },
          },
        },
        pullingImage: {
          description:
            'The runtime pulls the sandbox image without the kubelet’s image manager: no slot, no back-off, no event.',
          tags: 'pulling',
          on: {
            'IMAGE_PULL.SUCCEEDED': 'settingUp',
            'IMAGE_PULL.FAILED': {
              target: '#podWorker.syncing.choosing',
              actions: [
                { type: 'recordSandbox', params: ({ event }) => ({ state: 'failed', error: event.error }) },
                {
                  type: 'record',
                  params: ({ context, event }) => log.sandboxFailed(context.pod, event.error),
                },
                { type: 'noteNoSandbox', params: ofEvent },
              ],
            },
          },
          after: {
            sandboxImageDeadline: {
              target: '#podWorker.syncing.choosing',
              actions: [
                'giveUpSandboxImage',
                { type: 'recordSandbox', params: { state: 'failed', error: sandboxDeadlineError } },
                {
                  type: 'record',
                  params: ({ context }) => log.sandboxFailed(context.pod, sandboxDeadlineError),
                },
                { type: 'noteNoSandbox', params: { error: sandboxDeadlineError } },
              ],
            },
          },
        },
        settingUp: {
          description: 'The runtime sets up the pod’s network and starts its pause container.',
          entry: { type: 'recordSandbox', params: { state: 'creating' } },
          after: {
            sandboxCreation: {
              target: '#podWorker.syncing.choosing',
              actions: [
                { type: 'recordSandbox', params: { state: 'ready' } },
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
        'The image of the next container is ensured; the round continues when it is present or has failed.',
      entry: { type: 'askPull', params: ({ context }) => round.containerPull(context) },
      on: {
        'PULL.SUCCEEDED': [
          {
            guard: 'mountsImages',
            target: 'creatingContainer.mountingImages',
            actions: [{ type: 'noteImage', params: ofEvent }, 'askVolumeImages'],
          },
          { target: 'creatingContainer', actions: { type: 'noteImage', params: ofEvent } },
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
      description: 'CreateContainer.',
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
          description: 'The runtime creates the container.',
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
      description: 'The runtime starts the container.',
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
      description: 'Nothing is left to do in this round.',
      entry: { type: 'record', params: ({ context }) => round.missingSecrets(context) },
      type: 'final',
    },
  },
});
