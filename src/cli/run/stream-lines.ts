import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { stdinName } from '../../input/documents/input-error.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { whyUnreadable } from '../files/file-errors.ts';
import type { Terminal } from '../terminal.ts';

/** A line and its number, from 1. */
interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/**
 * Returns the lines of a file (`.gz` is unpacked), or of stdin for `-`, each as soon as its line feed has arrived. A pipe that stays open
 * is answered at once, and a file of any length is read piece by piece. Throws a `CommandError` (input) if it cannot be read.
 */
export async function* streamLines(file: string, terminal: Terminal): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of file === '-' ? terminal.stdin : openFile(file, terminal.cwd)) {
      const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) yield { number: ++number, text };
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(exitCode.input, `${shownName(file)}: ${whyUnreadable(error)}`);
  }
  rest += decoder.decode();
  if (rest !== '') yield { number: number + 1, text: rest };
}

function openFile(file: string, cwd: string): AsyncIterable<Uint8Array> {
  const bytes = createReadStream(resolve(cwd, file));
  if (!file.endsWith('.gz')) return bytes;
  const unpacked = createGunzip();
  bytes.on('error', (error) => unpacked.destroy(error));
  return bytes.pipe(unpacked);
}

/** Returns how a file that a command line names is called in messages. */
export function shownName(file: string): string {
  return file === '-' ? stdinName : file;
}
