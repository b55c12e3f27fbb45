import { expect, it } from 'vitest';
import { noLostWaiter } from '../../../../src/run/invariants/kubelet/no-lost-waiter.ts';
import { fault, fetch, type Line, node, pull, runtime, traceOf } from '../trace-of.ts';

const asked = (pod: string) => pull(0, pod, 'waiting');
const granted = (pod: string) => [asked(pod), pull(0, pod, 'pulling'), runtime(0, pod, 'PullImage')];
const check = (lines: Line[], reason: 'settled' | 'horizon' = 'horizon', endMs = 60_000) =>
  noLostWaiter.check(traceOf([node()], lines, reason, endMs));

it('holds where every pull is answered or its kubelet has stopped', () => {
  expect(check([...granted('a'), pull(1, 'a', 'pulled')], 'settled')).toEqual([]);
  expect(check([...granted('a'), fault(1, 'nodeReboot')], 'settled')).toEqual([]);
});

it('holds at the horizon for what a layer, a slot or a script holds', () => {
  expect(check([...granted('a'), fetch(1, 'a', 'started'), asked('b')])).toEqual([]);
  expect(check([fault(0, 'pullTakes', 'web:1'), ...granted('a')])).toEqual([]);
  expect(check([...granted('a'), fetch(1, 'a', 'shared')])).toEqual([]);
  expect(check(granted('a'), 'horizon', 5_000)).toEqual([]);
});

it('holds for a manifest that waits for a download slot while layers arrive, though no record says so', () => {
  const answered: Line = [
    1,
    'node-1/images/kubelet/default/a/app#fetch-0',
    {
      type: 'request',
      state: 'answered',
      method: 'HEAD',
      kind: 'tag',
      registry: 'docker.io',
      image: 'web:1',
      status: 200,
    },
  ];
  const other = [...granted('b'), fetch(1, 'b', 'started')];
  expect(check([...other, ...granted('a'), answered])).toEqual([]);
  expect(
    check([...other, pull(2, 'b', 'pulled'), fetch(2, 'b', 'fetched'), ...granted('a'), answered]),
  ).toHaveLength(1);
});

it('finds a pull that nothing holds', () => {
  expect(check(granted('a'), 'settled')).toEqual([
    { record: 2, message: 'the run is settled, but node-1/kubelet/default/a/app has no answer' },
  ]);
  expect(check([asked('a')])).toEqual([
    { record: 1, message: 'node-1/kubelet/default/a/app waits at the end, and nothing says for what' },
  ]);
  expect(check(granted('a'))).toHaveLength(1);
  expect(check([...granted('a'), fetch(1, 'a', 'started'), fetch(2, 'a', 'fetched')])).toHaveLength(1);
  expect(check([fault(0, 'pullTakes', 'other:1'), ...granted('a')])).toHaveLength(1);
});

it('waits as long as the fixed costs that the scenario sets', () => {
  const slow = { ...node(), fixedCosts: { imageStatus: 120_000, commitPerMegabyte: 1_000 } };
  const over = (pods: readonly string[], endMs: number) =>
    noLostWaiter.check(traceOf([slow], pods.flatMap(granted), 'horizon', endMs));
  expect(over(['a'], 130_000)).toEqual([]);
  expect(over(['a'], 131_000)).toHaveLength(1);
  // One waits for the other's writes.
  expect(over(['a', 'b'], 260_000)).toEqual([]);
  const layer = [...granted('a'), fetch(1, 'a', 'started'), fetch(2, 'a', 'fetched')];
  const megabytes = layer.reduce(
    (sum, [, , observation]) => ('bytes' in observation ? Math.max(sum, observation.bytes / 1e6) : sum),
    0,
  );
  expect(noLostWaiter.check(traceOf([slow], layer, 'horizon', 130_000 + megabytes * 1_000))).toEqual([]);
});

it('holds for a pull whose manifest another pull of the image has asked for', () => {
  const request = (pod: string, kind: 'tag' | 'manifest', state: 'sent' | 'answered'): Line => [
    1,
    `node-1/images/kubelet/default/${pod}/app#fetch-0`,
    {
      type: 'request',
      state,
      method: 'GET',
      kind,
      registry: 'docker.io',
      image: 'web:1',
      ...(state === 'sent' ? {} : { status: 200 }),
    },
  ];
  const resolved = [
    ...granted('a'),
    ...granted('b'),
    request('a', 'tag', 'answered'),
    request('b', 'tag', 'answered'),
  ];
  expect(check([...resolved, request('b', 'manifest', 'sent')])).toEqual([]);
  expect(
    check([
      ...resolved,
      request('b', 'manifest', 'sent'),
      request('b', 'manifest', 'answered'),
      pull(2, 'b', 'pulled'),
    ]),
  ).toHaveLength(1);
});
