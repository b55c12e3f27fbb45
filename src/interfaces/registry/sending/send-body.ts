import type { ServerResponse } from 'node:http';
import { smallest } from '../../../rules/collections/extremes.ts';
import type { BodyFault } from '../../../rules/runtime/registry/request-fault.ts';
import type { RequestNotes } from '../exchange.ts';
import type { ServerClock } from '../server-clock.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { pass, pieceBytesMax, SharedRate } from './bandwidth.ts';
import type { ByteRange } from './byte-range.ts';

/** A body to be sent, and under which circumstances. */
export interface OutgoingBody {
  readonly range: ByteRange;
  /** Returns the bytes from `from` up to, and without, `to`. */
  readonly read: (from: number, to: number) => Buffer;
  readonly rates: readonly SharedRate[];
  /** Resolves when the next piece may be sent: no fault holds all bodies. */
  readonly passStalls: () => Promise<void>;
  readonly fault?: BodyFault | undefined;
  readonly clock: ServerClock;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  readonly notes: Pick<RequestNotes, 'bodyBytes' | 'isCut'>;
}

/**
 * Sends a body in pieces, no faster than its rates and its client, and ends it as its fault says. Never has more
 * than a few pieces in memory.
 */
export async function sendBody(response: ServerResponse, body: OutgoingBody): Promise<void> {
  const { range, fault, clock, signal, notes } = body;
  const faultAt = fault === undefined ? range.to : Math.min(range.to, range.from + fault.afterBytes);
  response.flushHeaders();
  const isCorrupt = fault?.kind === 'corrupt';
  await sendPieces(
    response,
    { ...body, range: isCorrupt ? range : { from: range.from, to: faultAt } },
    isCorrupt,
  );
  if (signal.aborted) return;
  if (isCorrupt || fault === undefined || faultAt === range.to) {
    response.end();
    return;
  }
  if (fault.kind === 'stalled') return;
  if (fault.kind === 'trickle') {
    const rates = [...body.rates, new SharedRate(fault.bytesPerSecond ?? 1)];
    await sendPieces(response, { ...body, rates, range: { from: faultAt, to: range.to } }, false);
    response.end();
    return;
  }
  await clock.wait(fault.pauseMicros ?? 0, signal);
  if (signal.aborted) return;
  notes.isCut = true;
  if (fault.kind === 'cut') {
    response.socket?.destroySoon();
    return;
  }
  await clock.wait(beforeResetMicros * clock.speed, signal);
  response.socket?.resetAndDestroy();
}

/** A reset overtakes bytes that the client's system has not taken, or given to the client: they get this time. */
const beforeResetMicros = 50_000;

async function sendPieces(response: ServerResponse, body: OutgoingBody, isCorrupt: boolean): Promise<void> {
  const { range, read, rates, passStalls, clock, signal, notes } = body;
  const pieceBytes = Math.min(pieceBytesMax, smallest(rates.map((rate) => rate.pieceBytes(clock.speed))));
  for (let from = range.from; from < range.to && !signal.aborted; from += pieceBytes) {
    const to = Math.min(from + pieceBytes, range.to);
    await passStalls();
    await pass(rates, to - from, clock, signal);
    if (signal.aborted) return;
    // What is read may be shared with others.
    const piece = isCorrupt ? Buffer.from(read(from, to)) : read(from, to);
    if (isCorrupt) piece.writeUInt8(piece.readUInt8(0) ^ 0xff, 0);
    const isTaken = await unlessAborted<boolean>(signal, (resolve) => {
      response.write(piece, (error) => resolve(!error));
      return undefined;
    });
    if (isTaken) notes.bodyBytes += to - from;
  }
}
