import { expect, it } from 'vitest';
import { type ImageGcLoopInput, imageGcLoopMachine } from '../../../machines/kubelet/image-gc-loop.ts';
import type { ImageGcRequest } from '../../../machines/kubelet/image-gc-protocol.ts';
import { stage } from '../stage.ts';

const periodMicros = 300_000_000;

interface Times extends Partial<Pick<ImageGcLoopInput, 'firstWaitMicros'>> {
  readonly firstDetectMicros?: number;
}

/** The loop of detection before a manager that answers after `tookMicros`, with the next of `errors`. */
function detection(
  { firstDetectMicros, firstWaitMicros = periodMicros }: Times,
  errors: string[] = [],
  tookMicros = 0,
) {
  const world = stage();
  const looks: string[] = [];
  const manager = world.listen<ImageGcRequest>('manager', (event) => {
    const seconds = world.kernel.nowMicros / 1e6;
    looks.push(
      event.type === 'IMAGES.DETECT_REQUESTED' ? `${seconds} dated ${event.detectMicros / 1e6}` : event.type,
    );
    const error = errors.shift() ?? '';
    world.at(world.kernel.nowMicros + tookMicros, () =>
      event.requester.send({ type: 'IMAGE_GC.FINISHED', error }),
    );
  });
  const loop = world.start(imageGcLoopMachine, {
    name: 'detection',
    recorder: world.recorder,
    clock: world.clock,
    manager,
    work: { kind: 'detection', firstDetectMicros },
    periodMicros,
    firstWaitMicros,
  });
  return { ...world, loop, looks };
}

// `Start` of image_gc_manager.go, v1.36.3: wait.Until with 5 minutes; the time runs from the end of a look.
it('looks at once and then every period, each look dated by its own time', () => {
  const { looks, run } = detection({}, [], 1_000_000);
  run(650_000_000);
  expect(looks).toEqual(['0 dated 0', '301 dated 301', '602 dated 602']);
});

// The same in v1.27.16: `initialized` is false, and the zero time stands for what was there before.
it('dates the first look by the time that its caller gives, and only the first', () => {
  const { looks, run } = detection({ firstDetectMicros: -1_000_000 });
  run(400_000_000);
  expect(looks).toEqual(['0 dated -1', '300 dated 300']);
});

it('stays at its first look until that succeeds', () => {
  const { looks, run } = detection({ firstDetectMicros: -1_000_000 }, ['boom', 'boom']);
  run(1_000_000_000);
  expect(looks).toEqual(['0 dated -1', '300 dated -1', '600 dated -1', '900 dated 900']);
});

it('keeps its phase after a later look that failed: errors are only logged', () => {
  const { looks, run, observed } = detection({ firstDetectMicros: -1_000_000 }, ['', 'boom']);
  run(700_000_000);
  expect(looks).toEqual(['0 dated -1', '300 dated 300', '600 dated 600']);
  expect(observed).toEqual([]);
});

// A kubelet that has been up for long is somewhere in its period when the run begins.
it('waits once for the rest of its period, and for whole periods from then on', () => {
  const { looks, run } = detection({ firstWaitMicros: 120_000_000 });
  run(750_000_000);
  expect(looks.map((look) => look.split(' ')[0])).toEqual(['0', '120', '420', '720']);
});

it('waits for a whole period after a first look that failed', () => {
  const { looks, run } = detection({ firstWaitMicros: 120_000_000 }, ['boom']);
  run(650_000_000);
  expect(looks.map((look) => look.split(' ')[0])).toEqual(['0', '300', '600']);
});

it('reports an answer to a question that it did not ask', () => {
  const { loop, run, unhandled } = detection({});
  run(1_000_000);
  loop.send({ type: 'IMAGE_GC.FINISHED', error: '' });
  expect(unhandled).toEqual(['detection: IMAGE_GC.FINISHED']);
});
