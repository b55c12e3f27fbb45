import type { MetadataStoreEvent } from '../../../machines/runtime/metadata-store.ts';
import {
  firstEndMicros,
  type MetadataStoreContext,
  type MetadataStoreInput,
  metadataStoreMachine,
} from '../../../machines/runtime/metadata-store.ts';
import { items } from '../../collections/fifo.ts';
import type { MachineModel } from '../machine-model.ts';
import { delayElapsed, modelEvent } from '../model-event.ts';

const named = modelEvent<MetadataStoreEvent>;

const micros = 900;

const writers = [
  ['blob', 1],
  ['another blob', 1],
  ['snapshots', 3],
] as const;

/** Up to three writes at a time, one of them of three transactions. They come and go at once, or a transaction and a half later. */
export const metadataStoreModel: MachineModel = {
  id: 'metadataStore',
  machine: metadataStoreMachine,
  starts: [{ name: 'a node', input: ({ recorder, clock }): MetadataStoreInput => ({ name: 'node-1/metadata', recorder, clock }) }],
  events: (snapshot, { neighbour }) => {
    const context: MetadataStoreContext = snapshot.context;
    const open = items(context.writes).map(({ writer }) => writer);
    const untilEnd = open.length === 0 ? micros : firstEndMicros(context) - context.input.clock.nowMicros();
    // Time does not pass the end of a write, because the timer comes first.
    const later = Math.min(1.5 * micros, untilEnd);
    return [
      ...writers.flatMap(([writer, transactions]) =>
        open.includes(writer)
          ? [
              named(`WRITE.WITHDRAWN (${writer})`, { type: 'WRITE.WITHDRAWN', writer }),
              named(`WRITE.WITHDRAWN (${writer}, later)`, { type: 'WRITE.WITHDRAWN', writer }, later),
            ]
          : [
              named(
                `WRITE.REQUESTED (${writer})`,
                { type: 'WRITE.REQUESTED', writer, micros, transactions, requester: neighbour(writer) },
                later,
              ),
            ],
      ),
      ...(snapshot.value === 'writing' ? [delayElapsed('untilFirstEnd', 'metadataStore.writing', untilEnd)] : []),
    ];
  },
  project: (snapshot) => {
    const { writes, begunMicros, input }: MetadataStoreContext = snapshot.context;
    const sinceMicros = writes.size === 0 ? 0 : input.clock.nowMicros() - begunMicros;
    return [sinceMicros, items(writes).map(({ writer, transactions }) => [writer, transactions])];
  },
};
