import { expect, it } from 'vitest';
import { everyFetchEnds } from '../../../src/invariants/runtime/every-fetch-ends.ts';
import { fault, fetch, type Line, node, traceOf } from '../trace-of.ts';

const check = (lines: Line[], reason: 'settled' | 'horizon' | undefined = 'settled') =>
  everyFetchEnds.check(traceOf([node()], lines, reason));

it('holds where each layer came or failed, and where the kubelet stopped', () => {
  expect(check([fetch(0, 'a', 'started'), fetch(5, 'a', 'fetched'), fetch(6, 'a', 'started'), fetch(7, 'a', 'failed')])).toEqual([]);
  expect(check([fetch(0, 'a', 'started'), fault(3, 'nodeReboot')])).toEqual([]);
});

it('finds a layer that hangs, but only at the end of a settled run', () => {
  expect(check([fetch(0, 'a', 'started')])).toEqual([{ record: 1, message: 'the run is settled, but sha256:a is still being fetched' }]);
  expect(check([fetch(0, 'a', 'started')], 'horizon')).toEqual([]);
  expect(everyFetchEnds.check(traceOf([node()], [fetch(0, 'a', 'started')]))).toEqual([]);
});
