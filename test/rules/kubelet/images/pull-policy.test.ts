import { describe, expect, it } from 'vitest';
import {
  decideByPrecheck,
  decideByShouldPull,
  inspectsUnlessAlways,
} from '../../../../src/rules/kubelet/images/pull-policy.ts';

// conformance traces `policy-*` (policy, presence) of 1.27.16, 1.31.14 and 1.36.3; test/seeds, 003 and
// test/seeds, 004, shouldPullImage
describe('pull policy', () => {
  it.each([
    ['Always', true, 'pull'],
    ['Always', false, 'pull'],
    ['IfNotPresent', true, 'usePresent'],
    ['IfNotPresent', false, 'pull'],
    ['Never', true, 'usePresent'],
    ['Never', false, 'neverPresent'],
    ['', true, 'usePresent'],
    ['', false, 'neverPresent'],
    ['Whatever', false, 'neverPresent'],
  ] as const)('to 1.31 makes of %j and presence %s: %s', (policy, present, decision) => {
    expect(decideByShouldPull(policy, present)).toBe(decision);
  });

  it.each([
    ['Always', undefined, 'pull'],
    ['IfNotPresent', true, 'usePresent'],
    ['IfNotPresent', false, 'pull'],
    ['Never', true, 'usePresent'],
    ['Never', false, 'neverPresent'],
    ['', undefined, 'pull'],
    ['Whatever', undefined, 'pull'],
  ] as const)('in 1.36 makes of %j and presence %s: %s', (policy, present, decision) => {
    expect(decideByPrecheck(policy, present)).toBe(decision);
  });

  it('asks the runtime first for IfNotPresent and Never only, in 1.36', () => {
    expect(['Always', 'IfNotPresent', 'Never', ''].filter(inspectsUnlessAlways)).toEqual([
      'IfNotPresent',
      'Never',
    ]);
  });
});
