import { expect, test } from 'vitest';
import { noPodsReasons } from '../../../src/reports/summary/kept-out.ts';

const none = { ignoredKinds: {} };
const windows = { workload: 'Pod/cns', pods: 1, reason: 'Windows is not simulated.' };

test('an input without pods is told what to add', () => {
  expect(noPodsReasons(none, ['no pods in the input: nothing will happen'])).toEqual([
    'no pods in the input: nothing would happen',
    expect.stringContaining('try: add the manifests of your pods'),
  ]);
});

test('an input whose pods are all left out is told why, and not to add pods', () => {
  expect(
    noPodsReasons({ ...none, unplaced: [windows] }, ['no pods in the input: nothing will happen']),
  ).toEqual([
    'no pod of the input is simulated: nothing would happen',
    '1 pod of Pod/cns has no node and is not simulated: Windows is not simulated.',
  ]);
});
