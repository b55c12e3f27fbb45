/** The version of the record format. A reader refuses formats that it does not know. */
export const traceFormat = 'windlass-trace/2';
