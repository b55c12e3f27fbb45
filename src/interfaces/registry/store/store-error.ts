import type { ApiError } from '../api-error.ts';

/** The errors of a store of blobs, as S3 words them. */
export const storeErrors = {
  /** A request has a signature in its address, and an Authorization header as well. */
  twoAuthorizations: {
    status: 400,
    code: 'InvalidArgument',
    message: 'Only one auth mechanism allowed',
  },
  expired: { status: 403, code: 'AccessDenied', message: 'Request has expired' },
  wrongSignature: {
    status: 403,
    code: 'SignatureDoesNotMatch',
    message: 'The request signature we calculated does not match the signature you provided.',
  },
  missing: { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' },
} as const satisfies Record<string, ApiError>;

/** Returns the body of an error, in XML. */
export function storeErrorBody({ code, message }: ApiError): Buffer {
  const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${text(code)}</Code><Message>${text(message)}</Message></Error>\n`,
  );
}
