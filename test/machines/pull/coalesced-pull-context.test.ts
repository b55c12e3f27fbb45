import { expect, test } from 'vitest';
import { type CoalescedPullContext, coalescingKey } from '../../../machines/pull/coalesced-pull-context.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

const keyOf = (image: string, annotations: Readonly<Record<string, string>> = {}, runtimeHandler = '') =>
  coalescingKey({
    input: { pull: { profile: v1_36, annotations, runtimeHandler } },
    request: { image, policy: 'IfNotPresent' },
  } as unknown as CoalescedPullContext);

// kubernetes/kubernetes#139591: "per ImageSpec", which is the image, the annotations and the runtime handler.
test('pulls are joined if image, annotations and runtime handler are equal', () => {
  expect(keyOf('app')).toBe(keyOf('app:latest'));
  expect(keyOf('app', { a: '1', b: '2' })).toBe(keyOf('app', { b: '2', a: '1' }));
  const all = [
    keyOf('app'),
    keyOf('app:2'),
    keyOf('app', { a: '1' }),
    keyOf('app', {}, 'gvisor'),
    keyOf('APP'),
  ];
  expect(new Set(all).size).toBe(all.length);
});
