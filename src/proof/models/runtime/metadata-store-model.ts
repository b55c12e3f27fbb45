import { firstEndMicros, metadataStoreMachine } from '../../../../machines/runtime/metadata-store.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { delayElapsed, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(metadataStoreMachine);

const micros = 900;

const writers = [
  ['blob', 1],
  ['another blob', 1],
  ['snapshots', 3],
] as const;

/**
 * Up to three writes at a time, one of them of three transactions. They come and go at once, or a transaction
 * and a half later.
 */
export const metadataStoreModel = model({
  input: ({ recorder, clock }) => ({ name: 'node-1/metadata', recorder, clock }),
  starts: { 'a node': {} },
  events: ({ context, state, world: { neighbour } }) => {
    const open = items(context.writes).map(({ writer }) => writer);
    const untilEnd = open.length === 0 ? micros : firstEndMicros(context) - context.input.clock.nowMicros();
    // Time does not pass the end of a write, because the timer comes first.
    const later = Math.min(1.5 * micros, untilEnd);
    return [
      ...writers.flatMap(([writer, transactions]) =>
        open.includes(writer)
          ? [
              named(`WRITE.WITHDRAWN (${writer})`, { writer }),
              named(`WRITE.WITHDRAWN (${writer}, later)`, { writer }, later),
            ]
          : [
              named(
                `WRITE.REQUESTED (${writer})`,
                { writer, micros, transactions, requester: neighbour(writer) },
                later,
              ),
            ],
      ),
      ...(state === 'writing' ? [delayElapsed('untilFirstEnd', 'metadataStore.writing', untilEnd)] : []),
    ];
  },
  project: ({ context }) => {
    const { writes, begunMicros, input } = context;
    const sinceMicros = writes.size === 0 ? 0 : input.clock.nowMicros() - begunMicros;
    return [sinceMicros, items(writes).map(({ writer, transactions }) => [writer, transactions])];
  },
});
