import { describe, expect, test } from 'vitest';
import type { SerialPullerContext } from '../../../../machines/pull/serial-puller.ts';
import { serialPullerModel } from '../../../../src/proof/models/pull/serial-puller-model.ts';
import { expectGrantedInTurn } from '../granted-in-turn.ts';
import { onEvery, waysOf } from '../ways.ts';

const ways = waysOf(serialPullerModel);

// serialImagePuller in pkg/kubelet/images/puller.go (v1.14 to v1.36.3): one goroutine, a channel of ten.
describe('the serial puller, on every path and on random walks', () => {
  test('serves one at a time, in the order of asking, the blocked ones too', () => {
    onEvery(ways, (way) => expectGrantedInTurn(way, { slotsMax: 1 }));
  });

  test('keeps at most ten in its channel, and lets callers block only while it is full', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, state } of steps) {
        const { queue, blocked }: SerialPullerContext = snapshot.context;
        expect(queue.size).toBeLessThanOrEqual(10);
        expect(state === 'blocking').toBe(blocked.size > 0);
        if (blocked.size > 0) expect(queue.size).toBe(10);
        if (state === 'idle') expect(queue.size).toBe(0);
      }
    });
  });
});
