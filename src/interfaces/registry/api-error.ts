/** An error as the distribution API words it, with its status. */
export interface ApiError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** The codes of the specification ("Error Codes") by status; other statuses have that of their group. */
const codes: Readonly<Record<number, readonly [code: string, message: string]>> = {
  401: ['UNAUTHORIZED', 'authentication required'],
  403: ['DENIED', 'requested access to the resource is denied'],
  404: ['NAME_UNKNOWN', 'repository name not known to registry'],
  405: ['UNSUPPORTED', 'this registry only gives: ask with GET or HEAD'],
  416: ['RANGE_INVALID', 'the range is not within the blob'],
  429: ['TOOMANYREQUESTS', 'too many requests'],
};

/**
 * Returns the error of a status. `text` is what runtimes show of it (`toomanyrequests: You have …`): a code, and
 * a message where there is one.
 */
export function apiError(status: number, text = ''): ApiError {
  const [code, message] = codes[status] ?? ['UNKNOWN', status >= 500 ? 'server error' : 'refused'];
  if (text === '') return { status, code, message };
  const [, word = '', rest] = /^([a-z][a-z_ ]{0,40})(?:: ([\s\S]*))?$/.exec(text) ?? [];
  if (word === '') return { status, code, message: text };
  return { status, code: word.toUpperCase().replaceAll(' ', '_'), message: rest ?? message };
}

/** Returns the error of what is not there, by what was asked for. */
export function notThere(kind: 'repository' | 'manifest' | 'blob'): ApiError {
  if (kind === 'repository') return apiError(404);
  const code = kind === 'manifest' ? 'MANIFEST_UNKNOWN' : 'BLOB_UNKNOWN';
  return { status: 404, code, message: `${kind} unknown to registry` };
}

/** Returns the body of an error. */
export function errorBody({ code, message }: ApiError): Buffer {
  return Buffer.from(`${JSON.stringify({ errors: [{ code, message }] })}\n`);
}
