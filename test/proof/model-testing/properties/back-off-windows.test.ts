import { expect, it } from 'vitest';
import type { Entry } from '../../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import type { Script, ScriptCall } from '../../../../src/proof/conformance/imagemanager/script.ts';
import { brokenBy, call, scriptOf, traced } from '../judged-script.ts';

// client-go/util/flowcontrol/backoff.go; what the real kubelet does with such scripts is in test/proof/conformance.

const pod = { namespace: 'ns', name: 'p', uid: 'p' };
const tries = (...seconds: number[]): ScriptCall[] =>
  seconds.map((s, index) => call(s * 1_000, `c${index}`, { pod, image: 'gone' }));
const message = (script: Script, as: Script) => brokenBy(script, traced(as))['back-off-windows'];

it('holds for windows of 10, 20, 40 … 300 s from the end of a failure, and anew after more than twice the maximum', () => {
  // Each pull takes a second: failures at 1, 12, 33, 74, 155, 316, 617 s; called at the very end of each
  // window, and just before.
  const script = scriptOf(
    tries(0, 10.999, 11, 31.999, 32, 73, 154, 315, 616, 916.999, 917, 1518.002, 1529.001, 1529.002),
  );
  const pulls = traced(script).trace.filter((entry) => entry.type === 'runtime' && entry.op === 'PullImage');
  expect(pulls.map((entry) => entry.at / 1_000)).toEqual([
    0, 11, 32, 73, 154, 315, 616, 917, 1518.002, 1529.002,
  ]);
  expect(message(script, script)).toBeUndefined();
});

it.each<[string, Partial<Script['kubelet']>, ScriptCall[]]>([
  ['is not doubled', { imagePullBackOff: { initialMs: 10_000, maxMs: 10_000 } }, tries(0, 11, 22)],
  [
    'is not capped',
    { imagePullBackOff: { initialMs: 10_000, maxMs: 3_000_000 } },
    tries(0, 11, 32, 73, 154, 315, 617),
  ],
  ['begins too short', { imagePullBackOff: { initialMs: 9_000, maxMs: 300_000 } }, tries(0, 10)],
  ['is not kept at all', { imagePullBackOff: { initialMs: 0, maxMs: 0 } }, tries(0, 5)],
])('finds a window that %s', (_, other, calls) => {
  const script = scriptOf(calls);
  const calls_ = [...calls, call(950_000, 'last', { pod, image: 'gone' })];
  expect(message(script, scriptOf(calls))).toBeUndefined();
  expect(message({ ...script, calls: calls_ }, scriptOf(calls_, other))).toBeDefined();
});

it('finds a back-off that a success resets', () => {
  const runtime = {
    pulls: { 'web:latest': [{ error: 'no' }, { ref: 'r' }, { error: 'no' }, { error: 'no' }] },
  };
  const script = scriptOf(
    [0, 10, 11, 31].map((s, index) => call(s * 1_000, `c${index}`, { pod, policy: 'Always' })),
    {},
    runtime,
  );
  expect(message(script, script)).toBeUndefined();
  // The third call fails at 11 s, so the window is 20 s; a system that had forgotten the first would wait for
  // 10 s only.
  const early = { ...script, calls: script.calls.with(3, call(25_000, 'c3', { pod, policy: 'Always' })) };
  const resetting = traced(script, (entry) =>
    'call' in entry && entry.call === 'c3' ? { ...entry, at: 25_000 } : entry,
  );
  expect(brokenBy(early, resetting)['back-off-windows']).toBe(
    'pulls at 25000 ms, though its back-off of 20000 ms lasts until 31000 ms',
  );
});

it('finds a key that is shared by pods, or by spellings of an image', () => {
  const script = scriptOf([
    call(0, 'a', { image: 'gone' }),
    call(5_000, 'b', { image: 'gone' }),
    call(5_000, 'c', { pod: call(0, 'a').pod, image: 'gone:latest' }),
  ]);
  expect(message(script, script)).toBeUndefined();
  const refused = (id: string): Entry[] => [
    { at: 5_000, call: id, type: 'event', eventType: 'Normal', reason: 'BackOff', message: 'x' },
    { at: 5_000, call: id, type: 'result', imageRef: '', error: 'ImagePullBackOff', message: 'x' },
  ];
  for (const id of ['b', 'c']) {
    const trace = traced(script, (entry) => ('call' in entry && entry.call === id ? undefined : entry));
    expect(brokenBy(script, { ...trace, trace: [...trace.trace, ...refused(id)] })).toEqual({
      'back-off-windows': 'is refused, though nothing has failed',
    });
  }
});

it('says nothing of a call in the very instant of a failure', () => {
  const script = scriptOf([...tries(0), call(1_000, 'same', { pod, image: 'gone' })]);
  expect(message(script, script)).toBeUndefined();
});
