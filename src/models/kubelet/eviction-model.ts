import { type EvictionContext, type EvictionInput, evictionMachine } from '../../../machines/kubelet/eviction.ts';
import type { ImageGcAnswer } from '../../../machines/kubelet/image-gc-protocol.ts';
import type { ImageFsAnswer } from '../../../machines/runtime/cri.ts';
import type { DiskLow } from '../../../machines/world/disk.ts';
import { monitoringPeriodMicros } from '../../kubelet/eviction/disk-pressure.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<DiskLow | ImageFsAnswer | ImageGcAnswer>;

const pressureTransitionMicros = 20_000_000;

/** The eviction threshold is 15 %; image GC would act below 16 %. */
function answers(): readonly ModelEvent[] {
  const answered = (name: string, availableBytes: number) =>
    named(`IMAGE_FS.ANSWERED (${name})`, { type: 'IMAGE_FS.ANSWERED', capacityBytes: 1_000, availableBytes });
  return [
    answered('starved', 149),
    answered('low', 155),
    answered('ample', 500),
    named('IMAGE_FS.FAILED', { type: 'IMAGE_FS.FAILED', error: 'boom' }),
  ];
}

function delays(state: string, context: EvictionContext): readonly ModelEvent[] {
  if (state === 'waiting') {
    const sinceTick = context.clock.nowMicros() % monitoringPeriodMicros;
    return [delayElapsed('untilTick', 'eviction.waiting', monitoringPeriodMicros - sinceTick)];
  }
  return state === 'pressed' ? [delayElapsed('monitoringPeriod', 'eviction.pressed', monitoringPeriodMicros)] : [];
}

/** A disk that fills and empties in any order, and a transition period of two checks. */
export const evictionModel: MachineModel = {
  id: 'eviction',
  machine: evictionMachine,
  starts: [
    {
      name: 'one threshold',
      input: ({ recorder, clock, neighbour }): EvictionInput => ({
        name: 'node-1/kubelet/eviction',
        node: 'node-1',
        recorder,
        clock,
        disk: neighbour('disk'),
        inventory: neighbour('inventory'),
        imageGc: neighbour('imageGc'),
        kubelet: neighbour('kubelet'),
        thresholds: [{ signal: 'imagefs.available', below: { percent: 15 } }],
        levels: { gcBelowBytes: 160, evictionBelowBytes: 150 },
        pressureTransitionMicros,
        originMicros: 0,
      }),
    },
  ],
  events: (snapshot) => {
    const state = String(snapshot.value);
    return [
      named('DISK.LOW', { type: 'DISK.LOW' }),
      ...(state === 'observing' || state === 'observingAgain' ? answers() : []),
      ...(state === 'reclaiming' ? [named('IMAGE_GC.FINISHED', { type: 'IMAGE_GC.FINISHED', error: '' })] : []),
      ...delays(state, snapshot.context),
    ];
  },
  project: (snapshot) => {
    const context: EvictionContext = snapshot.context;
    const isPressed = ['reclaiming', 'pressed', 'observingAgain'].includes(String(snapshot.value));
    const sinceMicros = context.clock.nowMicros() - context.lastObservedMicros;
    return { sinceMicros: isPressed ? Math.min(sinceMicros, pressureTransitionMicros) : 0 };
  },
};
