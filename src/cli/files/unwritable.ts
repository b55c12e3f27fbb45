import { dirname } from 'node:path';
import { CommandError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';

/** Returns the error for a file that cannot be written: `path` as the user wrote it, `target` as it was resolved. */
export function unwritable(path: string, target: string, error: unknown): CommandError {
  return new CommandError(exitCode.usage, `${path} cannot be written: ${whyUnwritable(error, target)}`);
}

function whyUnwritable(error: unknown, target: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${dirname(target)}`;
  if (code === 'EISDIR') return 'it is a folder';
  return error instanceof Error ? error.message : String(error);
}
