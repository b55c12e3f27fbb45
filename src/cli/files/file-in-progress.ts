import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { visibleOutput } from '../../report/text/visible-text.ts';
import type { Terminal } from '../terminal.ts';
import { unwritable } from './unwritable.ts';
import { writeWhole } from './write-whole.ts';

/** Characters that are gathered into a piece before it is written. */
export const pieceLength = 1 << 16;

/** What is written piece by piece, for what is too long to be held as one text. */
export type InProgress = Pick<FileInProgress, 'write' | 'finish' | 'drop'>;

/** The file `out`, or stdout where there is none. */
export function openOutput(out: string | undefined, { cwd, stdout }: Terminal): InProgress {
  if (out !== undefined) return new FileInProgress(cwd, out);
  const write = (text: string) => void (stdout.writeNow ?? stdout.write).call(stdout, text);
  return { write, finish: () => {}, drop: () => {} };
}

/** Writes a whole text to the file `out`, or to stdout where there is none. */
export function writeOutput(out: string | undefined, text: string, terminal: Terminal): void {
  const output = openOutput(out, terminal);
  output.write(text);
  output.finish();
}

/**
 * A file that is written piece by piece. It stands beside its place until it is complete. Every method throws a `CommandError` where it cannot be written.
 */
export class FileInProgress {
  readonly #path: string;
  readonly #target: string;
  #file: number | undefined;

  constructor(cwd: string, path: string) {
    this.#path = path;
    this.#target = resolve(cwd, path);
    this.#file = this.#orExplain(() => openSync(this.#beside, 'w'));
  }

  write(text: string): void {
    const file = this.#file;
    if (file !== undefined) this.#orExplain(() => writeWhole(file, visibleOutput(text)));
  }

  /** The file is complete, and appears. */
  finish(): void {
    this.#orExplain(() => {
      this.#close();
      renameSync(this.#beside, this.#target);
    });
  }

  /** What was written is thrown away; nothing happens to a file that is complete. */
  drop(): void {
    this.#close();
    rmSync(this.#beside, { force: true });
  }

  #close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  get #beside(): string {
    return `${this.#target}.partial`;
  }

  #orExplain<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      rmSync(this.#beside, { force: true });
      throw unwritable(this.#path, this.#target, error);
    }
  }
}
