import { expect, it } from 'vitest';
import {
  createPullScript,
  scriptFor,
  withCallCounted,
} from '../../../../src/rules/runtime/images/pull-script.ts';

// src/inputs/scenario/fault-rows.ts: what pullFails (with `times`) and pullTakes promise.
it('a scripted failure that is still owed comes before a scripted duration', () => {
  const fails = createPullScript(
    'f',
    {
      kind: 'pullFails',
      image: 'app:1',
      error: 'boom',
      takesMicros: 5,
      times: 1,
    },
    'n',
  );
  const takes = createPullScript('t', { kind: 'pullTakes', image: 'app:1', takesMicros: 9 }, 'n');
  if (fails === undefined || takes === undefined) throw new Error('both are scripts');
  const scripts = [takes, fails];
  expect(scriptFor(scripts, 'app:1')).toBe(fails);
  expect(scriptFor(scripts, 'db:1')).toBeUndefined();
  const used = withCallCounted(scripts, fails);
  expect(scriptFor(used, 'app:1')).toBe(takes);
  expect(withCallCounted(used, takes)).toEqual(used);
  expect(createPullScript('s', { kind: 'stall' }, 'n')).toBeUndefined();
});

it('of another node is none', () => {
  const fault = { kind: 'pullTakes', node: 'a', image: 'app:1', takesMicros: 9 } as const;
  expect(createPullScript('t', fault, 'a')).toBeDefined();
  expect(createPullScript('t', fault, 'b')).toBeUndefined();
});
