import { writeSync } from 'node:fs';

/** How long to wait before a full pipe is tried again. */
const pauseMs = 5;

/**
 * Writes all of the text to an open file before it returns, and waits if that is a full pipe: a stream's
 * `write` would collect the rest in memory. Throws the system's error (`EPIPE`, `ENOSPC`).
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
