import { describe, expect, test } from 'vitest';
import type { ProcessorContext } from '../../../machines/runtime/processor.ts';
import { entries } from '../../../src/collections/sorted-map.ts';
import { processorModel } from '../../../src/models/runtime/processor-model.ts';
import { nextEndMicros } from '../../../src/runtime/network/flow-table.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

// Two cores saturate with two unpackings (docs/measurements.md R5).
const ways = waysOf(processorModel);

describe('the processor', () => {
  test('tells each work of its end once, unless it is cancelled', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const beginning = upTo(replay, index);
        const left = entries((snapshot.context as ProcessorContext).works.flows).length;
        const cancelled = sentOf(beginning, 'WORK.CANCELLED').filter(({ id }) => id !== 'none').length;
        expect(sentOf(beginning, 'WORK.REQUESTED')).toHaveLength(left + cancelled + saidOf(beginning, 'WORK.FINISHED').length);
      });
    });
  });

  test('lets no work end sooner than it would alone, and two of them not sooner than one after the other where there is room for one', () => {
    onEvery(ways, ({ start, steps }) => {
      const begun = new Map<string, { readonly atMicros: number; readonly micros: number }>();
      let busyMicros = 0;
      for (const { sent, said, atMicros } of steps) {
        const { id, micros } = sent as unknown as { readonly id: string; readonly micros: number };
        if (sent.type === 'WORK.REQUESTED') begun.set(id, { atMicros, micros });
        for (const { to } of said.filter(({ message }) => message.type === 'WORK.FINISHED')) {
          const work = begun.get(to) ?? { atMicros: 0, micros: Infinity };
          expect(atMicros - work.atMicros).toBeGreaterThanOrEqual(work.micros);
          busyMicros += work.micros;
        }
        if (start === 'processors for one work') expect(busyMicros).toBeLessThanOrEqual(atMicros);
      }
    });
  });

  test('waits for an end exactly while there is work', () => {
    onEvery(ways, ({ steps }) => {
      for (const { state, snapshot } of steps) {
        expect(state).toBe(nextEndMicros((snapshot.context as ProcessorContext).works) < Infinity ? 'working' : 'idle');
      }
    });
  });
});
