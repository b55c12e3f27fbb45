import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { unwritable } from '../files/file-errors.ts';

/** Throws a `CommandError` if one of these files (absent: nothing to check) could not be written, before long work and not after it. */
export async function checkWritable(cwd: string, ...paths: readonly (string | undefined)[]): Promise<void> {
  for (const path of paths) {
    if (path === undefined) continue;
    const target = resolve(cwd, path);
    try {
      await access(dirname(target), constants.W_OK);
      if (await isFolder(target)) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
    } catch (error) {
      throw unwritable(path, target, error);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
