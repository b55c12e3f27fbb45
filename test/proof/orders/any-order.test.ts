import { expect, it } from 'vitest';
import type { TraceEntry } from '../../../src/proof/conformance/script-kind.ts';
import { inAnyOrder, outcomeOf } from '../../../src/proof/orders/any-order.ts';

const trace = (...entries: readonly (TraceEntry & Record<string, unknown>)[]) => ({
  script: 's',
  trace: entries,
});
const runtime = (at: number, call: string, op = 'PullImage') => ({ at, call, type: 'runtime', op });

it('takes calls of one time in any order', () => {
  expect(inAnyOrder(trace(runtime(0, 'c2'), runtime(0, 'c1')))).toEqual(
    inAnyOrder(trace(runtime(0, 'c1'), runtime(0, 'c2'))),
  );
});

it('keeps the order of what one call does, and of times', () => {
  const status = runtime(0, 'c1', 'ImageStatus');
  expect(inAnyOrder(trace(status, runtime(0, 'c1')))).not.toEqual(
    inAnyOrder(trace(runtime(0, 'c1'), status)),
  );
  expect(inAnyOrder(trace(runtime(0, 'c2'), runtime(1, 'c1')))).not.toEqual(
    inAnyOrder(trace(runtime(0, 'c1'), runtime(1, 'c2'))),
  );
});

it('takes entries of no call in any order, and counts them', () => {
  const removed = (image: string) => ({ at: 0, type: 'runtime', op: 'RemoveImage', image });
  expect(inAnyOrder(trace(removed('b'), removed('a')))).toEqual(
    inAnyOrder(trace(removed('a'), removed('b'))),
  );
  expect(inAnyOrder(trace(removed('a'), removed('a')))).toHaveLength(2);
});

it('looks at the pull records when a time is over', () => {
  const records = (at: number, contents: object) => ({ at, type: 'records', ...contents });
  const entries = trace(
    records(0, { pulling: { x: 1 } }),
    records(0, { pulling: {}, pulled: { x: 1 } }),
    records(5, { pulling: { y: 1 } }),
    records(5, { pulling: {} }),
  );
  expect(inAnyOrder(entries)).toEqual([{ at: 0, type: 'records', pulling: {}, pulled: { x: 1 } }]);
});

it('comes to the results, and to what is left of the records', () => {
  const result = { at: 1, call: 'c1', type: 'result', error: '' };
  expect(outcomeOf(trace(runtime(0, 'c1'), result, { at: 1, type: 'metric', value: 1 }))).toEqual([result]);
});
