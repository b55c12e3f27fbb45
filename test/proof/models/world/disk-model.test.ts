import { describe, expect, test } from 'vitest';
import type { DiskContext } from '../../../../machines/world/disk.ts';
import { diskModel } from '../../../../src/proof/models/world/disk-model.ts';
import { onEvery, waysOf } from '../ways.ts';

// ENOSPC: a write that fails takes nothing.
const ways = waysOf(diskModel);

describe('the disk', () => {
  test('never holds less than nothing nor more than its capacity', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const {
          input: { capacityBytes },
          usedBytes,
        }: DiskContext = snapshot.context;
        expect(usedBytes).toBeGreaterThanOrEqual(0);
        expect(usedBytes).toBeLessThanOrEqual(capacityBytes ?? Number.POSITIVE_INFINITY);
      }
    });
  });

  test('refuses exactly what it does not take: where it does not fit, or a fault fills it', () => {
    onEvery(ways, ({ steps }) => {
      steps.forEach(({ sent, said }, index) => {
        if (sent.type !== 'SPACE.TAKEN') return;
        const before: DiskContext | undefined = steps[index - 1]?.snapshot.context;
        const after: DiskContext | undefined = steps[index]?.snapshot.context;
        if (before === undefined || after === undefined) throw new Error('space is taken at the start');
        const fits = before.usedBytes + 40 <= (before.input.capacityBytes ?? Number.POSITIVE_INFINITY);
        const isRefused = before.faults.length > 0 || !fits;
        expect(said.filter(({ to }) => to === 'user').map(({ message }) => message.type)).toEqual(
          isRefused ? ['DISK.FULL'] : [],
        );
        expect(after.usedBytes - before.usedBytes).toBe(isRefused ? 0 : 40);
      });
    });
  });

  test('names a fault as the reason exactly while one is in force', () => {
    onEvery(ways, ({ steps }) => {
      for (const { said, snapshot } of steps) {
        const { faults }: DiskContext = snapshot.context;
        const reasons = said.filter(({ to }) => to === 'user').map(({ message }) => message.fault);
        expect(reasons).toEqual(reasons.map(() => faults[0]));
      }
    });
  });
});
