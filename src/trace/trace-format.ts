/** The version of the record format. A reader refuses formats that it does not know. */
export const traceFormat = 'windlass-trace/2';

/** Whether the text begins with the header of a trace. */
export function isTrace({ text }: { readonly text: string }): boolean {
  return /^\s*\{[^\n]*"format":\s*"windlass-trace\//.test(text.slice(0, 2000));
}
