import { type EvictionContext, evictionMachine } from '../../../../machines/kubelet/eviction.ts';
import { monitoringPeriodMicros } from '../../../rules/kubelet/eviction/disk-pressure.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(evictionMachine);

const pressureTransitionMicros = 20_000_000;

/** The eviction threshold is 15 %; image GC would act below 16 %. */
function answers(): readonly ModelEvent[] {
  const answered = (name: string, availableBytes: number) =>
    named(`IMAGE_FS.ANSWERED (${name})`, { capacityBytes: 1_000, availableBytes });
  return [
    answered('starved', 149),
    answered('low', 155),
    answered('ample', 500),
    named('IMAGE_FS.FAILED', { error: 'boom' }),
  ];
}

function delays(state: string, context: EvictionContext): readonly ModelEvent[] {
  if (state === 'waiting') {
    const sinceTick = context.input.clock.nowMicros() % monitoringPeriodMicros;
    return [delayElapsed('untilTick', 'eviction.waiting', monitoringPeriodMicros - sinceTick)];
  }
  return state === 'pressed'
    ? [delayElapsed('monitoringPeriod', 'eviction.pressed', monitoringPeriodMicros)]
    : [];
}

/** A disk that fills and empties in any order, and a transition period of two checks. */
export const evictionModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/kubelet/eviction',
    node: 'node-1',
    recorder,
    clock,
    ...stubs('disk', 'inventory', 'imageGc', 'kubelet'),
    thresholds: [{ signal: 'imagefs.available', below: { percent: 15 } }],
    levels: { gcBelowBytes: 160, evictionBelowBytes: 150 },
    pressureTransitionMicros,
    originMicros: 0,
  }),
  starts: { 'one threshold': {} },
  events: ({ context, state }) => {
    return [
      named('DISK.LOW'),
      ...(state === 'observing' || state === 'observingAgain' ? answers() : []),
      ...(state === 'reclaiming' ? [named('IMAGE_GC.FINISHED', { error: '' })] : []),
      ...delays(state, context),
    ];
  },
  project: ({ context, state }) => {
    const isPressed = ['reclaiming', 'pressed', 'observingAgain'].includes(state);
    const sinceMicros = context.input.clock.nowMicros() - context.lastObservedMicros;
    return { sinceMicros: isPressed ? Math.min(sinceMicros, pressureTransitionMicros) : 0 };
  },
});
