import { expect, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import { errorsByControl } from '../../../../src/interfaces/page/what-if/errors-by-control.ts';
import { podYaml } from '../../../inputs/reading.ts';

const fields = [
  'maxPods',
  'registryBurst',
  'maxParallelImagePulls',
  'max_concurrent_downloads',
  'evictionHard.imagefs.available',
];
const pod = { name: 'pod.yaml', text: podYaml('x', '{ containers: [{ name: a, image: b }] }') };
const kubelet = (text: string) => ({
  name: 'kubelet.yaml',
  text: `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${text}\n`,
});

function refusedBy(request: RunRequest, ...files: readonly { name: string; text: string }[]) {
  const read = readInput([pod, ...files], request);
  return read.ok ? [] : [...errorsByControl(read.errors, fields)];
}

test.each<[RunRequest, string, RegExp]>([
  [{ set: ['maxPods=x'] }, 'maxPods', /^maxPods must be a whole number of 32 bits, not "x"$/],
  [{ set: ['maxPods='] }, 'maxPods', /^not of the form field=value\n {2}expected: /],
  [
    { set: ['evictionHard.imagefs.available=most'] },
    'evictionHard.imagefs.available',
    /^eviction threshold imagefs\.available must be a percentage/,
  ],
  [
    { set: ['serializeImagePulls=true', 'maxParallelImagePulls=3'] },
    'maxParallelImagePulls',
    /^maxParallelImagePulls cannot be larger/,
  ],
  [
    { runtimeConfig: ['max_concurrent_downloads=x'] },
    'max_concurrent_downloads',
    /^max_concurrent_downloads must be /,
  ],
  [{ runtimeConfig: ['max_concurrent_downloads={'] }, 'max_concurrent_downloads', /^not valid YAML: /],
  [{ runtime: 'docker' }, 'runtime', /^"docker" is not a valid container runtime\n {2}expected: /],
  [{ kubeletVersion: '1.2' }, 'kubeletVersion', /^[^-]/],
  [{ link: 'fast' }, 'link', /^"fast" is not a valid rate/],
  [{ seed: 1.5 }, 'seed', /^1\.5 is not a valid seed/],
  [{ horizon: 'soon' }, 'horizon', /^"soon" is not a valid horizon/],
  [{ nodeProfile: 'huge' }, 'nodeProfile', /^"huge" is not a valid kind of node/],
  [{ faults: ['stall', 'diskFull node=gone'] }, 'fault 2', /^there is no node "gone"/],
  [{ faults: ['stall', 'stall', 'registryDown until='] }, 'fault 3', /^[^-]/],
  [{ faults: ['stall', '"'] }, 'fault 2', /^a quote is opened and not closed/],
  // No control's: a field or an option that the panel does not have. These keep the option as written.
  [{ set: ['imageMinimumGCAge=x'] }, '', /^--set imageMinimumGCAge=x: invalid configuration: /],
  [{ set: ['=1'] }, '', /^--set =1: not of the form/],
  [{ runtimeConfig: ['other=1'] }, '', /^--runtime-config other=1: unknown field/],
  [{ imageSizes: ['a=b'] }, '', /^--image-size a=b: /],
  [{ kubeletFlags: ['--max-pods=x'] }, '', /^--kubelet-flag --max-pods=x: /],
  [{ replicas: ['web'] }, '', /^--replicas web: /],
])('%j is wrong at the control %j', (request, control, words) => {
  expect(refusedBy(request)).toEqual([[control, expect.stringMatching(words)]]);
});

test('an error in a file is at the control of its field, with its place', () => {
  const words = /^kubelet\.yaml:3:\d+: invalid configuration: registryBurst must be a whole number/;
  expect(refusedBy({}, kubelet('registryBurst: many'))).toEqual([
    ['registryBurst', expect.stringMatching(words)],
  ]);
  expect(refusedBy({}, kubelet('imageMinimumGCAge: -1m'))).toEqual([
    ['', expect.stringMatching(/^kubelet\.yaml:3:\d+: /)],
  ]);
});

test('errors of manifests have no control, whatever they quote', () => {
  const odd = { name: 'odd.yaml', text: 'apiVersion: v1\nkind: Pod\nmetadata: 3\nspec: --set maxPods=x\n' };
  expect(refusedBy({}, odd).map(([control]) => control)).toEqual(['']);
});

test('several errors of one control stand together, each in its line', () => {
  expect(refusedBy({ runtimeConfig: ['max_concurrent_downloads=x', 'max_concurrent_downloads=y'] })).toEqual([
    ['max_concurrent_downloads', expect.stringMatching(/not "x".*\n(?: .*\n)*max_concurrent.*not "y"/)],
  ]);
});
