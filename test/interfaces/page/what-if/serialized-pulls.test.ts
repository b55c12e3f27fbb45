import { expect, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import { withField } from '../../../../src/interfaces/page/what-if/changed-settings.ts';
import { serializedPullsFixes } from '../../../../src/interfaces/page/what-if/serialized-pulls.ts';

const kubelet = (fields: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: 'sim.local/app:1' }] }
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
${fields}`;

const isAccepted = (text: string, request: RunRequest) => readInput([{ name: 'a.yaml', text }], request).ok;

// validateKubeletConfiguration, pkg/kubelet/apis/config/validation v1.36.3: maxParallelImagePulls above 1
// needs serializeImagePulls=false.
test.each([
  [
    'serializeImagePulls: false\nmaxParallelImagePulls: 2',
    ['serializeImagePulls', 'true'],
    { serialize: 'true', most: '2' },
    'maxParallelImagePulls',
  ],
  [
    'serializeImagePulls: true',
    ['maxParallelImagePulls', '5'],
    { serialize: 'true', most: '5' },
    'serializeImagePulls',
  ],
] as const)(
  'what mends %j after %j keeps the click and is accepted',
  (fields, [field, value], shown, mended) => {
    const settings = withField({}, field, value);
    expect(isAccepted(kubelet(fields), settings)).toBe(false);
    const fixes = serializedPullsFixes({ ...shown, isRefused: true }, settings, {});
    expect(fixes.map((fix) => fix.field)).toEqual([mended]);
    for (const fix of fixes)
      expect(isAccepted(kubelet(fields), withField(settings, fix.field, fix.value))).toBe(true);
  },
);

test('if both were changed each is offered, the same where nodes differ; nothing where no setting is wrong', () => {
  const both = withField(withField({}, 'serializeImagePulls', 'true'), 'maxParallelImagePulls', '3');
  expect(
    serializedPullsFixes({ serialize: 'true', most: '3', isRefused: true }, both, {}).map(
      ({ field }) => field,
    ),
  ).toEqual(['maxParallelImagePulls', 'serializeImagePulls']);
  const serial = withField({}, 'serializeImagePulls', 'true');
  expect(serializedPullsFixes({ serialize: 'true', most: undefined, isRefused: true }, serial, {})).toEqual([
    { field: 'maxParallelImagePulls', value: '1' },
  ]);
  for (const [serialize, most] of [
    ['true', ''],
    ['true', '1'],
    ['false', '3'],
    ['true', undefined],
    [undefined, undefined],
  ] as const)
    expect(serializedPullsFixes({ serialize, most, isRefused: false }, serial, {})).toEqual([]);
});
