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
