/** The version of the record format; a reader refuses others. */
export const traceFormat = 'windlass-trace/2';
