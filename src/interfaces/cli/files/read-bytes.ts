import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError, exitCode } from '../command-error.ts';
import { whyUnreadable } from './file-errors.ts';

const pieceBytes = 1024 * 1024;

interface ReadBytesOptions {
  readonly cwd: string;
  readonly bytesMax: number;
  /** Where it is, if its name is none that can be written; absent: at its name, seen from `cwd`. */
  readonly path?: string | Buffer;
  /** What else the refusal of a longer file says. */
  readonly advice?: string;
}

/**
 * Returns the bytes of a file, a pipe or a device that the person has named. It is read piece by piece, since
 * only a regular file has a size beforehand: /dev/zero has no end. Throws a `CommandError` (input) if it
 * cannot be read or is longer than `bytesMax`.
 */
export async function readBytes(
  file: string,
  { cwd, bytesMax, advice, path = resolve(cwd, file) }: ReadBytesOptions,
): Promise<Buffer> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > bytesMax) throw longerThan(bytesMax, file, advice);
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of createReadStream(path, {
      highWaterMark: pieceBytes,
    }) as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      length += piece.length;
      if (length > bytesMax) throw longerThan(bytesMax, file, advice);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(exitCode.input, `${file}: ${whyUnreadable(error)}`, error);
  }
  return Buffer.concat(pieces);
}

/** Returns the refusal of a file that is longer than what is read. */
export function longerThan(bytesMax: number, file: string, advice?: string): CommandError {
  const more = advice === undefined ? '' : `\n  try: ${advice}`;
  return new CommandError(
    exitCode.input,
    `${file}: more than ${bytesMax / 1024 / 1024} MiB, which is not read${more}`,
  );
}
