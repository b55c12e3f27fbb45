import { expect, test } from 'vitest';
import { ownerSelector, podSelector } from '../../../src/inputs/workloads/pod-selector.ts';

const web = { namespace: 'shop', name: 'web-5d9c-x2x8q', owner: { kind: 'Deployment', name: 'web' } };
const bare = { namespace: 'shop', name: 'web' };

/** Whether the pattern means the Deployment's pod, the bare pod, and the Deployment itself. */
test.each([
  ['web', true, true, true],
  ['shop/web', true, true, true],
  ['other/web', false, false, false],
  ['Deployment/web', true, false, true],
  ['deployment/WEB', true, false, true],
  ['shop/deployment/web', true, false, true],
  ['StatefulSet/web', false, false, false],
  ['web-5d9c-x2x8q', true, false, false],
  ['Pod/web', false, true, false],
  ['shop/pod/web', false, true, false],
  ['*', true, true, true],
  ['pod/*', true, true, false],
  ['Deployment/*', true, false, true],
  ['w*-*x*q', true, false, false],
  ['web-5*5d9c-x2x8q', false, false, false],
  ['*x2x8q*x2x8q', false, false, false],
  ['we*eb', false, false, false],
  ['web*web', false, false, false],
  ['*c-x*', true, false, false],
  ['*-x*c-*', false, false, false],
  ['web**', true, true, true],
  ['shop/*/web', true, true, true],
  ['*b', true, true, true],
  ['*bx', false, false, false],
  ['xw*', false, false, false],
  ['', false, false, false],
])('%s', (pattern, ofDeployment, ofBare, owner) => {
  const selects = podSelector(pattern);
  expect([selects(web), selects(bare)]).toEqual([ofDeployment, ofBare]);
  const selectsOwner = ownerSelector(pattern);
  expect([selectsOwner(web), selectsOwner(bare)]).toEqual([owner, false]);
});
