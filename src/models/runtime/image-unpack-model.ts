import type { EventFrom } from 'xstate';
import { imageUnpackMachine } from '../../../machines/runtime/image-unpack.ts';
import type { ImageUnpackContext, ImageUnpackInput } from '../../../machines/runtime/image-unpack-context.ts';
import { items } from '../../collections/fifo.ts';
import type { Blob } from '../../runtime/images/content-store.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../runtime/profiles/runtime-profiles.ts';
import { withRuntimeOptions } from '../../runtime/profiles/select-runtime-profile.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import { modelImage } from '../model-node.ts';
import { inertActor } from '../stub-world.ts';

const named = modelEvent<EventFrom<typeof imageUnpackMachine>>;

const image = modelImage('app:1', 'base', 'app');
const unwritten: RuntimeProfile = { ...containerd24, delays: { ...containerd24.delays, betweenUnpacks: 0 } };
const blob = (layer: number, state: Blob['state']): Blob => ({ layer, state, holder: '', offset: 0 });
const parallel = withRuntimeOptions(containerd24, { maxConcurrentUnpacks: 2 });

function start(name: string, profile: RuntimeProfile, first: Blob['state'] = 'granted'): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): ImageUnpackInput => ({
      name: 'node-1/images/web/app',
      caller: 'node-1/web/app',
      recorder,
      pull: neighbour('pull'),
      profile,
      image,
      unpackBytesPerSecond: 1_000_000,
      content: neighbour('content'),
      unpackSlots: neighbour('unpackSlots'),
      network: neighbour('network'),
      linkId: 'node-1',
      metadata: neighbour('metadata'),
      disk: neighbour('disk'),
      watch: neighbour('watch'),
      granted: { type: 'CHAIN.GRANTED', index: 0, blobs: [blob(0, first), blob(1, 'granted')] },
    }),
  };
}

/** What the machine does not know: what is granted, and which of its layers in progress are admitted. */
interface Memory {
  readonly granted: readonly number[];
  readonly admitted: readonly number[];
}

const nothing: Memory = { granted: [0], admitted: [] };

function remembered(memory: string, { event }: ModelEvent): string {
  const { granted, admitted } = memory === '' ? nothing : (JSON.parse(memory) as Memory);
  const { type, index = -1, layer = -1 } = event as unknown as { type: string; index?: number; layer?: number };
  switch (type) {
    case 'CHAIN.GRANTED':
      return JSON.stringify({ granted: [...granted, index], admitted });
    case 'UNPACK.ADMITTED':
      return JSON.stringify({ granted, admitted: [...admitted, layer].sort() });
    case 'UNPACK.FINISHED':
      return JSON.stringify({ granted, admitted: admitted.filter((other) => other !== layer) });
    default:
      return memory;
  }
}

/** Returns the answers of the store, in the order of the chain. */
function chainAnswers(memory: Memory): readonly ModelEvent[] {
  const index = (memory.granted.at(-1) ?? -1) + 1;
  if (index >= image.layers.length) return [named('CHAIN.COMPLETE', { type: 'CHAIN.COMPLETE' })];
  return [
    named('CHAIN.GRANTED (the next)', { type: 'CHAIN.GRANTED', index, blobs: [] }),
    named('CHAIN.SHARED', { type: 'CHAIN.SHARED', index, holder: 'another' }),
  ];
}

/** Returns the messages of the unpackers of layers in progress. */
function unpackersSay({ inHand, arrived, written }: ImageUnpackContext, { admitted }: Memory): readonly ModelEvent[] {
  return inHand.flatMap((layer) => {
    if (layer < 0 || written.includes(layer)) return [];
    if (!admitted.includes(layer)) return [named(`UNPACK.ADMITTED (${layer})`, { type: 'UNPACK.ADMITTED', layer })];
    if (!arrived.includes(layer)) return [];
    return [
      named(`UNPACK.FINISHED (${layer})`, { type: 'UNPACK.FINISHED', layer }, 3_000),
      named(`UNPACK.FAILED (${layer})`, { type: 'UNPACK.FAILED', error: { kind: 'diskFullUnpack', digest: '' } }),
    ];
  });
}

function events(state: unknown, context: ImageUnpackContext, memory: Memory): readonly ModelEvent[] {
  if (state === 'ended') {
    return [
      named('LAYER.ARRIVED (after the end)', { type: 'LAYER.ARRIVED', layer: 0 }),
      ...(memory.admitted.includes(1) ? [] : [named('UNPACK.ADMITTED (after the end)', { type: 'UNPACK.ADMITTED', layer: 1 })]),
    ];
  }
  const missing = image.layers.flatMap((_, layer) => (context.arrived.includes(layer) ? [] : [layer]));
  return [
    ...(state === 'awaitingChain' ? chainAnswers(memory) : []),
    ...missing.map((layer) => named(`LAYER.ARRIVED (${layer})`, { type: 'LAYER.ARRIVED', layer }, 100_000)),
    ...unpackersSay(context, memory),
    ...(state === 'resting' ? [named('WRITE.FINISHED', { type: 'WRITE.FINISHED' }, containerd24.delays.betweenUnpacks)] : []),
  ];
}

/** The unpacking of an image of two layers: one after another, with and without a write between them, and both at once. */
export const imageUnpackModel: MachineModel = {
  id: 'imageUnpack',
  machine: imageUnpackMachine.provide({ actors: { layer: inertActor as never } }),
  starts: [
    start('one after another', containerd24),
    start('two at once', parallel),
    start('without a write between them', unwritten, 'present'),
  ],
  events: (snapshot, _, memory) => [
    ...events(snapshot.value, snapshot.context, memory === '' ? nothing : (JSON.parse(memory) as Memory)),
    named('UNPACKS.CANCELLED', { type: 'UNPACKS.CANCELLED' }),
  ],
  remember: remembered,
  project: (snapshot) => {
    const { next, arrived, inHand, toCommit, written }: ImageUnpackContext = snapshot.context;
    if (snapshot.value === 'ended') return null;
    return { next, arrived: [...arrived].sort(), inHand, toCommit: items(toCommit), written: [...written].sort() };
  },
};
