import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import { image, runtimeWorld } from './runtime-world.ts';

// ImageStatus, and what the image service keeps between calls: docs of machines/runtime/image-service.ts. An
// ImageStatus takes 2 ms in this world, one that asks for the size 13 ms.

const here = image('reg.example/here:1', 10, 20);
const away = image('reg.example/away:1', 1_000);

function service() {
  const world = runtimeWorld({ images: [here, away], present: [here.name] });
  const answers: string[] = [];
  const status = (id: string, name: string, forSize = false) => {
    const requester = createActor(
      fromTransition((state: undefined, event: { type: string; imageRef: string; sizeBytes: number }) => {
        answers.push(`${world.clock.now} ${id} ${event.imageRef} ${event.sizeBytes}`);
        return state;
      }, undefined),
    ).start();
    world.tell({ type: 'IMAGE_STATUS.REQUESTED', image: name, requester: requester as never, forSize });
  };
  return { ...world, answers, status };
}

describe('ImageStatus', () => {
  it('answers after its time with reference and size, and with nothing where the image is not there', () => {
    const world = service();
    world.status('a', here.name);
    world.status('b', away.name, true);
    world.run();
    expect(world.answers).toEqual([`2000 a ${here.ref} 1030`, '13000 b  0']);
    expect(world.service.getSnapshot().value).toBe('serving');
  });

  it('answers calls in the order in which they are due, not in that of asking', () => {
    const world = service();
    world.status('slow', here.name, true);
    world.at(1_000, () => world.status('quick', away.name));
    world.at(1_500, () => world.status('slow-2', away.name, true));
    world.at(12_000, () => world.status('last', away.name));
    world.run();
    expect(world.answers.map((answer) => answer.split(' ').slice(0, 2).join(' '))).toEqual([
      '3000 quick',
      '13000 slow',
      '14000 last',
      '14500 slow-2',
    ]);
  });

  it('answers calls that are due at once one after another, the oldest first', () => {
    const world = service();
    for (const id of ['a', 'b', 'c']) world.status(id, away.name);
    world.at(2_000, () => world.status('d', away.name));
    world.run();
    expect(world.answers).toEqual(['2000 a  0', '2000 b  0', '2000 c  0', '4000 d  0']);
  });

  it('is forgotten with its caller, and the next kubelet’s is answered', () => {
    const world = service();
    world.status('dead', here.name);
    world.at(1_000, () => world.tell({ type: 'KUBELET.GONE', pulls: 'completed' }));
    world.at(1_500, () => world.status('new', here.name));
    world.run();
    expect(world.answers).toEqual([`3500 new ${here.ref} 1030`]);
    expect(world.unhandled).toEqual([]);
  });
});

describe('images', () => {
  it('are there once they are pulled, by the name that was pulled', () => {
    const world = service();
    world.pull('p', away.name);
    world.run();
    world.status('a', away.name);
    world.run();
    expect(world.answers[0]).toContain(` a ${away.ref} 2000`);
    expect(world.records('image').map(({ observation, because }) => [observation, because])).toEqual([
      [
        { type: 'image', state: 'present', image: away.name, ref: away.ref },
        { kind: 'pull', actor: 'node-1/runtime/p' },
      ],
    ]);
  });

  it('are absent after their removal; removing an absent image succeeds', () => {
    const world = service();
    world.tell({ type: 'IMAGE.REMOVED', image: away.name });
    expect(world.records('image')).toEqual([]);
    world.tell({ type: 'IMAGE.REMOVED', image: here.name });
    world.status('a', here.name);
    world.run();
    expect(world.answers).toEqual(['2000 a  0']);
    expect(world.records('image').map(({ observation }) => observation)).toEqual([
      { type: 'image', state: 'removed', image: here.name, ref: here.ref },
    ]);
  });
});

describe('a pull whose end the scenario sets', () => {
  const fails = (times: number | null): Fault => ({
    kind: 'pullFails',
    image: away.name,
    error: 'boom',
    takesMicros: 700,
    times,
  });

  it('counts down its failures, and is a real pull afterwards', () => {
    const world = service();
    world.fault(fails(2));
    for (const caller of ['p', 'q', 'r']) world.at(world.clock.now, () => world.pull(caller, away.name));
    world.run();
    expect(['p', 'q', 'r'].map((caller) => world.outcome(caller).error)).toEqual(['boom', 'boom', undefined]);
    expect(world.outcome('p').took).toBe(700);
    expect(world.outcome('r').ref).toBe(away.ref);
    expect(world.records('request').length).toBeGreaterThan(0);
  });

  it('ends with its own fault, not with another', () => {
    const world = service();
    const end = world.fault(fails(null));
    const endOther = world.fault({
      kind: 'pullFails',
      image: here.name,
      error: 'bang',
      takesMicros: 1,
      times: null,
    });
    endOther();
    world.pull('p', away.name);
    world.run();
    expect(world.outcome('p').error).toBe('boom');
    end();
    world.pull('q', away.name);
    world.pull('r', here.name);
    world.run();
    expect(world.outcome('q').error).toBeUndefined();
    expect(world.outcome('r').error).toBeUndefined();
  });

  it('is not touched by faults of other kinds', () => {
    const world = service();
    world.fault({ kind: 'slowLink', bytesPerSecond: 1e9 });
    world.pull('p', away.name);
    world.run();
    expect(world.outcome('p').ref).toBe(away.ref);
  });

  it('leaves an unknown image without a reference', () => {
    const world = service();
    world.fault({ kind: 'pullTakes', image: 'reg.example/unknown:1', takesMicros: 5 });
    world.pull('p', 'reg.example/unknown:1');
    world.run();
    expect(world.outcome('p')).toEqual({ at: 5, took: 5, ref: '', error: undefined });
  });
});

it('an image that its registry does not have is not found, and nothing is kept of it', () => {
  const world = service();
  world.pull('p', 'reg.example/none:1');
  world.run();
  expect(world.outcome('p').error).toContain('reg.example/none:1: not found');
  expect(world.records('request').filter(({ observation }) => observation.state === 'sent')).toHaveLength(1);
  world.pull('q', 'reg.example/none:1');
  world.run();
  expect(world.outcome('q').error).toContain('not found');
});
