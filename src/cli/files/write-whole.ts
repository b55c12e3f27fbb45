import { writeSync } from 'node:fs';

/** How long a full pipe is given before it is asked again. */
const pauseMs = 5;

/**
 * Writes all of the text to an open file before it returns, and waits where that is a pipe which is full: what a stream's
 * `write` cannot hand on piles up in memory instead. Throws what the system says (`EPIPE`, `ENOSPC`).
 */
export function writeWhole(file: number, text: string | Uint8Array): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let done = 0; done < bytes.length; ) done += writeSome(file, bytes, done);
}

function writeSome(file: number, bytes: Uint8Array, from: number): number {
  try {
    return writeSync(file, bytes, from);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    return 0;
  }
}
