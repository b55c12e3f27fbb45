import { describe, expect, it } from 'vitest';
import { everyFetchEnds, layersFetchedOnce } from '../../../../src/run/invariants/runtime/layer-fetches.ts';
import { fault, fetch, type Line, node, runtime, stored, traceOf } from '../trace-of.ts';

// docs/measurements.md R6 and R7: layers in flight are shared, those on disk skipped.

const once = [fetch(1, 'a', 'started'), fetch(2, 'a', 'fetched')];
const again = fetch(9, 'b', 'started');
const present = (at: number, name: string) =>
  stored(at, 'present', { kind: 'pull', actor: `node-1/images/kubelet/default/${name}/app` });
const check = (...lines: Line[]) => layersFetchedOnce.check(traceOf([node()], lines));

it('holds for other layers and other nodes, and after a removal, a failure or a lost pull', () => {
  expect(
    check(
      ...once,
      fetch(3, 'b', 'started', 'sha256:b'),
      fetch(3, 'node-2/a/app', 'started'),
      present(9, 'a'),
    ),
  ).toEqual([]);
  expect(check(...once, present(4, 'a'), stored(5, 'removed'), again)).toEqual([]);
  expect(check(...once, again, runtime(10, 'a', 'PullImage'), present(11, 'a'))).toEqual([]);
  expect(check(...once, fault(5, 'kubeletRestart'), again, present(11, 'a'))).toEqual([]);
});

it('holds for a layer that a pull fetched after another of its layers had failed, before it learned of that', () => {
  // Of a pull that fails there is no image, so that nothing shows which of its layers stay.
  expect(
    check(
      fetch(1, 'a', 'failed', 'sha256:b'),
      fetch(2, 'a', 'started'),
      fetch(3, 'a', 'fetched'),
      again,
      present(11, 'b'),
    ),
  ).toEqual([]);
});

it('finds a layer that comes twice, once it shows that the pull that fetched it has not failed', () => {
  expect(check(...once, present(4, 'a'), again)).toEqual([
    { record: 4, message: 'sha256:a comes again: record 1 fetched it' },
  ]);
  expect(check(...once, again, present(11, 'a'))).toEqual([
    { record: 4, message: 'sha256:a comes again at record 3: record 1 fetched it' },
  ]);
  expect(check(...once, fetch(3, 'b', 'failed'), present(4, 'a'), again)).toHaveLength(1);
});

describe('every fetch ends', () => {
  const check = (lines: Line[], reason: 'settled' | 'horizon' | undefined = 'settled') =>
    everyFetchEnds.check(traceOf([node()], lines, reason));

  it('holds where each layer came or failed, and where the kubelet stopped', () => {
    expect(
      check([
        fetch(0, 'a', 'started'),
        fetch(5, 'a', 'fetched'),
        fetch(6, 'a', 'started'),
        fetch(7, 'a', 'failed'),
      ]),
    ).toEqual([]);
    expect(check([fetch(0, 'a', 'started'), fault(3, 'nodeReboot')])).toEqual([]);
  });

  it('finds a layer that hangs, but only at the end of a settled run', () => {
    expect(check([fetch(0, 'a', 'started')])).toEqual([
      { record: 1, message: 'the run is settled, but sha256:a is still being fetched' },
    ]);
    expect(check([fetch(0, 'a', 'started')], 'horizon')).toEqual([]);
    expect(everyFetchEnds.check(traceOf([node()], [fetch(0, 'a', 'started')]))).toEqual([]);
  });
});
