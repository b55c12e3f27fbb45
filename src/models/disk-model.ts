import { type DiskContext, type DiskEvent, type DiskFull, type DiskInput, diskMachine } from '../../machines/disk.ts';
import type { Fault } from '../runtime/fault.ts';
import type { MachineModel, ModelEvent, ModelStart } from './machine-model.ts';

const blobBytes = 40;

function start(name: string, capacityBytes: number | null): ModelStart {
  return {
    name,
    input: ({ recorder }): DiskInput => ({ name: 'node-1/disk', recorder, node: 'node-1', capacityBytes, usedBytes: 0 }),
  };
}

function began(name: string, id: string, fault: Fault): ModelEvent {
  return { name: `FAULT.BEGAN (${name})`, event: { type: 'FAULT.BEGAN', id, fault } satisfies DiskEvent };
}

function ended(id: string): ModelEvent {
  return { name: `FAULT.ENDED (${id})`, event: { type: 'FAULT.ENDED', id } satisfies DiskEvent };
}

/** The node's disk: capacities of two blobs and of none, and two faults that fill it. */
export const diskModel: MachineModel = {
  id: 'disk',
  machine: diskMachine,
  starts: [start('two blobs', 2 * blobBytes), start('no limit', null)],
  events: (snapshot, { neighbour }) => {
    const { usedBytes, faults, capacityBytes }: DiskContext = snapshot.context;
    const take: DiskEvent = { type: 'SPACE.TAKEN', bytes: blobBytes, requester: neighbour<DiskFull>('user') };
    const free: DiskEvent = { type: 'SPACE.FREED', bytes: blobBytes };
    const hasRoomInModel = capacityBytes !== null || usedBytes < 2 * blobBytes;
    return [
      ...(hasRoomInModel ? [{ name: 'SPACE.TAKEN', event: take }] : []),
      ...(usedBytes > 0 ? [{ name: 'SPACE.FREED', event: free }] : []),
      ...(faults.includes('this') ? [] : [began('this disk', 'this', { kind: 'diskFull', node: 'node-1' })]),
      ...(faults.includes('all') ? [] : [began('all disks', 'all', { kind: 'diskFull' })]),
      began('another disk', 'other', { kind: 'diskFull', node: 'node-2' }),
      began('another kind', 'down', { kind: 'registryDown' }),
      ...['this', 'all', 'other'].map(ended),
    ];
  },
  project: (snapshot) => {
    const { usedBytes, faults }: DiskContext = snapshot.context;
    return { usedBytes, faults };
  },
};
