import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { stdinName } from '../../../inputs/documents/input-error.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { whyUnreadable } from '../files/file-errors.ts';
import { longerThan } from '../files/read-bytes.ts';
import type { Terminal } from '../terminal.ts';

/** No line of a log, a script or a trace is near it. */
const lineLengthMax = 64 * 1024 * 1024;
const deviceBytesMax = 256 * 1024 * 1024;
/** A file that has more of this unpacked must have been worth packing: logs and traces become a twentieth. */
const unpackedBytesMax = 64 * 1024 * 1024;
const unpackedRatioMax = 100;
const emptyLinesMax = 1_000_000;

/** A line and its number, from 1. */
interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * Returns the lines of a file (`.gz` is unpacked), or of stdin for `-`, each as soon as its line feed has
 * arrived. A pipe that stays open is answered at once, and a file of any length is read piece by piece.
 * Throws a `CommandError` (input) if it cannot be read.
 */
export async function* streamLines(file: string, terminal: Terminal): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  const name = shownName(file);
  /** Of the line that has not ended. */
  let pieces: string[] = [];
  let length = 0;
  let number = 0;
  let empty = 0;
  try {
    for await (const chunk of file === '-' ? terminal.stdin : openFile(file, terminal.cwd)) {
      const [first = '', ...lines] = (
        typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      ).split('\n');
      pieces.push(first);
      length += first.length;
      for (const begun of lines) {
        const text = pieces.join('');
        if (text === '' && ++empty > emptyLinesMax)
          throw new CommandError(
            exitCode.input,
            `${name}:${number + 1}: more than ${emptyLinesMax} empty lines, which are not read`,
          );
        yield { number: ++number, text };
        pieces = [begun];
        length = begun.length;
      }
      if (length > lineLengthMax)
        throw longerThan(lineLengthMax, `${name}:${number + 1}: a line`, 'a file with line feeds');
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(exitCode.input, `${name}: ${whyUnreadable(error)}`);
  }
  const text = pieces.join('') + decoder.decode();
  if (text !== '') yield { number: number + 1, text };
}

/**
 * Yields what is in a file. A device need not have an end, and a packed file may be a thousand times as long
 * unpacked.
 */
async function* openFile(file: string, cwd: string): AsyncGenerator<Uint8Array> {
  const path = resolve(cwd, file);
  const isDevice = (await stat(path).catch(() => undefined))?.isCharacterDevice() === true;
  const bytes = createReadStream(path);
  if (!file.endsWith('.gz')) {
    let length = 0;
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (isDevice && length > deviceBytesMax)
        throw longerThan(deviceBytesMax, file, 'a file, or - for what a command prints');
      yield chunk;
    }
    return;
  }
  const unpacked = createGunzip();
  bytes.on('error', (error) => unpacked.destroy(error));
  let length = 0;
  for await (const chunk of bytes.pipe(unpacked) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > unpackedBytesMax && length > bytes.bytesRead * unpackedRatioMax)
      throw longerThan(
        unpackedBytesMax,
        `${file} unpacked, ${unpackedRatioMax} times as much as packed`,
        `unpack it: gunzip ${file}`,
      );
    yield chunk;
  }
}

/** Returns how a file that a command line names is called in messages. */
export function shownName(file: string): string {
  return file === '-' ? stdinName : file;
}
