import { type LayerUnpackContext, layerUnpackMachine } from '../../../../machines/runtime/layer-unpack.ts';
import { prepareMicros } from '../../../rules/runtime/images/unpack-work.ts';
import { fastImagePull } from '../../../rules/runtime/profiles/parallel-pull.ts';
import { containerd24 } from '../../../rules/runtime/profiles/runtime-profiles.ts';
import { withRuntimeOptions } from '../../../rules/runtime/profiles/select-runtime-profile.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../machine-model.ts';
import { modelImage } from '../model-node.ts';

const { named, model } = modelOf(layerUnpackMachine);

const image = modelImage('app:1', 'base', 'app');
const parallel = withRuntimeOptions(containerd24, { maxConcurrentUnpacks: 2 });
const soci = withRuntimeOptions(containerd24, { path: 'local', parallelPull: fastImagePull });
const native = withRuntimeOptions(containerd24, { snapshotter: 'native' });

function events(state: unknown, { input, layer, roomBytes }: LayerUnpackContext): readonly ModelEvent[] {
  const supplied = named('UNPACK.SUPPLIED');
  const finished = named('FLOW.FINISHED', {}, 3_000);
  const refused = named('DISK.FULL (no room)', { fault: 'disk-full', roomBytes: 0 });
  switch (state) {
    case 'idle':
      return [
        ...image.layers.map((_, next) => named(`UNPACK.REQUESTED (layer ${next})`, { layer: next })),
        finished,
        refused,
        ...(input.pieceBytes === undefined ? [] : [named('DISK.BEHIND', { micros: 2_000 })]),
      ];
    case 'copying':
      return [
        supplied,
        delayElapsed('copy', 'layerUnpack.copying', prepareMicros(input.profile, image, layer)),
      ];
    case 'queueing':
      return [
        supplied,
        named('SLOT.GRANTED (was free)', { releasedBy: undefined }),
        named('SLOT.GRANTED (from another)', { releasedBy: 'another' }, 1_000),
      ];
    case 'awaitingBytes':
      return [supplied];
    case 'unpacking.writing':
      return [
        finished,
        ...(roomBytes === Number.POSITIVE_INFINITY
          ? [named('DISK.FULL (some room)', { fault: undefined, roomBytes: 1_000 }), refused]
          : []),
        ...(input.pieceBytes === undefined ? [] : [named('DISK.BEHIND', { micros: 2_000 })]),
      ];
    case 'unpacking.throttled':
      return [delayElapsed('writeBack', 'layerUnpack.unpacking.throttled', 2_000)];
    case 'unpacked':
      return [named('UNPACK.COMMITTED')];
    default:
      return [];
  }
}

/**
 * The unpacker of the two layers of an image: one after another, beside others with slots for that, and with
 * a snapshotter that copies.
 */
export const layerUnpackModel = model({
  input: ({ recorder, neighbour, stubs }) => ({
    name: 'node-1/images/web/app/unpack',
    caller: 'node-1/web/app',
    pullName: 'node-1/images/web/app',
    recorder,
    unpack: neighbour('imageUnpack'),
    profile: containerd24,
    image,
    unpackBytesPerSecond: 1_000_000,
    slots: neighbour('unpackSlots'),
    ...stubs('network', 'disk', 'watch'),
    linkId: 'node-1',
  }),
  starts: {
    overlayfs: {},
    'two at once': { profile: parallel },
    native: { profile: native },
    'in two pieces': { pieceBytes: 2_000 },
    'by the SOCI snapshotter': { profile: soci },
  },
  events: ({ context, state }) => [
    ...events(state, context),
    named('UNPACK.CANCELLED'),
    named('UNPACK.CANCELLED (without progress)', {
      because: { kind: 'progressTimeout', actor: 'node-1/images/web/app' },
    }),
  ],
  project: ({ context, state }) => {
    const { layer, because, roomBytes, pieces, behindMicros } = context;
    const isRefused = roomBytes !== Number.POSITIVE_INFINITY;
    return state === 'idle' ? null : [layer, because?.actor ?? '', isRefused, pieces, behindMicros > 0];
  },
});
