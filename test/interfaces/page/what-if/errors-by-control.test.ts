import { expect, test } from 'vitest';
import { errorsByControl } from '../../../../src/interfaces/page/what-if/errors-by-control.ts';

const fields = ['maxPods', 'registryBurst', 'max_concurrent_downloads', 'evictionHard.imagefs.available'];

test.each<[string, string, string]>([
  ['--set maxPods=x: must be a whole number', 'maxPods', 'must be a whole number'],
  [
    '--set evictionHard.imagefs.available=most: a percentage',
    'evictionHard.imagefs.available',
    'a percentage',
  ],
  ['--set maxPods=x: invalid configuration: maxPods must be more', 'maxPods', 'maxPods must be more'],
  [
    '--runtime-config max_concurrent_downloads=x: a whole number',
    'max_concurrent_downloads',
    'a whole number',
  ],
  ['--runtime containerd://9: there is none', 'runtime', 'there is none'],
  ['--kubelet-version 1.2: too old', 'kubeletVersion', 'too old'],
  ['--link fast: "fast" is no rate', 'link', '"fast" is no rate'],
  ['--link: expected a rate', 'link', 'expected a rate'],
  ['--fault 12: there is no node "gone"', 'fault 12', 'there is no node "gone"'],
  ['--fault 2 registry=a://b c: there is none', 'fault 2', 'there is none'],
  ['seed 1.5: expected a whole number', 'seed', 'seed 1.5: expected a whole number'],
  ['horizon "x": expected a duration', 'horizon', 'horizon "x": expected a duration'],
  [
    'kubelet.yaml:3:1: invalid configuration: registryBurst must be 1',
    'registryBurst',
    'kubelet.yaml:3:1: invalid configuration: registryBurst must be 1',
  ],
  // No control's: a field, an option or a file that the panel does not have.
  ['--set other=1: unknown', '', '--set other=1: unknown'],
  ['--set =1: nothing', '', '--set =1: nothing'],
  ['--runtime-config other=1: unknown', '', '--runtime-config other=1: unknown'],
  ['--image-size a=b: not so', '', '--image-size a=b: not so'],
  ['web.yaml:3:1: unknown field "x"', '', 'web.yaml:3:1: unknown field "x"'],
  ['web.yaml:3:1: --set maxPods=x', '', 'web.yaml:3:1: --set maxPods=x'],
  ['web.yaml: a horizon 9', '', 'web.yaml: a horizon 9'],
  [
    'web.yaml:3:1: invalid configuration: other must be 1',
    '',
    'web.yaml:3:1: invalid configuration: other must be 1',
  ],
])('%s is told at the control %j', (error, control, words) => {
  expect([...errorsByControl([error], fields)]).toEqual([[control, words]]);
});

test('several of one control are told together, each in its line', () => {
  const errors = ['--set maxPods=x: one', 'a.yaml:1:1: no', '--set maxPods=x: two', 'a.yaml:2:1: neither'];
  expect([...errorsByControl(errors, fields)]).toEqual([
    ['maxPods', 'one\ntwo'],
    ['', 'a.yaml:1:1: no\na.yaml:2:1: neither'],
  ]);
});

test('what an error quotes in further lines stays', () => {
  expect(errorsByControl(['--set maxPods=x: no\n  --set maxPods=x: here'], fields).get('maxPods')).toBe(
    'no\n  --set maxPods=x: here',
  );
});
