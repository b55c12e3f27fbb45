import type { EventFrom } from 'xstate';
import type { LayerUnpackInput } from '../../../machines/runtime/layer-unpack.ts';
import { type LayerUnpackContext, layerUnpackMachine } from '../../../machines/runtime/layer-unpack.ts';
import { prepareMicros } from '../../runtime/images/unpack-work.ts';
import type { RuntimeProfile } from '../../runtime/profiles/runtime-profile.ts';
import { containerd24 } from '../../runtime/profiles/runtime-profiles.ts';
import { withRuntimeOptions } from '../../runtime/profiles/select-runtime-profile.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';
import { modelImage } from '../model-node.ts';

const named = modelEvent<EventFrom<typeof layerUnpackMachine>>;

const image = modelImage('app:1', 'base', 'app');
const parallel = withRuntimeOptions(containerd24, { maxConcurrentUnpacks: 2 });
const native = withRuntimeOptions(containerd24, { snapshotter: 'native' });

function start(name: string, profile: RuntimeProfile): ModelStart {
  return {
    name,
    input: ({ recorder, neighbour }): LayerUnpackInput => ({
      name: 'node-1/images/web/app/unpack',
      caller: 'node-1/web/app',
      pullName: 'node-1/images/web/app',
      recorder,
      unpack: neighbour('imageUnpack'),
      profile,
      image,
      unpackBytesPerSecond: 1_000_000,
      slots: neighbour('unpackSlots'),
      network: neighbour('network'),
      linkId: 'node-1',
      disk: neighbour('disk'),
      watch: neighbour('watch'),
    }),
  };
}

function events(state: unknown, { input, layer }: LayerUnpackContext): readonly ModelEvent[] {
  const supplied = named('UNPACK.SUPPLIED', { type: 'UNPACK.SUPPLIED' });
  const finished = named('FLOW.FINISHED', { type: 'FLOW.FINISHED' }, 3_000);
  switch (state) {
    case 'idle':
      return [
        ...image.layers.map((_, next) => named(`UNPACK.REQUESTED (layer ${next})`, { type: 'UNPACK.REQUESTED', layer: next })),
        finished,
      ];
    case 'copying':
      return [supplied, delayElapsed('copy', 'layerUnpack.copying', prepareMicros(input.profile, image, layer))];
    case 'queueing':
      return [
        supplied,
        named('SLOT.GRANTED (was free)', { type: 'SLOT.GRANTED', releasedBy: undefined }),
        named('SLOT.GRANTED (from another)', { type: 'SLOT.GRANTED', releasedBy: 'another' }, 1_000),
      ];
    case 'awaitingBytes':
      return [supplied];
    case 'unpacking':
      return [
        finished,
        named('DISK.FULL (some room)', { type: 'DISK.FULL', fault: undefined, roomBytes: 1_000 }),
        named('DISK.FULL (no room)', { type: 'DISK.FULL', fault: 'disk-full', roomBytes: 0 }),
      ];
    case 'overflowing':
      return [finished];
    case 'unpacked':
      return [named('UNPACK.COMMITTED', { type: 'UNPACK.COMMITTED' })];
    default:
      return [];
  }
}

/** The unpacker of the two layers of an image: one after another, beside others with slots for that, and with a snapshotter that copies. */
export const layerUnpackModel: MachineModel = {
  id: 'layerUnpack',
  machine: layerUnpackMachine,
  starts: [start('overlayfs', containerd24), start('two at once', parallel), start('native', native)],
  events: (snapshot) => [
    ...events(snapshot.value, snapshot.context),
    named('UNPACK.CANCELLED', { type: 'UNPACK.CANCELLED' }),
    named('UNPACK.CANCELLED (without progress)', {
      type: 'UNPACK.CANCELLED',
      because: { kind: 'progressTimeout', actor: 'node-1/images/web/app' },
    }),
  ],
  project: (snapshot) => {
    const { layer, because }: LayerUnpackContext = snapshot.context;
    return snapshot.value === 'idle' ? null : [layer, because?.actor ?? ''];
  },
};
