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
