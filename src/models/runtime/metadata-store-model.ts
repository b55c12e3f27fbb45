import type { MetadataStoreEvent } from '../../../machines/runtime/metadata-store.ts';
import { type MetadataStoreContext, type MetadataStoreInput, metadataStoreMachine } from '../../../machines/runtime/metadata-store.ts';
import { items } from '../../collections/fifo.ts';
import type { MachineModel } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<MetadataStoreEvent>;

const micros = 900;

const writers = [
  ['blob', 1],
  ['another blob', 1],
  ['snapshots', 2],
] as const;

/** Up to three writes at a time, one of them of two transactions. */
export const metadataStoreModel: MachineModel = {
  id: 'metadataStore',
  machine: metadataStoreMachine,
  starts: [{ name: 'a node', input: ({ recorder }): MetadataStoreInput => ({ name: 'node-1/metadata', recorder }) }],
  events: (snapshot, { neighbour }) => {
    const { writes }: MetadataStoreContext = snapshot.context;
    const open = items(writes).map(({ writer }) => writer);
    return [
      ...writers.flatMap(([writer, transactions]) =>
        open.includes(writer)
          ? [named(`WRITE.WITHDRAWN (${writer})`, { type: 'WRITE.WITHDRAWN', writer })]
          : [named(`WRITE.REQUESTED (${writer})`, { type: 'WRITE.REQUESTED', writer, micros, transactions, requester: neighbour(writer) })],
      ),
      ...(snapshot.value === 'writing' ? [delayElapsed('transaction', 'metadataStore.writing', micros)] : []),
    ];
  },
  project: (snapshot) => {
    const { writes }: MetadataStoreContext = snapshot.context;
    return items(writes).map(({ writer, transactions }) => [writer, transactions]);
  },
};
