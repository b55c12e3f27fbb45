import { diskMachine, type WatchedLevels } from '../../../../machines/world/disk.ts';
import type { Fault } from '../../../rules/runtime/fault.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(diskMachine);

const blobBytes = 40;

const began = (name: string, id: string, fault: Fault) => named(`FAULT.BEGAN (${name})`, { id, fault });

/** The node's disk, with a capacity of two blobs and of none, and two faults that fill it. */
export const diskModel = model({
  input: ({ recorder, clock }) => ({
    name: 'node-1/disk',
    recorder,
    clock,
    node: 'node-1',
    capacityBytes: null,
    usedBytes: 0,
  }),
  starts: {
    'two blobs': { capacityBytes: 2 * blobBytes },
    'no limit': {},
    'one blob in memory': {
      pageCache: { writeBackBytesPerSecond: 1, backgroundBytes: blobBytes, limitBytes: blobBytes },
    },
  },
  events: ({
    context: {
      input: { capacityBytes },
      usedBytes,
      pages: { dirtyBytes },
      faults,
      watcher,
      refused,
    },
    world: { neighbour },
  }) => {
    const hasRoomInModel = capacityBytes !== null || usedBytes < 2 * blobBytes;
    const watch = (name: string, levels: WatchedLevels) =>
      named(`SPACE.WATCHED (${name})`, { levels, requester: neighbour('kubelet') });
    return [
      named('SPACE.ASKED', { requester: neighbour('kubelet') }),
      watch('one blob', { gcBelowBytes: blobBytes + 1, evictionBelowBytes: 1 }),
      watch('nothing', { gcBelowBytes: 0, evictionBelowBytes: 0 }),
      ...(watcher === undefined ? [] : [named('KUBELET.GONE')]),
      ...(hasRoomInModel && refused.length === 0
        ? [
            named('SPACE.TAKEN', { bytes: blobBytes, requester: neighbour('user') }),
            ...(dirtyBytes < 2 * blobBytes
              ? [
                  named('FILES.TAKEN', {
                    bytes: blobBytes,
                    dirtyBytes: blobBytes,
                    requester: neighbour('user'),
                  }),
                ]
              : []),
          ]
        : []),
      ...(usedBytes > 0 ? [named('SPACE.FREED', { bytes: blobBytes })] : []),
      ...(usedBytes > 0 && dirtyBytes < 2 * blobBytes
        ? [named('FILES.WRITTEN', { dirtyBytes: blobBytes, requester: neighbour('user') })]
        : []),
      ...(usedBytes > 0 || refused.length > 0
        ? [named('SPACE.CANCELLED', { bytes: blobBytes, requester: neighbour('user') })]
        : []),
      ...(faults.includes('this') ? [] : [began('this disk', 'this', { kind: 'diskFull', node: 'node-1' })]),
      ...(faults.includes('all') ? [] : [began('all disks', 'all', { kind: 'diskFull' })]),
      began('another disk', 'other', { kind: 'diskFull', node: 'node-2' }),
      began('another kind', 'down', { kind: 'registryDown' }),
      ...['this', 'all', 'other'].map((id) => named(`FAULT.ENDED (${id})`, { id })),
    ];
  },
  project: ({ context: { usedBytes, pages, faults, levels, watcher, refused } }) => ({
    usedBytes,
    dirtyBytes: pages.dirtyBytes,
    faults,
    levels,
    isWatched: watcher !== undefined,
    refused: refused.length,
  }),
});
