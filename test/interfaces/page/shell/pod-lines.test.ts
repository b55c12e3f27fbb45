import { expect, test } from 'vitest';
import { podLines } from '../../../../src/interfaces/page/shell/pod-lines.ts';
import { barsOf, rowOf, viewOf } from '../timeline/sample-view.ts';

const failure = { atMs: 30, reason: 'ErrImagePull', error: 'no such host' };
const ran = (waitMs: number, arrivedMs = 0) =>
  barsOf(
    [
      ['waitingForSlot', waitMs],
      ['running', 100],
    ],
    arrivedMs,
  );
const waited = barsOf([
  ['downloading', 30],
  ['backingOff', 40],
  ['downloading', 30],
  ['backingOff', 70],
]);

test('a pod has a line with the longest of its waits, and where it is', () => {
  const view = viewOf(
    [rowOf('a', 'web', ran(40)), rowOf('a', 'api', waited, { failures: [failure, failure] })],
    170,
  );
  expect(podLines(view)).toEqual([
    {
      key: 'a uid-web default/web',
      node: 'a',
      namespace: 'default',
      pod: 'web',
      containers: 1,
      toRunningMs: 40,
      waitMs: 40,
      waitPhase: 'waitingForSlot',
      failures: 0,
      state: 'running',
      firstRow: 0,
      waitRow: 0,
      waitBar: 0,
    },
    {
      key: 'a uid-api default/api',
      node: 'a',
      namespace: 'default',
      pod: 'api',
      containers: 1,
      toRunningMs: undefined,
      waitMs: 70,
      waitPhase: 'backingOff',
      failures: 2,
      state: 'backing off',
      firstRow: 1,
      waitRow: 1,
      waitBar: 3,
    },
  ]);
});

test('it runs when the last of its containers and sidecars does, counted from its arrival', () => {
  const toRunning = (...rows: Parameters<typeof rowOf>[3][]) =>
    podLines(
      viewOf(
        rows.map((more) => rowOf('a', 'web', ran(0), { arrivedMs: 100, ...more })),
        900,
      ),
    )[0]?.toRunningMs;
  expect(toRunning({ runningAtMs: 150 }, { runningAtMs: 190 }, { runningAtMs: 120 })).toBe(90);
  expect(toRunning({ runningAtMs: 150 }, { kind: 'sidecar', runningAtMs: 400 })).toBe(300);
  expect(
    toRunning(
      { runningAtMs: 150 },
      { kind: 'init', runningAtMs: 400 },
      { kind: 'imageVolume', runningAtMs: 500 },
    ),
  ).toBe(50);
  const { runningAtMs: _, ...never } = rowOf('a', 'web', waited, { arrivedMs: 100 });
  const rows = [rowOf('a', 'web', ran(0)), never, rowOf('a', 'web', ran(9))];
  expect(podLines(viewOf(rows, 900))[0]?.toRunningMs).toBeUndefined();
});

test('it is in the state of its first container that does not run; init containers and volumes are over by then', () => {
  const state = (...rows: Parameters<typeof rowOf>[3][]) =>
    podLines(
      viewOf(
        rows.map((more) => rowOf('a', 'web', ran(0), more)),
        900,
      ),
    )[0]?.state;
  expect(state({ state: 'running' }, { state: 'backingOff' }, { state: 'downloading' })).toBe('backing off');
  expect(
    state({ kind: 'init', state: 'ended' }, { kind: 'imageVolume', state: 'ended' }, { state: 'running' }),
  ).toBe('running');
  expect(state({ kind: 'sidecar', state: 'starting' }, { state: 'unpacking' })).toBe('starting');
});

test('of two waits as long the first is told; its turn before others is no wait', () => {
  const turn = barsOf([
    ['waitingToStart', 500],
    ['waitingForSlot', 40],
    ['running', 900],
  ]);
  expect(podLines(viewOf([rowOf('a', 'web', turn), rowOf('a', 'web', ran(40))], 900))).toMatchObject([
    { containers: 2, waitMs: 40, waitPhase: 'waitingForSlot', waitRow: 0, waitBar: 1 },
  ]);
  const none = rowOf('b', 'idle', barsOf([['running', 5]]));
  expect(podLines(viewOf([rowOf('a', 'web', turn), none], 900))[1]).toMatchObject({
    waitMs: 0,
    waitPhase: undefined,
    firstRow: 1,
    waitRow: 1,
  });
});

test('images that are pulled ahead are no pod’s, and a pod that came back is another', () => {
  const { pod: _, ...ahead } = rowOf('a', 'x', ran(40));
  const again = rowOf('a', 'web', ran(1), { pod: { namespace: 'default', name: 'web', uid: 'uid-2' } });
  expect(
    podLines(viewOf([ahead, rowOf('a', 'web', ran(1)), again, rowOf('b', 'web', ran(1))], 900)).map(
      ({ key }) => key,
    ),
  ).toEqual(['a uid-web default/web', 'a uid-2 default/web', 'b uid-web default/web']);
});
