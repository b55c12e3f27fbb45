import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import { layerUnpackMachine } from '../../../machines/runtime/layer-unpack.ts';
import { unpackWorkMicros } from '../../../src/rules/runtime/images/unpack-work.ts';
import { unpackingSource } from '../../../src/rules/runtime/network/capacities.ts';
import type { RuntimeOptions } from '../../../src/rules/runtime/profiles/runtime-options.ts';
import { containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { image } from './runtime-world.ts';

// The top half of containerd's unpacker (core/unpack/unpacker.go, v2.4).

const web = image('web:1', 1_000, [`big`, 1_000, 2_000_000]);

/** One that unpacks, alone with neighbours that only listen. */
function unpacker(options: Partial<RuntimeOptions> = { maxConcurrentUnpacks: 2 }) {
  const clock = new VirtualClock();
  const heard: Record<string, { type: string }[]> = {};
  const neighbour = (name: string) =>
    createActor(
      fromTransition((state: undefined, event: { type: string }) => {
        heard[name] = [...(heard[name] ?? []), event];
        return state;
      }, undefined),
    ).start() as never;
  const input = {
    name: 'node-1/images/p/unpack',
    caller: 'node-1/p',
    pullName: 'node-1/images/p',
    recorder: neighbour('recorder'),
    unpack: neighbour('pull'),
    profile: { ...containerd24, options: { ...containerd24.options, ...options } },
    image: web,
    unpackBytesPerSecond: null,
    slots: neighbour('slots'),
    network: neighbour('network'),
    linkId: 'node-1',
    disk: neighbour('disk'),
    watch: neighbour('watch'),
  };
  const actor = createActor(layerUnpackMachine, { clock: clock as never, input }).start();
  return { actor, heard, types: (name: string) => (heard[name] ?? []).map(({ type }) => type) };
}

describe('an unpacker of layers', () => {
  it('asks for its slot before the bytes have arrived, and writes when they have', () => {
    const { actor, types, heard } = unpacker();
    actor.send({ type: 'UNPACK.REQUESTED', layer: 1 });
    actor.send({ type: 'UNPACK.SUPPLIED' });
    expect(actor.getSnapshot().value).toBe('queueing');
    actor.send({ type: 'SLOT.GRANTED', releasedBy: undefined });
    expect([actor.getSnapshot().value, types('pull')]).toEqual(['awaitingBytes', ['UNPACK.ADMITTED']]);
    actor.send({ type: 'UNPACK.SUPPLIED' });
    const [, layer] = web.layers;
    expect(heard.network).toMatchObject([
      {
        type: 'FLOW.REQUESTED',
        bytes: unpackWorkMicros(containerd24, layer ?? (undefined as never), null),
        registry: unpackingSource,
      },
    ]);
    actor.send({ type: 'FLOW.FINISHED' });
    expect(types('slots')).toEqual(['SLOT.REQUESTED', 'SLOT.RELEASED']);
    expect(types('pull')).toEqual(['UNPACK.ADMITTED', 'UNPACK.FINISHED']);
    expect(heard.watch).toEqual([{ type: 'PROGRESS.UNPACKING', layer: 1 }]);
    actor.send({ type: 'UNPACK.COMMITTED' });
    expect([actor.getSnapshot().value, types('disk')]).toEqual(['idle', ['FILES.TAKEN']]);
  });

  it('needs neither a slot nor a commit turn where layers are unpacked one after another', () => {
    const { actor, types } = unpacker({});
    actor.send({ type: 'UNPACK.REQUESTED', layer: 0 });
    expect([actor.getSnapshot().value, types('pull')]).toEqual(['awaitingBytes', ['UNPACK.ADMITTED']]);
    actor.send({ type: 'UNPACK.SUPPLIED' });
    actor.send({ type: 'FLOW.FINISHED' });
    expect([actor.getSnapshot().value, types('pull'), types('slots')]).toEqual([
      'idle',
      ['UNPACK.ADMITTED', 'UNPACK.FINISHED'],
      [],
    ]);
  });

  it('names its pull to pulls that wait for its slot, and the pull that released it', () => {
    const { actor, heard } = unpacker();
    actor.send({ type: 'UNPACK.REQUESTED', layer: 0 });
    actor.send({ type: 'SLOT.GRANTED', releasedBy: 'node-1/images/r' });
    actor.send({ type: 'UNPACK.SUPPLIED' });
    const record = { actor: 'node-1/images/p', observation: { state: 'queued', layer: 0 } };
    expect(heard.slots).toMatchObject([
      { holder: 'node-1/images/p/unpack', wait: { record, kind: 'unpackSlot', holder: 'node-1/images/p' } },
    ]);
    actor.send({ type: 'FLOW.FINISHED' });
    expect(heard.slots?.at(-1)).toEqual({ type: 'SLOT.RELEASED', holder: 'node-1/images/p' });
    expect(heard.recorder?.slice(0, 1)).toMatchObject([
      {
        observation: { state: 'started', layer: 0 },
        because: { kind: 'unpackSlot', actor: 'node-1/images/r' },
      },
    ]);
  });

  it('writes the part of the layer that fits, and then fails', () => {
    const { actor, heard, types } = unpacker();
    actor.send({ type: 'UNPACK.REQUESTED', layer: 1 });
    actor.send({ type: 'SLOT.GRANTED', releasedBy: undefined });
    actor.send({ type: 'UNPACK.SUPPLIED' });
    actor.send({ type: 'DISK.FULL', fault: undefined, roomBytes: 500_000 });
    const [whole, , share] = heard.network as { bytes?: number }[];
    expect(share?.bytes).toBe(Math.ceil((whole?.bytes ?? 0) / 4));
    actor.send({ type: 'FLOW.FINISHED' });
    expect(heard.pull?.at(-1)).toEqual({
      type: 'UNPACK.FAILED',
      error: { kind: 'diskFullUnpack', digest: 'sha256:big', isMounted: true },
    });
    expect([actor.getSnapshot().value, types('slots').at(-1)]).toEqual(['idle', 'SLOT.RELEASED']);
  });

  // docs/architecture.md: no cause is lost.
  it.each([0, 500_000])(
    'names the fault that has filled the disk, where there was room for %i bytes',
    (roomBytes) => {
      const { actor, heard } = unpacker();
      actor.send({ type: 'UNPACK.REQUESTED', layer: 1 });
      actor.send({ type: 'SLOT.GRANTED', releasedBy: 'node-1/images/r' });
      actor.send({ type: 'UNPACK.SUPPLIED' });
      actor.send({ type: 'DISK.FULL', fault: 'faults/1-diskFull', roomBytes });
      if (roomBytes > 0) actor.send({ type: 'FLOW.FINISHED' });
      expect(heard.recorder?.at(-1)).toMatchObject({
        observation: { state: 'failed', error: 'no space left on device' },
        because: { kind: 'fault', actor: 'faults/1-diskFull' },
      });
    },
  );

  it('names no cause where the disk is full without a fault, not even the pull that released its slot', () => {
    const { actor, heard } = unpacker();
    actor.send({ type: 'UNPACK.REQUESTED', layer: 1 });
    actor.send({ type: 'SLOT.GRANTED', releasedBy: 'node-1/images/r' });
    actor.send({ type: 'UNPACK.SUPPLIED' });
    actor.send({ type: 'DISK.FULL', fault: undefined, roomBytes: 0 });
    expect(heard.recorder?.at(-1)).toMatchObject({ observation: { state: 'failed' } });
    expect(heard.recorder?.at(-1)).not.toHaveProperty('because');
  });

  it('reports why it was cancelled while it wrote, and releases everything', () => {
    const { actor, heard, types } = unpacker();
    const because = { kind: 'progressTimeout', actor: 'node-1/images/p' };
    actor.send({ type: 'UNPACK.REQUESTED', layer: 1 });
    actor.send({ type: 'SLOT.GRANTED', releasedBy: undefined });
    actor.send({ type: 'UNPACK.SUPPLIED' });
    actor.send({ type: 'UNPACK.CANCELLED', because });
    expect(heard.recorder?.at(-1)).toMatchObject({
      observation: { state: 'failed', error: 'context canceled' },
      because,
    });
    expect(types('disk')).toEqual(['FILES.TAKEN', 'SPACE.CANCELLED']);
    expect(types('network')).toEqual(['FLOW.REQUESTED', 'FLOW.CANCELLED']);
  });
});
