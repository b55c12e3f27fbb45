import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { visibleOutput } from '../../../reports/text/visible-text.ts';
import type { Terminal } from '../terminal.ts';
import { unwritable } from './file-errors.ts';
import { writeWhole } from './write-whole.ts';

/** The number of characters that are collected before a piece is written. */
export const pieceLength = 1 << 16;

/** An output that is written piece by piece, because it is too long for one text. */
export type InProgress = Pick<FileInProgress, 'write' | 'finish' | 'drop'>;

/** Opens the file `out`, or stdout if there is none. */
export function openOutput(out: string | undefined, { cwd, stdout }: Terminal): InProgress {
  if (out !== undefined) return new FileInProgress(cwd, out);
  const write = (text: string) => void (stdout.writeNow ?? stdout.write).call(stdout, text);
  return { write, finish: () => {}, drop: () => {} };
}

/** Writes a whole text to the file `out`, or to stdout if there is none. */
export function writeOutput(out: string | undefined, text: string, terminal: Terminal): void {
  const output = openOutput(out, terminal);
  output.write(text);
  output.finish();
}

/**
 * A file that is written piece by piece. Until it is complete, it stands under another name beside its place;
 * what is no file (/dev/null, a pipe) stays, and is written to. Every method throws a `CommandError` if it
 * cannot be written.
 */
export class FileInProgress {
  readonly #path: string;
  readonly #target: string;
  readonly #isFile: boolean;
  #file: number | undefined;

  constructor(cwd: string, path: string) {
    this.#path = path;
    this.#target = resolve(cwd, path);
    this.#isFile = this.#orExplain(() => statSync(this.#target, { throwIfNoEntry: false })?.isFile() ?? true);
    this.#file = this.#orExplain(() => openSync(this.#beside, 'w'));
  }

  write(text: string): void {
    const file = this.#file;
    if (file !== undefined) this.#orExplain(() => writeWhole(file, visibleOutput(text)));
  }

  /** Writes bytes that are no text, as they are. */
  writeBytes(bytes: Uint8Array): void {
    const file = this.#file;
    if (file !== undefined) this.#orExplain(() => writeWhole(file, bytes));
  }

  /** Completes the file and moves it to its place. */
  finish(): void {
    this.#orExplain(() => {
      this.#close();
      if (this.#isFile) renameSync(this.#beside, this.#target);
    });
  }

  /** Deletes what was written. A complete file stays. */
  drop(): void {
    this.#close();
    this.#remove();
  }

  #remove(): void {
    if (this.#isFile) rmSync(this.#beside, { force: true });
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  get #beside(): string {
    return this.#isFile ? `${this.#target}.partial` : this.#target;
  }

  #orExplain<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      this.#remove();
      throw unwritable(this.#path, this.#target, error);
    }
  }
}
