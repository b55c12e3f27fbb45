import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** An answer that notes when it begins, for those who read requests in a log. */
export class ObservedResponse extends ServerResponse<IncomingMessage> {
  /** Called when status and headers are about to be sent. */
  onHead: (() => void) | undefined;
  /** What the headers say of the size of the body; undefined where they say nothing. */
  bodyBytesPromised: number | undefined;

  override writeHead(status: number, ...more: unknown[]): this {
    const headers = more.find((value): value is OutgoingHttpHeaders => typeof value === 'object');
    const length = headers?.['Content-Length'];
    if (length !== undefined) this.bodyBytesPromised = Number(length);
    this.onHead?.();
    return super.writeHead(status, ...(more as []));
  }
}
