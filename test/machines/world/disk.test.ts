import { describe, expect, it } from 'vitest';
import { type DiskFull, type DiskInput, type DiskLow, diskMachine } from '../../../machines/world/disk.ts';
import { stage } from '../stage.ts';

// The node's disk as containerd fills it: docs of machines/world/disk.ts.

function disk(input: Partial<DiskInput> = {}) {
  const world = stage();
  const actor = world.start(diskMachine, {
    name: 'disk',
    recorder: world.recorder,
    clock: world.clock,
    node: 'node-1',
    capacityBytes: 100,
    usedBytes: 40,
    ...input,
  });
  const requester = world.listen<DiskFull>('pull');
  return {
    ...world,
    used: () => actor.getSnapshot().context.usedBytes,
    free: (bytes: number) => actor.send({ type: 'SPACE.FREED', bytes }),
    begin: (id: string, node?: string) =>
      actor.send({
        type: 'FAULT.BEGAN',
        id,
        fault: { kind: 'diskFull', ...(node === undefined ? {} : { node }) },
      }),
    beginOther: () => actor.send({ type: 'FAULT.BEGAN', id: 'other', fault: { kind: 'stall' } }),
    watch: (name: string) =>
      actor.send({
        type: 'SPACE.WATCHED',
        levels: { gcBelowBytes: 20, evictionBelowBytes: 10 },
        requester: world.listen<DiskLow>(name),
      }),
    endKubelet: () => actor.send({ type: 'KUBELET.GONE' }),
    end: (id: string) => actor.send({ type: 'FAULT.ENDED', id }),
    /** Undefined where there was room: silence. */
    take(bytes: number) {
      const before = world.messagesTo('pull').length;
      actor.send({ type: 'SPACE.TAKEN', bytes, requester });
      return world.messagesTo('pull')[before];
    },
  };
}

const full = (roomBytes: number, fault?: string) => ({ type: 'DISK.FULL', fault, roomBytes });

describe('the space of a disk', () => {
  it('is available up to the last byte, beside the bytes used at the start', () => {
    const world = disk();
    expect(world.take(60)).toBeUndefined();
    expect(world.used()).toBe(100);
    expect(world.take(1)).toEqual(full(0));
    expect(world.used()).toBe(100);
    expect(world.take(0)).toBeUndefined();
  });

  it('is reported where a write does not fit: the number of bytes that would', () => {
    const world = disk();
    expect(world.take(61)).toEqual(full(60));
    expect(world.used()).toBe(40);
  });

  it('grows by freed bytes, never by more than are used', () => {
    const world = disk();
    world.free(40);
    expect(world.used()).toBe(0);
    expect(world.take(100)).toBeUndefined();
    world.free(101);
    expect(world.check).toThrow('disk: freed 101 of 100 bytes');
  });

  it('is unlimited without a capacity', () => {
    const world = disk({ capacityBytes: null });
    expect(world.take(1e15)).toBeUndefined();
  });
});

describe('a fault that fills the disk', () => {
  it('refuses every write, with any space left, and is named as the reason', () => {
    const world = disk();
    world.begin('f1');
    expect(world.take(1)).toEqual(full(0, 'f1'));
    world.free(10);
    expect(world.used()).toBe(30);
    world.end('f1');
    expect(world.take(1)).toBeUndefined();
  });

  it('lasts as long as one of several does; the first in force is named', () => {
    const world = disk();
    world.begin('f1');
    world.begin('f2');
    world.end('stranger');
    expect(world.take(1)).toEqual(full(0, 'f1'));
    world.end('f1');
    expect(world.take(1)).toEqual(full(0, 'f2'));
    world.end('f2');
    expect(world.take(1)).toBeUndefined();
    expect(world.unhandled).toEqual([]);
  });

  it('counts on its own node, or on every node; faults of other nodes and kinds are ignored', () => {
    const world = disk();
    world.begin('f1', 'node-2');
    world.beginOther();
    world.end('f1');
    expect(world.take(1)).toBeUndefined();
    world.begin('f2', 'node-1');
    expect(world.take(1)).toEqual(full(0, 'f2'));
  });
});

describe('a disk that runs low', () => {
  const low = { type: 'DISK.LOW' };

  it('reports the space left, which is nothing while a fault fills it', () => {
    const told = (act: (world: ReturnType<typeof disk>) => void) => {
      const world = disk();
      world.watch('kubelet');
      act(world);
      return world.observed.map(({ observation }) =>
        observation.type === 'disk'
          ? `${observation.state} ${observation.availableBytes} of ${observation.capacityBytes}`
          : observation.type,
      );
    };
    expect(told((world) => world.take(45))).toEqual(['low 15 of 100']);
    expect(
      told((world) => {
        world.begin('f1');
        world.end('f1');
      }),
    ).toEqual(['low 0 of 100', 'ample 60 of 100']);
  });

  it.each([
    ['by what is written', (world: ReturnType<typeof disk>) => world.take(41)],
    ['by a fault', (world: ReturnType<typeof disk>) => world.begin('fault-1')],
  ])(
    '%s wakes the watching kubelet, not one that has stopped, and its successor when that starts',
    (_, fill) => {
      const watched = disk();
      watched.watch('kubelet');
      fill(watched);
      expect(watched.messagesTo('kubelet')).toEqual([low]);

      const left = disk();
      left.watch('kubelet');
      left.endKubelet();
      fill(left);
      left.check();
      expect(left.messagesTo('kubelet')).toEqual([]);
      left.watch('next kubelet');
      expect(left.messagesTo('next kubelet')).toEqual([low]);
    },
  );
});
