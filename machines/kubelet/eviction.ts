import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import {
  diskPressure,
  evictionThresholdMet,
  monitoringPeriodMicros,
} from '../../src/rules/kubelet/eviction/disk-pressure.ts';
import {
  type EvictionThreshold,
  evictionBelowBytes,
} from '../../src/rules/kubelet/eviction/eviction-thresholds.ts';
import type { Observation } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { ImageFsAnswer, ImageInventory } from '../runtime/cri.ts';
import type { Clock } from '../world/clock.ts';
import type { Disk, DiskLow, WatchedLevels } from '../world/disk.ts';
import type { Recorder, RecorderEvent } from '../world/recorder.ts';
import type { ImageGc, ImageGcAnswer } from './image-gc-protocol.ts';

/** The conditions under which the kubelet admits no pods, as the eviction manager sees them. */
export type NodeConditionsChanged = {
  readonly type: 'NODE_CONDITIONS.CHANGED';
  readonly conditions: readonly string[];
};

export interface EvictionInput {
  readonly name: string;
  /** The node's name, as its events have it. */
  readonly node: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly inventory: ImageInventory;
  readonly imageGc: ImageGc;
  readonly kubelet: ActorRef<Snapshot<unknown>, NodeConditionsChanged>;
  readonly thresholds: readonly EvictionThreshold[];
  readonly levels: WatchedLevels;
  readonly pressureTransitionMicros: number;
  /** A moment at which the monitor looks, which it does every 10 s. */
  readonly originMicros: number;
}

export interface EvictionContext {
  readonly input: EvictionInput;
  readonly lastObservedMicros: number;
}

type ImageFsAnswered = Extract<ImageFsAnswer, { type: 'IMAGE_FS.ANSWERED' }>;

function isStarved(
  { input: { thresholds } }: EvictionContext,
  { capacityBytes = 0, availableBytes = 0 }: ImageFsAnswered,
): boolean {
  return thresholds.some((threshold) => availableBytes < evictionBelowBytes(threshold, capacityBytes));
}

/**
 * The eviction manager, as far as the disk goes: it deletes what no container uses, and says that the node is
 * under pressure. Images and all else share one disk. To evict pods is left out: who goes first depends on
 * what each has written.
 *
 * Mirrors `synchronize` and `reclaimNodeLevelResources` in pkg/kubelet/eviction/eviction_manager.go
 * (v1.36.3). The real one looks every 10 s; this one only while the disk is low.
 */
export const evictionMachine = setup({
  types: {
    input: {} as EvictionInput,
    context: {} as EvictionContext,
    events: {} as DiskLow | ImageFsAnswer | ImageGcAnswer,
  },
  guards: {
    isStarved: ({ context }, params: ImageFsAnswered) => isStarved(context, params),
    isLow: (
      {
        context: {
          input: { levels },
        },
      },
      { availableBytes = 0 }: ImageFsAnswered,
    ) => availableBytes < Math.max(levels.gcBelowBytes, levels.evictionBelowBytes),
    isOver: ({ context }) =>
      context.input.clock.nowMicros() - context.lastObservedMicros >= context.input.pressureTransitionMicros,
  },
  delays: {
    untilTick: ({
      context: {
        input: { clock, originMicros },
      },
    }) =>
      monitoringPeriodMicros -
      ((((clock.nowMicros() - originMicros) % monitoringPeriodMicros) + monitoringPeriodMicros) %
        monitoringPeriodMicros),
    monitoringPeriod: monitoringPeriodMicros,
  },
  actions: {
    watchDisk: sendTo(
      ({ context }) => context.input.disk,
      ({ context, self }) =>
        ({ type: 'SPACE.WATCHED', levels: context.input.levels, requester: self }) as const,
    ),
    askStats: sendTo(
      ({ context }) => context.input.inventory,
      ({ self }) => ({ type: 'IMAGE_FS.REQUESTED', requester: self }) as const,
    ),
    noteObserved: assign({ lastObservedMicros: ({ context }) => context.input.clock.nowMicros() }),
    deleteUnusedImages: sendTo(
      ({ context }) => context.input.imageGc,
      ({ self }) => ({ type: 'UNUSED_IMAGES.DELETE_REQUESTED', requester: self }) as const,
    ),
    notifyKubelet: sendTo(
      ({ context }) => context.input.kubelet,
      (_, params: { conditions: readonly string[] }): NodeConditionsChanged => ({
        type: 'NODE_CONDITIONS.CHANGED',
        ...params,
      }),
    ),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, observations: readonly Observation[]): RecorderEvent => ({
        type: 'RECORDS',
        actor: context.input.name,
        observations,
      }),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'eviction',
  description:
    'The eviction manager of one life of the kubelet. It looks every ten seconds how much of the disk is available. Before it evicts pods it removes unused images.',
  context: ({ input }) => ({ input, lastObservedMicros: 0 }),
  initial: 'calm',
  entry: 'watchDisk',
  on: {
    'DISK.LOW': { description: 'The monitor is already looking.' },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    calm: {
      description: 'There is room. The disk sends a message when there is not.',
      tags: 'ready',
      on: { 'DISK.LOW': 'waiting' },
    },
    waiting: {
      description: 'There is little room. The monitor looks at its next tick.',
      after: { untilTick: 'observing' },
    },
    observing: {
      description:
        'The available bytes are read. evictionHard says which thresholds there are; one that is not named there does not exist.',
      entry: 'askStats',
      on: {
        'IMAGE_FS.ANSWERED': [
          {
            guard: { type: 'isStarved', params: ofEvent },
            target: 'reclaiming',
            actions: [
              { type: 'record', params: ({ context }) => diskPressure(context.input.node, true) },
              { type: 'notifyKubelet', params: { conditions: ['DiskPressure'] } },
            ],
          },
          {
            description: 'Image GC may act; the eviction manager does not.',
            guard: { type: 'isLow', params: ofEvent },
            target: 'waiting',
          },
          { target: 'calm' },
        ],
        'IMAGE_FS.FAILED': { target: 'waiting' },
      },
    },
    reclaiming: {
      description:
        'A threshold is met: images that no container uses are removed, whatever image GC’s own thresholds say. The node shows DiskPressure and takes no new pods.',
      tags: 'unhealthy',
      entry: ['noteObserved', { type: 'record', params: [evictionThresholdMet] }, 'deleteUnusedImages'],
      on: { 'IMAGE_GC.FINISHED': { target: 'pressed' } },
    },
    pressed: {
      description:
        'The node is under pressure until no threshold has been met for the transition period. That is five minutes by default: DiskPressure stays although there is room.',
      tags: 'unhealthy',
      after: { monitoringPeriod: 'observingAgain' },
    },
    observingAgain: {
      description:
        'The available bytes are read again, to see whether enough was freed. If not, pods are evicted, which is not simulated.',
      tags: 'unhealthy',
      entry: 'askStats',
      on: {
        'IMAGE_FS.ANSWERED': [
          { guard: { type: 'isStarved', params: ofEvent }, target: 'reclaiming' },
          {
            guard: 'isOver',
            target: 'waiting',
            actions: [
              { type: 'record', params: ({ context }) => diskPressure(context.input.node, false) },
              { type: 'notifyKubelet', params: { conditions: [] } },
            ],
          },
          { target: 'pressed' },
        ],
        'IMAGE_FS.FAILED': { target: 'pressed' },
      },
    },
  },
});
