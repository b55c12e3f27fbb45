/** Returns why a file cannot be read, in words that follow its name. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'no such file';
  if (code === 'ENOTDIR') return 'not a folder';
  if (code === 'EISDIR') return 'a folder, not a file';
  return `cannot be read (${code ?? (error instanceof Error ? error.message : String(error))})`;
}
