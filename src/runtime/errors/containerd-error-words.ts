import type { PullError } from './pull-error.ts';

/**
 * The words that the errors of every containerd share. They begin with the gRPC code as the kubelet prints it, which leaves out Unknown.
 */
export const containerdErrorWords = {
  notFound: 'rpc error: code = NotFound desc = ',
  failedPrecondition: 'rpc error: code = FailedPrecondition desc = ',
  canceled: 'rpc error: code = Canceled desc = ',
  open: 'failed to copy: httpReadSeeker: failed open: ',
  noAccess: 'pull access denied, repository does not exist or may require authorization: ',
  wrongDigest: ({ at, actual }: Extract<PullError, { kind: 'wrongDigest' }>): string =>
    `failed commit on ref "${at.kind}-${at.digest}": unexpected commit digest ${actual}, expected ${at.digest}: failed precondition`,
} as const;
