import type { ImageFsAnswer } from '../../../machines/runtime/cri.ts';
import {
  type DiskContext,
  type DiskEvent,
  type DiskFull,
  type DiskInput,
  type DiskLow,
  diskMachine,
  type WatchedLevels,
} from '../../../machines/world/disk.ts';
import type { Fault } from '../../runtime/fault.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<DiskEvent>;

const blobBytes = 40;

function start(name: string, capacityBytes: number | null): ModelStart {
  return {
    name,
    input: ({ recorder }): DiskInput => ({ name: 'node-1/disk', recorder, node: 'node-1', capacityBytes, usedBytes: 0 }),
  };
}

function began(name: string, id: string, fault: Fault): ModelEvent {
  return named(`FAULT.BEGAN (${name})`, { type: 'FAULT.BEGAN', id, fault });
}

function ended(id: string): ModelEvent {
  return named(`FAULT.ENDED (${id})`, { type: 'FAULT.ENDED', id });
}

/** The node's disk, with a capacity of two blobs and of none, and two faults that fill it. */
export const diskModel: MachineModel = {
  id: 'disk',
  machine: diskMachine,
  starts: [start('two blobs', 2 * blobBytes), start('no limit', null)],
  events: (snapshot, { neighbour }) => {
    const { usedBytes, faults, capacityBytes, watcher }: DiskContext = snapshot.context;
    const take = named('SPACE.TAKEN', { type: 'SPACE.TAKEN', bytes: blobBytes, requester: neighbour<DiskFull>('user') });
    const free = named('SPACE.FREED', { type: 'SPACE.FREED', bytes: blobBytes });
    const hasRoomInModel = capacityBytes !== null || usedBytes < 2 * blobBytes;
    const watch = (name: string, levels: WatchedLevels) =>
      named(`SPACE.WATCHED (${name})`, { type: 'SPACE.WATCHED', levels, requester: neighbour<DiskLow>('kubelet') });
    return [
      named('SPACE.ASKED', { type: 'SPACE.ASKED', requester: neighbour<ImageFsAnswer>('kubelet') }),
      watch('one blob', { gcBelowBytes: blobBytes + 1, evictionBelowBytes: 1 }),
      watch('nothing', { gcBelowBytes: 0, evictionBelowBytes: 0 }),
      ...(watcher === undefined ? [] : [named('KUBELET.GONE', { type: 'KUBELET.GONE' })]),
      ...(hasRoomInModel ? [take] : []),
      ...(usedBytes > 0 ? [free] : []),
      ...(faults.includes('this') ? [] : [began('this disk', 'this', { kind: 'diskFull', node: 'node-1' })]),
      ...(faults.includes('all') ? [] : [began('all disks', 'all', { kind: 'diskFull' })]),
      began('another disk', 'other', { kind: 'diskFull', node: 'node-2' }),
      began('another kind', 'down', { kind: 'registryDown' }),
      ...['this', 'all', 'other'].map(ended),
    ];
  },
  project: (snapshot) => {
    const { usedBytes, faults, levels, watcher }: DiskContext = snapshot.context;
    return { usedBytes, faults, levels, isWatched: watcher !== undefined };
  },
};
