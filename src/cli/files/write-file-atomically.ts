import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { visibleOutput } from '../../report/text/visible-text.ts';
import type { Terminal } from '../terminal.ts';
import { unwritable } from './unwritable.ts';

/** Writes a whole text to the file `out`, or to stdout where there is none. */
export async function writeOutput(out: string | undefined, text: string, { cwd, stdout }: Terminal): Promise<void> {
  if (out === undefined) stdout.write(text);
  else await writeFileAtomically(cwd, out, text);
}

/** Writes beside the file and renames, so that a reader never sees half of it. Throws a `CommandError` where it cannot be written. */
export async function writeFileAtomically(cwd: string, path: string, text: string): Promise<void> {
  const target = resolve(cwd, path);
  const beside = `${target}.partial`;
  try {
    await writeFile(beside, visibleOutput(text));
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw unwritable(path, target, error);
  }
}
