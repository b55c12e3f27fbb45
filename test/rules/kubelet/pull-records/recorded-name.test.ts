import { expect, test } from 'vitest';
import { recordedName } from '../../../../src/rules/kubelet/pull-records/recorded-name.ts';

// trimImageTagDigest in pkg/kubelet/images/pullmanager: image_pull_manager.go of v1.35.4,
// image_pull_policies.go of v1.36.3
test.each([
  ['app:1', 'docker.io/library/app', 'app'],
  ['docker.io/library/app', 'docker.io/library/app', 'docker.io/library/app'],
  ['reg.example/app:1', 'reg.example/app', 'reg.example/app'],
])('%s is on record as %s to 1.35, and as %s from 1.36 on', (image, full, asWritten) => {
  expect(recordedName('full', image)).toEqual({ name: full });
  expect(recordedName('asWritten', image)).toEqual({ name: asWritten });
});

test('a name that is none has no record', () => {
  expect(recordedName('full', 'App!')).toHaveProperty('error');
  expect(recordedName('asWritten', 'App!')).toHaveProperty('error');
});
