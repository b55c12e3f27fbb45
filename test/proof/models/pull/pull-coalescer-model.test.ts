import { describe, expect, test } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { pullCoalescerMachine } from '../../../../machines/pull/pull-coalescer.ts';
import { pullCoalescerModel } from '../../../../src/proof/models/pull/pull-coalescer-model.ts';
import { entries } from '../../../../src/rules/collections/sorted-map.ts';
import { onEvery, waysOf } from '../ways.ts';

const ways = waysOf(pullCoalescerModel);

/** Without those of the report of an event that is not known. */
const answers = (said: readonly { readonly to: string; readonly message: { readonly type: string } }[]) =>
  said.filter(({ message: { type } }) => type.startsWith('LEAD.'));

// What kubernetes/kubernetes#139591 says of itself: the first caller of an image pulls, those after it wait for it.
describe('the coalescer of pulls, on every path and on random walks', () => {
  test('lets the first pull of an image lead, names it to those after it, and lets all of them go when it ends', () => {
    onEvery(ways, ({ steps }) => {
      const waiting = new Map<string, string[]>();
      for (const { sent, said } of steps) {
        const { type, key = '', holder = '' } = sent as { type: string; key?: string; holder?: string };
        const known = waiting.get(key);
        if (type === 'LEAD.REQUESTED' && known === undefined) {
          waiting.set(key, [holder]);
          expect(answers(said)).toMatchObject([{ to: holder, message: { type: 'LEAD.GRANTED' } }]);
        } else if (type === 'LEAD.REQUESTED') {
          known?.push(holder);
          expect(answers(said)).toMatchObject([
            { to: holder, message: { type: 'LEAD.TAKEN', leader: known?.[0] } },
          ]);
        } else if (type === 'LEAD.RELEASED' && known !== undefined) {
          expect(answers(said)).toMatchObject(
            known.slice(1).map((to) => ({ to, message: { type: 'LEAD.ENDED' } })),
          );
          waiting.delete(key);
        } else expect(answers(said)).toEqual([]);
      }
    });
  });

  test('is idle exactly if no image is led, and nobody is left to be dismissed', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot, state } of steps) {
        const { leads, dismissed }: ContextFrom<typeof pullCoalescerMachine> = snapshot.context;
        expect(state).toBe(entries(leads).length === 0 ? 'idle' : 'leading');
        expect(dismissed.size).toBe(0);
      }
    });
  });
});
