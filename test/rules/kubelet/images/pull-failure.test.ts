import { describe, expect, it } from 'vitest';
import {
  plainPullFailure,
  pullFailureByPrefix,
  pullFailureOfExactSentinel,
} from '../../../../src/rules/kubelet/images/pull-failure.ts';

describe('pull failures', () => {
  // TestEvalCRIPullErr of pkg/kubelet/images/image_manager_test.go (1.31, 1.36) and `cri-error-0` to
  // `cri-error-5`
  it.each([
    [
      'RegistryUnavailable: connection refused',
      'RegistryUnavailable',
      'image pull failed for root because the registry is unavailable: connection refused',
    ],
    [
      'RegistryUnavailable',
      'RegistryUnavailable',
      'image pull failed for root because the registry is unavailable',
    ],
    [
      'RegistryUnavailableX',
      'RegistryUnavailable',
      'image pull failed for root because the registry is unavailableX',
    ],
    [
      'SignatureValidationFailed: no key',
      'SignatureValidationFailed',
      'image pull failed for root because the signature validation failed: no key',
    ],
    [
      'SignatureValidationFailed',
      'SignatureValidationFailed',
      'image pull failed for root because the signature validation failed',
    ],
    [
      'rpc error: code = Unknown desc = RegistryUnavailable: x',
      'ErrImagePull',
      'rpc error: code = Unknown desc = RegistryUnavailable: x',
    ],
    [' RegistryUnavailable', 'ErrImagePull', ' RegistryUnavailable'],
    ['pull QPS exceeded', 'ErrImagePull', 'pull QPS exceeded'],
  ])('are recognised by their beginning from 1.28 on: %s', (error, reason, message) => {
    expect(pullFailureByPrefix('root', error)).toEqual({ reason, message });
  });

  // test/seeds, 004: the comparison is with the whole error, and the sentence ends with a full stop
  it('are recognised by the whole error in 1.14', () => {
    expect(pullFailureOfExactSentinel('root', 'RegistryUnavailable')).toEqual({
      reason: 'RegistryUnavailable',
      message: 'image pull failed for root because the registry is unavailable.',
    });
    expect(pullFailureOfExactSentinel('root', 'RegistryUnavailable: x')).toEqual({
      reason: 'ErrImagePull',
      message: 'RegistryUnavailable: x',
    });
  });

  // conformance/traces/v1.27.16, `cri-error-1`
  it('are all ErrImagePull in 1.27', () => {
    expect(plainPullFailure('root', 'RegistryUnavailable')).toEqual({
      reason: 'ErrImagePull',
      message: 'RegistryUnavailable',
    });
  });
});
