import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from './command-error.ts';
import { exitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

const chunkBytes = 1 << 20;

/**
 * The lines of a file, or of stdin for `-`, without line feeds. A file is read a megabyte at a time, since a long trace
 * does not fit into one string. Throws a `CommandError` (input) where it cannot be read.
 */
export async function readLines(file: string, terminal: Terminal): Promise<Iterable<string>> {
  if (file === '-') return linesOf(await chunksOf(terminal.stdin));
  return linesOf(fileChunks(openOrFail(file, terminal.cwd)));
}

async function chunksOf(stream: AsyncIterable<Uint8Array | string>): Promise<string[]> {
  const decoder = new TextDecoder();
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
  return [...chunks, decoder.decode()];
}

function openOrFail(file: string, cwd: string): number {
  const path = resolve(cwd, file);
  const refuse = (why: string) => new CommandError(exitCode.input, `${file}: ${why}`);
  // A folder can be opened, but not read.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw refuse('a folder, not a file');
  try {
    return openSync(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw refuse(code === 'ENOENT' ? 'no such file' : `cannot be read (${String(code ?? error)})`);
  }
}

function* fileChunks(descriptor: number): Generator<string> {
  const decoder = new TextDecoder();
  const bytes = new Uint8Array(chunkBytes);
  try {
    for (let length = readSync(descriptor, bytes); length > 0; length = readSync(descriptor, bytes))
      yield decoder.decode(bytes.subarray(0, length), { stream: true });
    yield decoder.decode();
  } finally {
    closeSync(descriptor);
  }
}

/** A last line without a line feed counts; an empty rest after the last line feed does not. */
function* linesOf(chunks: Iterable<string>): Generator<string> {
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
