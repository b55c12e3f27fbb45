import { expect, it } from 'vitest';
import { layersFetchedOnce } from '../../src/invariants/layers-fetched-once.ts';
import { fault, fetch, type Line, node, stored, traceOf } from './trace-of.ts';

// shared/runtime-runs R6 and R7: layers in flight are shared, those on disk skipped.

const once = [fetch(1, 'a', 'started'), fetch(2, 'a', 'fetched')];
const again = fetch(9, 'b', 'started');
const check = (...lines: Line[]) => layersFetchedOnce.check(traceOf([node()], lines));

it('holds for other layers and other nodes, and after a removal, a failure or a lost pull', () => {
  expect(check(...once, fetch(3, 'b', 'started', 'sha256:b'), fetch(3, 'node-2/a/app', 'started'))).toEqual([]);
  expect(check(...once, stored(5, 'removed'), again)).toEqual([]);
  expect(check(fetch(1, 'a', 'started'), fetch(2, 'a', 'failed'), again)).toEqual([]);
  expect(check(...once, fault(5, 'kubeletRestart'), again)).toEqual([]);
});

it('finds a layer that comes twice, at once or later', () => {
  expect(check(...once, again)).toEqual([{ record: 3, message: 'sha256:a comes again: record 1 fetched it' }]);
  expect(check(fetch(1, 'a', 'started'), again)).toHaveLength(1);
  expect(check(...once, fetch(3, 'b', 'failed'), again)).toHaveLength(1);
});
