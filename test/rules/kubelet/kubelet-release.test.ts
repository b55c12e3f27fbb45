import { expect, it } from 'vitest';
import { isReleaseAtLeast } from '../../../src/rules/kubelet/kubelet-release.ts';

it.each([
  ['1.36', '1.36', true],
  ['1.36', '1.9', true],
  ['1.9', '1.36', false],
  ['2.0', '1.36', true],
  ['1.36', '2.0', false],
])('%s is at least %s: %s', (release, since, expected) => {
  expect(isReleaseAtLeast(release, since)).toBe(expected);
});
