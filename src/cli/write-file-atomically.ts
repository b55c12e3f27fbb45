import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from './command-error.ts';
import { exitCode } from './exit-code.ts';

/** Writes beside the file and renames, so that a reader never sees half of it. Throws a `CommandError` where it cannot be written. */
export async function writeFileAtomically(cwd: string, path: string, text: string): Promise<void> {
  const target = resolve(cwd, path);
  const beside = `${target}.partial`;
  try {
    await writeFile(beside, text);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw new CommandError(exitCode.usage, `${path} cannot be written: ${whyUnwritable(error, target)}`);
  }
}

function whyUnwritable(error: unknown, target: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${dirname(target)}`;
  if (code === 'EISDIR') return 'it is a folder';
  return error instanceof Error ? error.message : String(error);
}
