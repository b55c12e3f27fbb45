import { expect, it } from 'vitest';
import { hasPullsOutOfOrder } from '../../../src/proof/orders/pulls-out-of-order.ts';

const told = (at: number, call: string) => ({ at, call, type: 'event', reason: 'Pulling' });
const begun = (at: number, call: string) => ({ at, call, type: 'runtime', op: 'PullImage' });

it('is seen where a pull begins before one that was told of earlier', () => {
  const inOrder = [told(1, 'c1'), begun(10, 'c1'), told(2, 'c2'), begun(20, 'c2')];
  expect(hasPullsOutOfOrder({ script: 's', trace: inOrder })).toBe(false);
  const overtaken = [told(1, 'c1'), begun(20, 'c1'), told(2, 'c2'), begun(10, 'c2')];
  expect(hasPullsOutOfOrder({ script: 's', trace: overtaken })).toBe(true);
});
