import { aggregateError } from '../kubelet/images/aggregate-error.ts';
import { imageFailed } from './kubeadm-rules.ts';

/** Returns a gRPC error as Go prints it (google.golang.org/grpc/status). */
export function rpcError(code: string, message: string): string {
  return `rpc error: code = ${code} desc = ${message}`;
}

/** The failure of a call that took longer than its context allowed. */
export const deadlineExceeded = {
  ok: false,
  code: 'DeadlineExceeded',
  error: rpcError('DeadlineExceeded', 'context deadline exceeded'),
} as const;

/** An image of a parallel pull, or of kubeadm's preflight check, that could not be pulled. */
export interface FailedImage {
  /** The place of the image in the list. */
  readonly index: number;
  readonly image: string;
  /** The error that `PullImage` returned. */
  readonly error: string;
  readonly endedMicros: number;
}

/**
 * Returns the errors of images pulled at once as they came: in the order in which the last commands ended;
 * those of one instant, which come in any order upstream, in the order of the images. Mirrors
 * `pullImagesInParallelImpl` (v1.30 and later).
 */
export function parallelErrors(failed: readonly FailedImage[]): string[] {
  return [...failed]
    .sort((left, right) => left.endedMicros - right.endedMicros || left.index - right.index)
    .map(({ image, error }) => imageFailed(image, error));
}

/**
 * Returns the errors of kubeadm's preflight check `ImagePull`: one for all images pulled at once, else one an
 * image. Mirrors `ImagePullCheck.Check` in preflight/checks.go (v1.27 to v1.36).
 */
export function checkErrors(parallel: boolean, failed: readonly FailedImage[]): string[] {
  if (!parallel) return failed.map(({ image, error }) => imageFailed(image, error));
  return failed.length === 0 ? [] : [aggregateError(parallelErrors(failed))];
}
