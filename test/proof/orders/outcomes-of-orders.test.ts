import { expect, it } from 'vitest';
import { type OrderedSystem, outcomesOfOrders } from '../../../src/proof/orders/outcomes-of-orders.ts';

/** A system that says an error by the order. */
function system(
  errorOf: (order: { seed: number; inTurn: boolean }) => string,
): OrderedSystem<{ name: string }> {
  return {
    run: async ({ name, order }) => {
      const result = { at: 0, call: 'c1', type: 'result', error: errorOf(order) };
      return { script: name, trace: [result], choices: order.inTurn ? 0 : 3 };
    },
  };
}
const errorsOf = (counts: readonly { readonly outcome: readonly object[] }[]) =>
  counts.map(({ outcome }) => (outcome[0] as { error: string }).error);

it('calls odd what no sequence comes to', async () => {
  const outcomes = await outcomesOfOrders(
    { name: 's' },
    system(({ seed, inTurn }) => (inTurn || seed > 1 ? 'usual' : 'odd')),
    5,
  );
  expect(errorsOf(outcomes.inTurn)).toEqual(['usual']);
  expect(outcomes.odd).toMatchObject([{ orders: 2 }]);
  expect(errorsOf(outcomes.odd)).toEqual(['odd']);
});

it('looks for a rare sequence before it calls an outcome odd', async () => {
  const outcomes = await outcomesOfOrders(
    { name: 's' },
    system(({ seed, inTurn }) => ((inTurn && seed === 40) || (!inTurn && seed === 1) ? 'rare' : 'usual')),
    5,
  );
  expect(outcomes.odd).toEqual([]);
  expect(errorsOf(outcomes.inTurn)).toEqual(['usual', 'rare']);
  expect(outcomes).toMatchObject({ orders: 55, choices: 15 });
});

it('rejects where the script cannot be played', async () => {
  const refusing: OrderedSystem<{ name: string }> = {
    run: async () => ({ script: 's', trace: [{ at: 0, type: 'oracle-error' }] }),
  };
  await expect(outcomesOfOrders({ name: 's' }, refusing, 1)).rejects.toThrow('oracle-error');
});
