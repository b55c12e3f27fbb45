import { dirname } from 'node:path';
import { CommandError, exitCode } from '../command-error.ts';

/**
 * Returns the error for a file that cannot be written: `path` as the user wrote it, `target` as it was
 * resolved.
 */
export function unwritable(path: string, target: string, error: unknown): CommandError {
  return new CommandError(exitCode.usage, `${path} cannot be written: ${whyUnwritable(error, target)}`);
}

function whyUnwritable(error: unknown, target: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no folder ${dirname(target)}`;
  if (code === 'EISDIR') return 'it is a folder';
  return error instanceof Error ? error.message : String(error);
}

/** Returns why a file cannot be read, in words that follow its name. */
export function whyUnreadable(error: unknown): string {
  if (isMissing(error)) return 'no such file';
  const code = codeOf(error);
  if (code === 'ENOTDIR') return 'not a folder';
  if (code === 'EISDIR') return 'a folder, not a file';
  return `cannot be read (${code ?? (error instanceof Error ? error.message : String(error))})`;
}

/** Whether a file could not be read because there is none. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
