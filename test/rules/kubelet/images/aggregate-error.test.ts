import { expect, test } from 'vitest';
import { aggregateError } from '../../../../src/rules/kubelet/images/aggregate-error.ts';

// k8s.io/apimachinery/pkg/util/errors (v0.36.3), `aggregate.Error`.
test('an aggregate names each text once, and has brackets only around several', () => {
  expect(aggregateError(['a', 'a'])).toBe('a');
  expect(aggregateError(['b', 'a', 'b'])).toBe('[b, a]');
});
