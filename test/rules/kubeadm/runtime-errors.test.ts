import { expect, it } from 'vitest';
import { checkErrors, type FailedImage, parallelErrors } from '../../../src/rules/kubeadm/runtime-errors.ts';

const failed = (index: number, endedMicros: number, error = 'boom'): FailedImage => ({
  index,
  image: `i${index}`,
  error,
  endedMicros,
});

// pullImagesInParallelImpl of cmd/kubeadm/app/util/runtime/runtime.go, v1.36.3; seed 002,
// TestPullImagesInParallelImpl.
it('errors of a parallel pull come as the images gave up, those of one instant as the images stand in the list', () => {
  const all = [failed(0, 30), failed(3, 10), failed(2, 10), failed(1, 20)];
  expect(parallelErrors(all)).toEqual([2, 3, 1, 0].map((index) => `failed to pull image i${index}: boom`));
  expect(all[0]).toEqual(failed(0, 30));
});

// ImagePullCheck.Check of cmd/kubeadm/app/preflight/checks.go, v1.27.16 to v1.36.3.
it('the check has one error an image one after the other, and a single one for all at once', () => {
  const both = [failed(1, 20), failed(0, 30)];
  expect(checkErrors(false, both)).toEqual([
    'failed to pull image i1: boom',
    'failed to pull image i0: boom',
  ]);
  expect(checkErrors(true, both)).toEqual(['[failed to pull image i1: boom, failed to pull image i0: boom]']);
  expect(checkErrors(true, [failed(0, 30)])).toEqual(['failed to pull image i0: boom']);
  expect(checkErrors(true, [])).toEqual([]);
});
