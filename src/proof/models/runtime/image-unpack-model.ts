import { imageUnpackMachine } from '../../../../machines/runtime/image-unpack.ts';
import type { ImageUnpackContext } from '../../../../machines/runtime/image-unpack-context.ts';
import { items } from '../../../rules/collections/fifo.ts';
import type { Blob } from '../../../rules/runtime/images/content-store.ts';
import type { RuntimeProfile } from '../../../rules/runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { withRuntimeOptions } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import { type ModelEvent, type Moment, modelOf } from '../machine-model.ts';
import { modelImage } from '../model-node.ts';

const { named, model } = modelOf(imageUnpackMachine);

const image = modelImage('app:1', 'base', 'app');
const unwritten: RuntimeProfile = { ...containerd24, delays: { ...containerd24.delays, betweenUnpacks: 0 } };
const blob = (layer: number, state: Blob['state']): Blob => ({ layer, state, holder: '', offset: 0 });
const granted = (first: Blob['state']) =>
  ({ type: 'CHAIN.GRANTED', index: 0, blobs: [blob(0, first), blob(1, 'granted')] }) as const;
const parallel = withRuntimeOptions(containerd24, { maxConcurrentUnpacks: 2 });

/** What the machine does not know: what is granted, and which of its layers in progress are admitted. */
interface Memory {
  readonly granted: readonly number[];
  readonly admitted: readonly number[];
}

const nothing: Memory = { granted: [0], admitted: [] };

function remembered({ event }: ModelEvent, { memory }: Moment): string {
  const { granted, admitted } = memory === '' ? nothing : (JSON.parse(memory) as Memory);
  const {
    type,
    index = -1,
    layer = -1,
  } = event as unknown as { type: string; index?: number; layer?: number };
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
  if (index >= image.layers.length) return [named('CHAIN.COMPLETE')];
  return [
    named('CHAIN.GRANTED (the next)', { index, blobs: [] }),
    named('CHAIN.SHARED', { index, holder: 'another' }),
  ];
}

/** Returns the messages of the unpackers of layers in progress. */
function unpackersSay(
  { inHand, arrived, written }: ImageUnpackContext,
  { admitted }: Memory,
): readonly ModelEvent[] {
  return inHand.flatMap((layer) => {
    if (layer < 0 || written.includes(layer)) return [];
    if (!admitted.includes(layer)) return [named(`UNPACK.ADMITTED (${layer})`, { layer })];
    if (!arrived.includes(layer)) return [];
    return [
      named(`UNPACK.FINISHED (${layer})`, { layer }, 3_000),
      named(`UNPACK.FAILED (${layer})`, { error: { kind: 'diskFullUnpack', digest: '' } }),
    ];
  });
}

function events(state: unknown, context: ImageUnpackContext, memory: Memory): readonly ModelEvent[] {
  if (state === 'ended') {
    return [
      named('LAYER.ARRIVED (after the end)', { layer: 0 }),
      ...(memory.admitted.includes(1) ? [] : [named('UNPACK.ADMITTED (after the end)', { layer: 1 })]),
    ];
  }
  const missing = image.layers.flatMap((_, layer) => (context.arrived.includes(layer) ? [] : [layer]));
  return [
    ...(state === 'awaitingChain' ? chainAnswers(memory) : []),
    ...missing.map((layer) => named(`LAYER.ARRIVED (${layer})`, { layer }, 100_000)),
    ...unpackersSay(context, memory),
    ...(state === 'resting' ? [named('WRITE.FINISHED', {}, containerd24.delays.betweenUnpacks)] : []),
  ];
}

/**
 * The unpacking of an image of two layers: one after another, with and without a write between them, and both
 * at once.
 */
export const imageUnpackModel = model({
  input: ({ recorder, stubs }) => ({
    name: 'node-1/images/web/app',
    caller: 'node-1/web/app',
    recorder,
    ...stubs('pull', 'content', 'unpackSlots', 'network', 'metadata', 'disk', 'watch'),
    profile: containerd24,
    image,
    unpackBytesPerSecond: 1_000_000,
    linkId: 'node-1',
    granted: granted('granted'),
  }),
  starts: {
    'one after another': {},
    'two at once': { profile: parallel },
    'without a write between them': { profile: unwritten, granted: granted('present') },
  },
  events: ({ context, state, memory }) => [
    ...events(state, context, memory === '' ? nothing : (JSON.parse(memory) as Memory)),
    named('UNPACKS.CANCELLED'),
  ],
  remember: remembered,
  project: ({ context, state }) => {
    const { next, arrived, inHand, toCommit, written } = context;
    if (state === 'ended') return null;
    return {
      next,
      arrived: [...arrived].sort(),
      inHand,
      toCommit: items(toCommit),
      written: [...written].sort(),
    };
  },
});
