import { expect, test } from 'vitest';
import {
  filterText,
  matchesOwner,
  type RunFilter,
  showsPod,
  showsWorkload,
} from '../../../src/reports/run-filter/run-filter.ts';

const pod = { namespace: 'shop', name: 'web-0', node: 'node-1', owner: { kind: 'StatefulSet', name: 'web' } };

test.each<[RunFilter, boolean]>([
  [{}, true],
  [{ pods: ['web-*'] }, true],
  [{ pods: ['default/web-*'] }, false],
  [{ pods: ['db-0', 'shop/web-0'] }, true],
  [{ pods: ['web-0'], nodes: ['node-2'] }, false],
  [{ nodes: ['node-?'], owners: ['statefulset/web'] }, true],
  [{ owners: ['Deployment/web'] }, false],
])('%j shows the pod: %s', (filter, shows) => expect(showsPod(filter, pod)).toBe(shows));

test('a pod that nothing makes is of no owner', () => {
  expect(showsPod({ owners: ['*'] }, { ...pod, owner: undefined })).toBe(false);
});

test.each([
  ['web', true],
  ['w*', true],
  ['*', true],
  ['Deployment/web', true],
  ['deployment/*', true],
  ['shop/Deployment/web', true],
  ['default/Deployment/web', false],
  ['web-0', false],
  ['Job/web', false],
])('the owner Deployment/web of namespace shop is meant by %s: %s', (pattern, isMeant) =>
  expect(matchesOwner(pattern, 'Deployment/web', 'shop')).toBe(isMeant),
);

test('pods without a node have a workload, but no name and no node', () => {
  expect(showsWorkload({ owners: ['web'] }, 'Deployment/web')).toBe(true);
  expect(showsWorkload({ owners: ['db'] }, 'Deployment/web')).toBe(false);
  expect(showsWorkload({ owners: ['web'], nodes: ['node-1'] }, 'Deployment/web')).toBe(false);
});

test('a filter is told as its options', () => {
  expect(filterText({ pods: ['a', 'b*'], nodes: ['n'], owners: ['Job/x'] })).toBe(
    '--pod a --pod b* --node n --owner Job/x',
  );
});
